"""The command format: how the text of a shell command is read. Part of AGT-1 to AGT-5.

It is a part of what a shell does: enough to find the programs that a command runs.
"""

SECTION = "command-format"
"""The heading under which the agents area shows the sentences."""

CONTROL_OPERATORS = ("&&", "||", "|&", "|", ";", "&", "(", ")", "\n")
"""The operators that end a simple command."""

REDIRECTIONS = ("<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">&", ">|", ">", "&>>", "&>")
"""The operators that lead what a command reads or writes from or to elsewhere."""

HERE_DOCUMENTS = ("<<", "<<-")
"""The redirections whose input stands in the lines below."""

_LEVELS = (
    "A command is a text, without the newline (U+000A) at its very end if it has one there, and "
    "white space is space, tab, carriage return and newline.",
    "The text is read once, from its beginning to its end, at a level: the text is one, and every "
    "substitution and every pair of double quotes is another one, from where it is opened to where "
    "it is closed.",
    "At a level other than double quotes, the first of the next twelve sentences that applies says "
    "what is read.",
    "A backslash directly before a newline is white space, together with it.",
    "A backslash and the character after it, or a backslash that is the last character, are part "
    "of a word.",
    "A single quote, the next one, and all that stands between them are part of a word.",
    "A double quote is part of a word and opens the level of its double quotes.",
    "`$((`, the next `))` after it, and all that stands between them are part of a word, and "
    "nothing in there is looked into.",
    "`$(`, `<(` and `>(` are part of a word and open a substitution, which is a level with "
    "commands of its own.",
    "A backquote closes the level if a backquote has opened it, and opens a substitution if not; "
    "it is part of a word outside the substitution.",
    "A `)` closes the level if `$(`, `<(` or `>(` has opened it and every operator `(` that was "
    "read at this level has had its operator `)`; it is then part of the word outside.",
    "A `#` with which a word would begin is white space, with all that follows up to the next "
    "newline, which is not part of it.",
    "An operator is the longest of these that can be read: `&&`, `||`, `|&`, `|`, `;`, `&`, `(`, "
    "`)` and a newline, which are control operators, and `<<<`, `<<-`, `<<`, `<>`, `<&`, `<`, "
    "`>>`, `>&`, `>|`, `>`, `&>>` and `&>`, which are redirections.",
    "White space ends a word.",
    "Every other character is part of a word.",
    "Inside double quotes a backslash and the character after it are part of a word, `$((`, `$(` "
    "and a backquote are read as above, a double quote closes the level, and every other "
    "character is part of a word.",
    "What is never closed reaches to the end of the text.",
    "After an operator `<<` or `<<-`, at whatever level, the text ends before the next newline "
    "that is read as an operator, at whatever level: what follows is not read, and what is still "
    "open there is not called unclosed.",
)

_COMMANDS = (
    "A word is everything that is part of it, exactly as it is written, with its quotes and with "
    "the substitutions in it, up to white space or an operator or the end of its level.",
    "A word of the digits 0 to 9 alone that stands directly before a redirection that begins with "
    "`<` or `>` belongs to that redirection and is no word of a command.",
    "The next word at the same level after a redirection, if no operator stands between them, is "
    "its target and is no word of a command.",
    "A simple command is all words, and all redirections, at one level between two control "
    "operators, the beginning and the end of the level counting as such; it may be empty.",
    "A pipeline is all simple commands between which only `|` and `|&` stand; every other control "
    "operator divides two pipelines.",
)

_VALUES = (
    "The value of a word with a substitution, with `$((`, with something that is never closed or "
    "with a backslash that nothing follows is the word as it is written.",
    "The value of any other word is the word without its quotes and backslashes: outside quotes a "
    "backslash is dropped and the character after it stays, between single quotes everything "
    "stays, and between double quotes a backslash is dropped before a double quote or a backslash "
    "and stays before anything else.",
    "The name of a word is what follows the last `/` in its value, or all of it if there is none.",
    "The words of a simple command are looked through from the first to find its program.",
    "An assignment is skipped: a word that, as it is written, begins with an ASCII letter or `_`, "
    "then has any number of ASCII letters, digits and `_`, and then `=` or `+=`.",
    "Any other word whose name is a prefix (the table of prefixes) is skipped with its options, "
    "and after these as many words as the prefix has operands.",
    "What comes next is looked at in the same way; the first word that is neither an assignment "
    "nor a prefix is the program, and the command has none if the words end before it, or if an "
    "option of a prefix has one of its asking letters.",
    "The options of a prefix are the words after it up to the first that is no option, with the "
    "values they take; those of a program may stand anywhere after it.",
    "Options are found from left to right: an option is a word whose value begins with `-` and is "
    "longer than that, and that is not itself the value of an option; `--` is the last one.",
    "An option that begins with `--` takes the next word as its value if it is one of the long "
    "options with a value.",
    "Any other option takes the next word as its value if the first of its characters after the "
    "`-` that is one of the letters with a value is its last character.",
    "The asking letters are looked for among the letters of options that do not begin with `--`.",
    "The operands of a program are the words after it that are neither options nor values of "
    "options nor have the value `-`.",
    "A checked program (the table of checked programs) takes as many operands that are no files as "
    "the table says, or none of them if an option gives the pattern: a long option of its pattern "
    "options, with or without `=` and a value, or any other option whose first letter with a value "
    "is one of its pattern letters.",
    "A simple command reads files by name if its program has more operands than these, if it has "
    "the redirection `<`, or if a prefix that adds operands was skipped.",
)

COMMAND_FORMAT: tuple[str, ...] = (*_LEVELS, *_COMMANDS, *_VALUES)
