"""Mutants: the answer to a command (AGT-6)."""

from conformance.mutants.faults.source import ChangedStore

AGENT_ANSWER_MUTANTS = (
    ChangedStore(
        id="findings-by-place-alone",
        clause="AGT-6.1",
        broken="programs are listed by their place alone",
        file="shell/command_findings.py",
        original="    return sorted(found, key=lambda finding: finding.rule)",
        replacement="    return found",
    ),
    ChangedStore(
        id="operators-before-programs",
        clause="AGT-6.1",
        broken="operators are listed before programs",
        file="shell/command_findings.py",
        original="[*_programs(reading), *_separate(reading), *_uses(reading)]",
        replacement="[*_separate(reading), *_programs(reading), *_uses(reading)]",
    ),
    ChangedStore(
        id="unclosed-before-backslashes",
        clause="AGT-6.2",
        broken="`unclosed quote` is listed before `newline`",
        file="shell/command_findings.py",
        original="    return CommandChecked(allowed, tuple(findings), not_judged)",
        replacement=(
            '    findings.sort(key=lambda finding: finding.words != "unclosed '
            'quote")\n'
            "    return CommandChecked(allowed, tuple(findings), not_judged)"
        ),
    ),
    ChangedStore(
        id="programs-in-alphabetical-order",
        clause="AGT-6.3",
        broken="programs of one rule are listed in alphabetical order",
        file="shell/command_findings.py",
        original="key=lambda finding: finding.rule)",
        replacement="key=lambda finding: (finding.rule, finding.words))",
    ),
    ChangedStore(
        id="operators-in-alphabetical-order",
        clause="AGT-6.4",
        broken="operators are listed in alphabetical order",
        file="shell/command_findings.py",
        original="enumerate(reading.separators, start=1)",
        replacement="enumerate(sorted(reading.separators), start=1)",
    ),
    ChangedStore(
        id="words-without-quotes",
        clause="AGT-6.5",
        broken="the words of a finding lack their quotes",
        file="shell/command_findings.py",
        original='" ".join(word.text for',
        replacement='" ".join(word.value for',
    ),
    ChangedStore(
        id="assignments-not-shown",
        clause="AGT-6.5",
        broken="the words of a finding lack assignments",
        file="shell/command_findings.py",
        original="for word in command.words)",
        replacement="for word in command.called)",
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
        broken="the words of a finding include `2>` and its target",
        file="shell/reading.py",
        original="            command.redirect(digits, operator, Word(text[at:end]))\n",
        replacement=(
            "            command.redirect(digits, operator, Word(text[at:end]))\n"
            "            if command.called:\n"
            "                command.called.append(Word(text[at:end]))\n"
        ),
    ),
    ChangedStore(
        id="newline-only-advised",
        clause="AGT-6.9",
        broken="`newline` is only advice",
        file="shell/command_findings.py",
        original='yield Finding("AGT-1", "newline", instead)',
        replacement='yield Finding("AGT-1", "newline", instead, advice=True)',
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
    ChangedStore(
        id="judged-outside-the-subset",
        clause="AGT-6.12",
        broken="what stands before a part that cannot be read is judged",
        file="shell/command_findings.py",
        original="    if reading.is_complete:",
        replacement="    if reading.is_complete or reading.commands:",
    ),
    ChangedStore(
        id="runners-taken-as-judged",
        clause="AGT-6.13",
        broken="a program that runs another is taken for one that was judged",
        file="shell/command_findings.py",
        original=" and program.name not in RUNNERS",
        replacement="",
    ),
    ChangedStore(
        id="variables-taken-for-programs",
        clause="AGT-6.13",
        broken="a program in a variable is taken for one that was judged",
        file="shell/command_findings.py",
        original='re.compile(r"[$*?\\[]")',
        replacement='re.compile(r"[*?\\[]")',
    ),
    ChangedStore(
        id="unread-taken-as-judged",
        clause="AGT-6.13",
        broken="a command that was not read to its end is taken for a judged one",
        file="shell/command_findings.py",
        original="not reading.is_complete or not all(",
        replacement="not all(",
    ),
    ChangedStore(
        id="commit-not-told-how",
        clause="AGT-6.14",
        broken="a commit of several lines is not told what to use instead",
        file="shell/command_findings.py",
        original='"git commit -m" if commits else None',
        replacement="None",
    ),
    ChangedStore(
        id="commit-by-here-document-not-told-how",
        clause="AGT-6.14",
        broken="a commit by a here-document is not told what to use instead",
        file="shell/command_findings.py",
        original='yield Finding("AGT-1", "here-document", instead)',
        replacement='yield Finding("AGT-1", "here-document")',
    ),
    ChangedStore(
        id="everybody-told-to-commit",
        clause="AGT-6.15",
        broken="any command of git is told how to commit",
        file="shell/command_findings.py",
        original='== "commit" for',
        replacement="is not None for",
    ),
    ChangedStore(
        id="tool-for-another-command",
        clause="AGT-6.15",
        broken="a finding of AGT-5 names a tool",
        file="shell/command_findings.py",
        original='yield Finding("AGT-5", operator)',
        replacement='yield Finding("AGT-5", operator, "Bash")',
    ),
)
