"""The operators of shell commands (SHL-2). They are read by whoever splits a command."""

CONTROL_OPERATORS = ("&&", "||", "|&", "|", ";", "&", "(", ")", "\n")
"""The operators that end a simple command."""

REDIRECTIONS = ("<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">&", ">|", ">", "&>>", "&>")
"""The operators before what a command reads from or writes to."""

HERE_DOCUMENTS = ("<<", "<<-")
"""The redirections whose input stands in the lines below."""
