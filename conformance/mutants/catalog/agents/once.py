"""Mutants of a check that reads a command more than once (SHL-1)."""

from conformance.mutants.faults.source import ChangedProgram

CONTINUED = (
    "tests/rules/agents/test_agents.py::"
    "test_agt_1_a_line_asks_for_another_by_an_odd_number_of_backslashes"
)

READ_ONCE_MUTANTS = (
    ChangedProgram(
        id="line-continuations-read-first",
        clause="SHL-1.3",
        broken="continued lines are joined before the command is read",
        file="shell/command_findings.py",
        original="    reading = read(text)\n",
        replacement='    reading = read(text.replace("\\\\\\n", ""))\n',
        test=CONTINUED,
    ),
)
