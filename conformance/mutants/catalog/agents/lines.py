"""Mutants: what makes a command more than one line (AGT-1)."""

from conformance.mutants.faults.source import ChangedStore

LINE_MUTANTS = (
    ChangedStore(
        id="newline-allowed-in-quotes",
        clause="AGT-1.1",
        broken="a newline in quotes is not reported",
        file="shell/command_findings.py",
        original='    if "\\n" in text:',
        replacement='    if "\\n" in text and not re.search("[\\"\']", text):',
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
        original='r"[0-9]*<<(?!<)"',
        replacement='r"[0-9]*<<(?![<-])"',
    ),
    ChangedStore(
        id="here-string-taken-for-a-document",
        clause="AGT-1.3",
        broken="`<<<` is taken for a here-document",
        file="shell/reading.py",
        original='r"[0-9]*<<(?!<)"',
        replacement='r"[0-9]*<<"',
    ),
    ChangedStore(
        id="here-document-with-digits-allowed",
        clause="AGT-1.3",
        broken="`2<<` is not taken for a here-document",
        file="shell/reading.py",
        original='r"[0-9]*<<(?!<)"',
        replacement='r"<<(?!<)"',
    ),
    ChangedStore(
        id="unclosed-single-quote-not-noticed",
        clause="AGT-1.4",
        broken="an unclosed single quote is not reported",
        file="shell/reading.py",
        original="{_IN_SINGLE}\\Z|{_IN_DOUBLE}\\Z",
        replacement="{_IN_DOUBLE}\\Z",
    ),
    ChangedStore(
        id="unclosed-double-quote-not-noticed",
        clause="AGT-1.4",
        broken="an unclosed double quote is not reported",
        file="shell/reading.py",
        original="{_IN_SINGLE}\\Z|{_IN_DOUBLE}\\Z",
        replacement="{_IN_SINGLE}\\Z",
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
