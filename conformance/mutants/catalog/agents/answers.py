"""Mutants of the answer to a command (AGT-6)."""

from conformance.mutants.faults.source import ChangedStore

AGENT_ANSWER_MUTANTS = (
    ChangedStore(
        id="findings-by-place-alone",
        clause="AGT-6.1",
        broken="programs are listed by their place alone",
        file="shell/command_findings.py",
        original="key=lambda found: found[:2]",
        replacement="key=lambda found: found[1]",
    ),
    ChangedStore(
        id="operators-before-programs",
        clause="AGT-6.1",
        broken="operators are listed before programs",
        file="shell/command_findings.py",
        original="*_programs(reading), *_chains(reading))",
        replacement="*_chains(reading), *_programs(reading))",
    ),
    ChangedStore(
        id="unclosed-before-here-documents",
        clause="AGT-6.2",
        broken="`unclosed quote` is listed before `here-document`",
        file="shell/command_findings.py",
        original=(
            "    if reading.here_document:\n"
            '        yield Finding("AGT-1", "here-document")\n'
            "    if reading.unclosed:\n"
            '        yield Finding("AGT-1", "unclosed quote")\n'
        ),
        replacement=(
            "    if reading.unclosed:\n"
            '        yield Finding("AGT-1", "unclosed quote")\n'
            "    if reading.here_document:\n"
            '        yield Finding("AGT-1", "here-document")\n'
        ),
    ),
    ChangedStore(
        id="inner-programs-first",
        clause="AGT-6.3",
        broken="programs of a substitution are listed before the one around it",
        file="shell/command_findings.py",
        original="key=lambda found: found[:2]",
        replacement="key=lambda found: found[:1]",
    ),
    ChangedStore(
        id="operators-in-alphabetical-order",
        clause="AGT-6.4",
        broken="operators are listed in alphabetical order",
        file="shell/command_findings.py",
        original='        yield Finding("AGT-5", operator)\n',
        replacement=(
            '        yield from (Finding("AGT-5", each) for each in '
            "sorted(reading.operators[position:]))\n"
            "        return\n"
        ),
    ),
    ChangedStore(
        id="words-without-quotes",
        clause="AGT-6.5",
        broken="the words of a finding lack their quotes",
        file="shell/command_findings.py",
        original='" ".join(word.text for',
        replacement='" ".join(value(word) for',
    ),
    ChangedStore(
        id="words-not-cut",
        clause="AGT-6.6",
        broken="the words of a finding are cut after 256 characters",
        file="shell/command_findings.py",
        original="MOST_CHARACTERS = 200",
        replacement="MOST_CHARACTERS = 256",
    ),
    ChangedStore(
        id="redirections-among-the-words",
        clause="AGT-6.7",
        broken="the words of a finding include redirections",
        file="shell/command_findings.py",
        original="(word.text for word in command.words)",
        replacement="[*(word.text for word in command.words), *command.redirections]",
    ),
    ChangedStore(
        id="tool-for-another-command",
        clause="AGT-6.8",
        broken="a finding of AGT-5 names a tool",
        file="shell/command_findings.py",
        original='yield Finding("AGT-5", operator)',
        replacement='yield Finding("AGT-5", operator, "Bash")',
    ),
    ChangedStore(
        id="newline-only-advised",
        clause="AGT-6.9",
        broken="`newline` is only advice",
        file="shell/command_findings.py",
        original='yield Finding("AGT-1", "newline")',
        replacement='yield Finding("AGT-1", "newline", advice=True)',
    ),
    ChangedStore(
        id="advice-forbids",
        clause="AGT-6.10",
        broken="advice forbids a command",
        file="shell/command_findings.py",
        original="all(finding.advice for finding in findings)",
        replacement="not findings",
    ),
    ChangedStore(
        id="one-advice-allows",
        clause="AGT-6.10",
        broken="one finding that is advice allows a command",
        file="shell/command_findings.py",
        original="all(finding.advice for finding in findings)",
        replacement="not findings or any(finding.advice for finding in findings)",
    ),
    ChangedStore(
        id="command-of-an-unknown-plan-rejected",
        clause="AGT-6.11",
        broken="a command is rejected where its plan is unknown",
        file="store/agents.py",
        original="    return check_command(operation.command)\n",
        replacement=(
            "    from impl.store import guards\n"
            "\n"
            "    guards.require_plan(_connection, operation.plan)\n"
            "    return check_command(operation.command)\n"
        ),
    ),
)
