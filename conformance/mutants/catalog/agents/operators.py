"""Mutants of the operators by which one call runs several commands (AGT-5)."""

from conformance.mutants.faults.source import ChangedStore

OPERATOR_MUTANTS = (
    ChangedStore(
        id="any-word-changes-folder",
        clause="AGT-5.1",
        broken="the first `&&` is not reported after any two words",
        file="shell/command_findings.py",
        original=' and value(words[0]) == "cd"',
        replacement="",
    ),
    ChangedStore(
        id="folder-changed-anywhere",
        clause="AGT-5.1",
        broken="a later `&&` is not reported after `cd DIR`",
        file="shell/command_findings.py",
        original="position == 0 and operator",
        replacement="operator",
    ),
    ChangedStore(
        id="folder-changed-with-a-redirection",
        clause="AGT-5.1",
        broken="the first `&&` is not reported after `cd DIR` with a redirection",
        file="shell/command_findings.py",
        original="len(words) == 2 and not command.redirections and",
        replacement="len(words) == 2 and",
    ),
    ChangedStore(
        id="background-allowed",
        clause="AGT-5.1",
        broken="`&` is not reported",
        file="shell/command_findings.py",
        original='(";", "&&", "||", "&")',
        replacement='(";", "&&", "||")',
    ),
    ChangedStore(
        id="first-operator-alone-reported",
        clause="AGT-5.1",
        broken="only the first operator is reported",
        file="shell/command_findings.py",
        original='        yield Finding("AGT-5", operator)\n',
        replacement='        yield Finding("AGT-5", operator)\n        return\n',
    ),
    ChangedStore(
        id="quoted-change-of-folder-reported",
        clause="AGT-5.2",
        broken="the `&&` after a quoted `cd` is reported",
        file="shell/command_findings.py",
        original='value(words[0]) == "cd"',
        replacement='words[0].text == "cd"',
    ),
    ChangedStore(
        id="operators-of-substitutions-reported",
        clause="AGT-5.4",
        broken="operators inside substitutions are reported",
        file="shell/reading.py",
        original="        if level.opened_by == TEXT:\n",
        replacement="        if level.opened_by != BACKQUOTE:\n",
    ),
    ChangedStore(
        id="pipe-with-errors-reported",
        clause="AGT-5.4",
        broken="the pipe `|&` is reported",
        file="shell/command_findings.py",
        original='(";", "&&", "||", "&")',
        replacement='(";", "&&", "||", "&", "|&")',
    ),
)
