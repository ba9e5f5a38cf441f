"""Mutants of how the text of a command is read (SHL)."""

from conformance.mutants.faults.source import ChangedStore

COMMAND_READING_MUTANTS = (
    ChangedStore(
        id="here-document-read-as-commands",
        clause="AGT-2.1",
        broken="the lines of a here-document are read as commands",
        file="shell/reading.py",
        original=(
            '        elif operator == "\\n" and self._reading.here_document:\n'
            "            self._end = self._place  # what follows is not a command\n"
        ),
        replacement="",
    ),
    ChangedStore(
        id="pipe-with-errors-ends-a-pipeline",
        clause="AGT-2.6",
        broken="`|&` separates two pipelines",
        file="shell/reading.py",
        original='        if operator in ("|", "|&"):',
        replacement='        if operator == "|":',
    ),
    ChangedStore(
        id="comment-read-as-commands",
        clause="AGT-5.1",
        broken="operators in a comment are reported",
        file="shell/reading.py",
        original='        elif kind == "hash" and level.word is None:',
        replacement='        elif kind == "hash" and self._place == 0:',
    ),
    ChangedStore(
        id="subshell-closes-a-substitution",
        clause="AGT-5.4",
        broken="the first `)` closes a substitution, whatever has opened it",
        file="shell/reading.py",
        original='operator == ")" and level.parentheses == 0 and level',
        replacement='operator == ")" and level',
    ),
    ChangedStore(
        id="target-among-the-words",
        clause="AGT-6.7",
        broken="the words of a finding include the targets of redirections",
        file="shell/reading.py",
        original=(
            "        if not level.target:\n            level.command.words.append(level.word)\n"
        ),
        replacement="        level.command.words.append(level.word)\n",
    ),
    ChangedStore(
        id="descriptor-among-the-words",
        clause="AGT-6.7",
        broken="the words of a finding include the number before a redirection",
        file="shell/reading.py",
        original='        if described and operator[0] in "<>":',
        replacement="        if False:",
    ),
)
