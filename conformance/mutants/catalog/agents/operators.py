"""Mutants: the operators by which one call runs several commands (AGT-5)."""

from conformance.mutants.faults.source import ChangedStore

OPERATOR_MUTANTS = (
    ChangedStore(
        id="background-allowed",
        clause="AGT-5.5",
        broken="`&` is not reported",
        file="shell/command_findings.py",
        original='        if operator == "&" or (operator == ";" and between):',
        replacement='        if operator == ";" and between:',
    ),
    ChangedStore(
        id="background-at-the-end-allowed",
        clause="AGT-5.5",
        broken="`&` is not reported behind the last pipeline",
        file="shell/command_findings.py",
        original='        if operator == "&" or (operator == ";" and between):',
        replacement='        if operator in ("&", ";") and between:',
    ),
    ChangedStore(
        id="first-operator-alone-reported",
        clause="AGT-5.5",
        broken="only the first operator is reported",
        file="shell/command_findings.py",
        original='            yield Finding("AGT-5", operator)\n',
        replacement='            yield Finding("AGT-5", operator)\n            return\n',
    ),
    ChangedStore(
        id="conditions-reported",
        clause="AGT-5.6",
        broken="`||` is reported",
        file="shell/command_findings.py",
        original='        if operator == "&" or',
        replacement='        if operator in ("&", "||") or',
    ),
    ChangedStore(
        id="last-semicolon-reported",
        clause="AGT-5.6",
        broken="a `;` behind the last pipeline is reported",
        file="shell/command_findings.py",
        original='(operator == ";" and between)',
        replacement='operator == ";"',
    ),
    ChangedStore(
        id="change-of-folder-reported",
        clause="AGT-5.2",
        broken="the `&&` of `cd DIR && COMMAND` is reported",
        file="shell/command_findings.py",
        original='        if operator == "&" or (operator == ";" and between):',
        replacement=(
            '        moves = reading.commands[0].called[0].value == "cd"\n'
            '        if operator == "&" or moves or (operator == ";" and between):'
        ),
    ),
)
