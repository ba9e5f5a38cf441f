"""The command format: how the text of a shell command is read. Agent commands refer to it.

It is a part of what a shell does: enough to find the programs that a command runs.
"""

from spec.rules.rule import Clause, Format, Rule

_OPERATIONS = ("CheckCommand",)
_SOURCE = "decided here: the seeds name programs and operators, not how a command is read"

TEXT = Rule(
    id="SHL-1",
    title="A command is read at levels",
    clauses=(
        Clause(
            "SHL-1.1",
            "The command is the text of the request, without the newline (U+000A) at its very end "
            "if it has one there.",
        ),
        Clause("SHL-1.2", "White space is space, tab and carriage return."),
        Clause(
            "SHL-1.3",
            "The check MUST read the command once, from its beginning to its end.",
            kept_outside="the clauses of AGT decide the answer to what is read",
        ),
        Clause(
            "SHL-1.4",
            "A level is the command itself, the inside of a substitution or the inside of a pair "
            "of double quotes.",
        ),
        Clause("SHL-1.5", "A level reaches from where it is opened to where it is closed."),
        Clause("SHL-1.6", "A substitution is a level with commands of its own."),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

OUTSIDE_QUOTES = Rule(
    id="SHL-2",
    title="What is read outside double quotes",
    clauses=(
        Clause(
            "SHL-2.1",
            "A backslash directly before a newline is white space, together with the newline.",
        ),
        Clause(
            "SHL-2.2",
            "A backslash directly before any other character is part of a word, together with that "
            "character.",
        ),
        Clause("SHL-2.3", "A backslash that is the last character is part of a word."),
        Clause(
            "SHL-2.4",
            "A single quote, the next single quote and everything between them are part of a word.",
        ),
        Clause("SHL-2.5", "A double quote is part of a word, and opens a level."),
        Clause(
            "SHL-2.6",
            "`$((`, the next `))` after it and everything between them are part of a word; nothing "
            "is read inside.",
        ),
        Clause(
            "SHL-2.7",
            "`$(` (but not `$((`), `<(` and `>(` are part of a word, and open a substitution.",
        ),
        Clause(
            "SHL-2.8",
            "A backquote closes the level if a backquote opened it, and opens a substitution "
            "otherwise.",
        ),
        Clause(
            "SHL-2.9",
            "A `)` closes the level if `$(`, `<(` or `>(` opened it and every operator `(` of the "
            "level has its operator `)`.",
        ),
        Clause(
            "SHL-2.10",
            "What closes a substitution is part of the word outside it, like what opened it.",
        ),
        Clause(
            "SHL-2.11",
            "A `#` where a word would begin is white space, together with everything before the "
            "next newline.",
        ),
        Clause(
            "SHL-2.12",
            "The control operators are `&&`, `||`, `|&`, `|`, `;`, `&`, `(`, `)` and a newline.",
        ),
        Clause(
            "SHL-2.13",
            "The redirections are `<<<`, `<<-`, `<<`, `<>`, `<&`, `<`, `>>`, `>&`, `>|`, `>`, "
            "`&>>` and `&>`.",
        ),
        Clause(
            "SHL-2.14",
            "An operator is the longest control operator or redirection that can be read at a "
            "place where no other clause applies.",
        ),
        Clause("SHL-2.15", "Every other character is part of a word."),
        Clause("SHL-2.16", "White space, an operator and the end of its level end a word."),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

IN_QUOTES = Rule(
    id="SHL-3",
    title="What is read inside double quotes",
    clauses=(
        Clause(
            "SHL-3.1",
            "A backslash and the character after it are part of the word around the quotes.",
        ),
        Clause("SHL-3.2", "`$((`, `$(` and a backquote are read as in SHL-2."),
        Clause("SHL-3.3", "A double quote closes the level, and is part of the word around it."),
        Clause("SHL-3.4", "Every other character is part of the word around the quotes."),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

UNCLOSED = Rule(
    id="SHL-4",
    title="What is never closed, and where a here-document ends the text",
    clauses=(
        Clause(
            "SHL-4.1",
            "A quote, a substitution or a `$((` that is never closed is unclosed, and reaches to "
            "the end of the text.",
        ),
        Clause(
            "SHL-4.2",
            "After an operator `<<` or `<<-` at any level, the text ends before the next newline "
            "that is an operator at any level.",
        ),
        Clause(
            "SHL-4.3",
            "A level that is still open where SHL-4.2 ends the text is not unclosed.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

COMMANDS = Rule(
    id="SHL-5",
    title="Words and redirections make simple commands, and these make pipelines",
    clauses=(
        Clause(
            "SHL-5.1",
            "A word is all its parts in a row, as written, with its quotes and the substitutions "
            "in it.",
        ),
        Clause(
            "SHL-5.2",
            "A word of the digits 0 to 9 directly before a redirection that begins with `<` or `>` "
            "is part of the redirection.",
        ),
        Clause(
            "SHL-5.3",
            "The word after a redirection at the same level is its target, unless an operator "
            "stands between them.",
        ),
        Clause(
            "SHL-5.4",
            "A simple command consists of the other words and the redirections at one level "
            "between two control operators.",
        ),
        Clause(
            "SHL-5.5",
            "The beginning and the end of a level count as control operators for SHL-5.4.",
        ),
        Clause("SHL-5.6", "A simple command can be empty."),
        Clause(
            "SHL-5.7",
            "A pipeline consists of the simple commands between which only `|` and `|&` stand.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

VALUES = Rule(
    id="SHL-6",
    title="The value of a word, and its name",
    clauses=(
        Clause(
            "SHL-6.1",
            "The value of a word with a substitution, with `$((`, with something unclosed or with "
            "a last backslash (SHL-2.3) is the word as written.",
        ),
        Clause(
            "SHL-6.2",
            "The value of any other word is the word without its quotes and backslashes.",
        ),
        Clause(
            "SHL-6.3",
            "Outside quotes, a backslash is dropped and the character after it stays.",
        ),
        Clause("SHL-6.4", "Between single quotes, every character stays."),
        Clause(
            "SHL-6.5",
            "Between double quotes, a backslash is dropped before a double quote or a backslash "
            "and stays before any other character.",
        ),
        Clause(
            "SHL-6.6",
            "The name of a word is its value after the last `/`, or all of it without a `/`.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

PROGRAM = Rule(
    id="SHL-7",
    title="The program of a simple command, behind assignments and prefixes",
    clauses=(
        Clause(
            "SHL-7.1",
            "The program of a simple command is its first word that is not skipped.",
        ),
        Clause(
            "SHL-7.2",
            "An assignment, as written, is an ASCII letter or `_`, then ASCII letters, digits and "
            "`_`, then `=` or `+=`, and any rest.",
        ),
        Clause("SHL-7.3", "An assignment before the program is skipped."),
        Clause(
            "SHL-7.4",
            "A prefix is any other word before the program whose name stands in the table of "
            "prefixes.",
        ),
        Clause(
            "SHL-7.5",
            "A prefix is skipped with its options, and then with as many words as it has operands.",
        ),
        Clause(
            "SHL-7.6",
            "The options of a prefix are the words up to the first that is not an option, with the "
            "values they take (SHL-8).",
        ),
        Clause(
            "SHL-7.7",
            "A simple command has no program when an option of a prefix, not beginning with `--`, "
            "contains an asking letter of the prefix.",
        ),
        Clause(
            "SHL-7.8",
            "A simple command whose words are all skipped has no program.",
        ),
    ),
    operations=_OPERATIONS,
    source=_SOURCE,
)

FILES = Rule(
    id="SHL-8",
    title="Options, operands, and whether a command reads files by name",
    clauses=(
        Clause("SHL-8.1", "Options are found from left to right."),
        Clause(
            "SHL-8.2",
            "An option is a word whose value is longer than `-` and begins with it, and that is "
            "not the value of another option.",
        ),
        Clause("SHL-8.3", "The option `--` is the last one."),
        Clause(
            "SHL-8.4",
            "An option that begins with `--` takes the next word as its value if it is a long "
            "option with a value.",
        ),
        Clause(
            "SHL-8.5",
            "Any other option takes the next word as its value if its first letter with a value is "
            "its last character.",
        ),
        Clause(
            "SHL-8.6",
            "The operands of a program are the words after it except options, values of options "
            "and words with the value `-`.",
        ),
        Clause(
            "SHL-8.7",
            "A checked program takes as many operands that are no files as the table of checked "
            "programs says.",
        ),
        Clause(
            "SHL-8.8",
            "A checked program takes only files when one of its options gives the pattern.",
        ),
        Clause(
            "SHL-8.9",
            "A long option of the pattern options gives the pattern, with or without `=` and a "
            "value.",
        ),
        Clause(
            "SHL-8.10",
            "Any other option gives the pattern if its first letter with a value is a pattern "
            "letter.",
        ),
        Clause(
            "SHL-8.11",
            "A simple command reads files by name if its program has more operands than those that "
            "are no files.",
        ),
        Clause(
            "SHL-8.12",
            "A simple command also reads files by name if it has the redirection `<`, or skips a "
            "prefix that adds operands.",
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
    introduction="How the text of a command is read, as far as AGT-1 to AGT-6 need it.",
    rules=(TEXT, OUTSIDE_QUOTES, IN_QUOTES, UNCLOSED, COMMANDS, VALUES, PROGRAM, FILES),
)
