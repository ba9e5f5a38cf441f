"""The command format: the part of a shell's language that the check of agent commands reads.

It is one line of pipelines without substitutions. What lies outside is not judged, never guessed.
"""

from spec.rules.rule import Clause, Format, Rule

_OPERATIONS = ("CheckCommand",)
_SOURCE = "decided here: the seeds name programs and operators, not how a command is read"

TEXT = Rule(
    id="SHL-9",
    title="A command is parsed from its start, as far as the subset covers it",
    clauses=(
        Clause(
            "SHL-9.1",
            "The command is the text of the request, without the newline (U+000A) at its very end "
            "if it has one there.",
        ),
        Clause("SHL-9.2", "White space is space and tab."),
        Clause(
            "SHL-9.3",
            "Reading goes from left to right and stops at input that SHL-10 to SHL-12 do not "
            "cover.",
        ),
        Clause("SHL-9.4", "A command is in the subset exactly when it is read to its end."),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

WORDS = Rule(
    id="SHL-10",
    title="Words",
    clauses=(
        Clause(
            "SHL-10.1",
            "A word is one or more characters, escapes and quoted parts in a row, as written.",
        ),
        Clause(
            "SHL-10.2",
            "A character of a word is any but white space, `|`, `&`, `;`, `<`, `>`, `(`, `)`, "
            "quotes, backquotes, backslashes and control characters (U+0000 to U+001F, U+007F).",
        ),
        Clause("SHL-10.3", "A word does not begin with `#`."),
        Clause(
            "SHL-10.4",
            "An escape is a backslash outside single quotes with the character after it, which is "
            "no control character.",
        ),
        Clause(
            "SHL-10.5",
            "A single-quoted part reaches from a single quote to the next, a double-quoted part "
            "from a double quote to the next that is in no escape.",
        ),
        Clause(
            "SHL-10.6",
            "Every character may stand in quotes but control characters other than tab and, in "
            "double quotes, backquotes.",
        ),
        Clause(
            "SHL-10.7",
            "Outside single quotes, the character after a `$` that is in no escape is no `(`; "
            "outside all quotes, it is no quote either.",
        ),
        Clause(
            "SHL-10.8",
            "Outside single quotes, `${` whose `$` is in no escape is followed by one or more "
            "ASCII letters, digits or `_` and then `}`; reading stops before any other.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

GRAMMAR = Rule(
    id="SHL-11",
    title="Simple commands, pipelines and separators",
    clauses=(
        Clause(
            "SHL-11.1",
            "The redirections are `<`, `>`, `>>`, `>|`, `<>`, `<&`, `>&`, `&>`, `&>>` and `<<<`.",
        ),
        Clause(
            "SHL-11.2",
            "A redirection consists of ASCII digits directly before it, if any stand where a word "
            "would begin, its operator, and the next word, its target: `2` in `>2>x`.",
        ),
        Clause("SHL-11.3", "`&>` and `&>>` have no digits before them."),
        Clause(
            "SHL-11.4",
            "A simple command consists of words and redirections, at least one word of which is no "
            "assignment.",
        ),
        Clause(
            "SHL-11.5",
            "An assignment, as written, is an ASCII letter or `_`, then ASCII letters, digits and "
            "`_`, then `=` or `+=`, and any rest; all words before it are assignments.",
        ),
        Clause(
            "SHL-11.6",
            "A pipeline consists of simple commands with `|` or `|&` between them.",
        ),
        Clause(
            "SHL-11.7",
            "A command consists of pipelines with `&&`, `||`, `;` or `&` between them; `;` or `&` "
            "may stand behind the last.",
        ),
        Clause("SHL-11.8", "A command that is empty or white space alone is in the subset."),
        Clause("SHL-11.9", "Of several operators that fit, the longest is read."),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

PROGRAM = Rule(
    id="SHL-12",
    title="Programs",
    clauses=(
        Clause(
            "SHL-12.1",
            "The program of a simple command is its first word that is no assignment.",
        ),
        Clause("SHL-12.2", "A program, as written, is no word of the table of keywords."),
        Clause(
            "SHL-12.3",
            "The value of a word is the word without its quotes, and without the backslashes of "
            "its escapes.",
        ),
        Clause(
            "SHL-12.4",
            "Between double quotes, only the escapes of a double quote, a backslash, a `$` and a "
            "backquote lose their backslash.",
        ),
        Clause(
            "SHL-12.5",
            "The name of a word is its value after the last `/`, or all of it without a `/`; rules "
            "identify a program by its name.",
        ),
        Clause(
            "SHL-12.6",
            "A simple command is not judged, and not reported by AGT-2 to AGT-4 and AGT-7, when "
            "its program's name is in the table of programs that run others.",
        ),
        Clause(
            "SHL-12.7",
            "A simple command is not judged, and not reported by AGT-2 to AGT-4 and AGT-7, when "
            "its program's value contains `$`, `*`, `?` or `[` and is not `[`.",
        ),
        Clause(
            "SHL-12.8",
            "A simple command writes when it has a redirection `>`, `>>` or `>|` with no digits or "
            "`1`, or `&>` or `&>>`.",
        ),
        Clause(
            "SHL-12.9",
            "It also writes when it has `>&` without digits, unless the value of the target is "
            "empty, `-`, digits, or digits and `-`, or contains `$`.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

SHELL_COMMANDS = Format(
    prefix="SHL",
    title="The command format",
    anchor="command-format",
    area="agents",
    introduction=(
        "Which commands AGT-1 to AGT-8 judge, and how they are read. SHL-1 to SHL-8, which read "
        "more of the shell's language, were withdrawn in all editions."
    ),
    rules=(TEXT, WORDS, GRAMMAR, PROGRAM),
)
