"""Mutants of what makes a command more than one whole line (AGT-1)."""

from conformance.mutants.faults.source import ChangedStore

LINE_MUTANTS = (
    ChangedStore(
        id="newline-allowed-in-quotes",
        clause="AGT-1.1",
        broken="a newline in quotes is not reported",
        file="shell/command_findings.py",
        original='    if "\\n" in text:',
        replacement='    if "\\n" in reading.operators:',
    ),
    ChangedStore(
        id="backslashes-not-counted",
        clause="AGT-1.2",
        broken="an even number of backslashes is reported too",
        file="shell/command_findings.py",
        original='r"(?<!\\\\)(?:\\\\\\\\)*\\\\(?:\\n|\\Z)"',
        replacement='r"\\\\(?:\\n|\\Z)"',
    ),
    ChangedStore(
        id="backslash-of-the-last-line-only",
        clause="AGT-1.2",
        broken="a backslash is reported only at the end of the command",
        file="shell/command_findings.py",
        original='\\\\(?:\\n|\\Z)"',
        replacement='\\\\\\Z"',
    ),
    ChangedStore(
        id="indented-here-document-allowed",
        clause="AGT-1.3",
        broken="`<<-` is not taken for a here-document",
        file="shell/reading.py",
        original="        if operator in HERE_DOCUMENTS:",
        replacement='        if operator == "<<":',
    ),
    ChangedStore(
        id="here-string-taken-for-a-document",
        clause="AGT-1.3",
        broken="`<<<` is taken for a here-document",
        file="shell/reading.py",
        original="        if operator in HERE_DOCUMENTS:",
        replacement='        if operator.startswith("<<"):',
    ),
    ChangedStore(
        id="unclosed-substitution-not-noticed",
        clause="AGT-1.4",
        broken="an unclosed substitution is not reported",
        file="shell/reading.py",
        original="still_open = len(self._levels) > 1 or self._levels[0].quoted",
        replacement="still_open = self._levels[0].quoted",
    ),
    ChangedStore(
        id="unclosed-arithmetic-not-noticed",
        clause="AGT-1.4",
        broken="an unclosed `$((` is not reported",
        file="shell/reading.py",
        original='            self._note_unclosed(level.word, piece.endswith("))"))\n',
        replacement="",
    ),
    ChangedStore(
        id="every-newline-reported",
        clause="AGT-1.5",
        broken="each newline of a command is reported",
        file="shell/command_findings.py",
        original='    if "\\n" in text:\n        yield',
        replacement='    for _ in range(text.count("\\n")):\n        yield',
    ),
)
