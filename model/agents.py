"""Agent commands: which commands an agent may run (AGT)."""

from model.shell.commands import Pipeline, is_control, pipelines
from model.shell.parser import CommandLevel, ParsedText, ShellWord, parse
from model.shell.programs import checked_program
from model.shell.values import value
from model.transition import Decision, accept
from spec.vocabulary.agents import CheckCommand, CommandChecked, Finding

SEPARATORS = (";", "&&", "||", "&")


LONGEST_SHOWN = 200
"""Most characters of the words of a finding (AGT-6)."""

LINE_CLAUSES = {
    "newline": "AGT-1.1",
    "trailing backslash": "AGT-1.2",
    "here-document": "AGT-1.3",
    "unclosed quote": "AGT-1.4",
}
"""The clauses on what makes a command more than one line."""


def check_command(operation: CheckCommand) -> Decision:
    """Check a command. Every text has an answer (AGT-6)."""
    text = operation.command.removesuffix("\n")
    parsed = parse(text)
    findings = (
        *several_lines(text, parsed),
        *forbidden_programs(parsed),
        *several_commands(parsed.levels[0]),
    )
    # AGT-6: what is only advice does not forbid the command.
    allowed = all(finding.advice for finding in findings)
    clauses = sorted({reporting_clause(finding) for finding in findings})
    return accept(CommandChecked(allowed, findings), *clauses, "AGT-6.1", "AGT-6.10")


def reporting_clause(finding: Finding) -> str:
    """Return the clause by which a finding is reported."""
    return LINE_CLAUSES[finding.words] if finding.rule == "AGT-1" else f"{finding.rule}.1"


def several_lines(text: str, parsed: ParsedText) -> list[Finding]:
    """Return what makes a command more than one complete line (AGT-1)."""
    found = {
        "newline": "\n" in text,
        "trailing backslash": any(continues(line) for line in text.split("\n")),
        "here-document": parsed.here_document,
        "unclosed quote": parsed.unclosed,
    }
    return [Finding("AGT-1", words) for words, is_found in found.items() if is_found]


def continues(line: str) -> bool:
    """Return whether a line ends in an odd number of backslashes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def forbidden_programs(parsed: ParsedText) -> list[Finding]:
    """Return the programs that a tool replaces, ordered by rule (AGT-2 to AGT-4), then position."""
    placed = [
        placed
        for level in parsed.levels
        for pipeline in pipelines(level)
        for placed in forbidden_in(pipeline)
    ]
    return [finding for _, finding in sorted(placed, key=lambda each: (each[1].rule, each[0]))]


def forbidden_in(pipeline: Pipeline) -> list[tuple[int, Finding]]:
    """Return the programs of a pipeline that a tool replaces, with their positions in the text."""
    placed: list[tuple[int, Finding]] = []
    forbidden = False
    for index, command in enumerate(pipeline):
        called = checked_program(command)
        if called is None:
            continue
        program, reads_by_name = called
        if program.may_stand_alone and len(pipeline) == 1 and not reads_by_name:
            continue
        advice = program.filters and index > 0 and not forbidden and not reads_by_name
        forbidden = forbidden or not advice
        # AGT-6: a finding shows the beginning of what may hold all other findings.
        words = " ".join(word.written for word in command.words)[:LONGEST_SHOWN]
        finding = Finding(program.rule, words, program.instead, advice)
        placed.append((command.words[0].start, finding))
    return placed


def several_commands(text: CommandLevel) -> list[Finding]:
    """Return the operators between commands, except after a leading change of directory (AGT-5)."""
    signs = [token.sign for token in text if is_control(token)]
    if changes_directory_first(text):
        signs = signs[1:]
    return [Finding("AGT-5", sign) for sign in signs if sign in SEPARATORS]


def changes_directory_first(text: CommandLevel) -> bool:
    """Return whether a command begins with `cd DIR &&`."""
    if len(text) < 3:
        return False
    first, second, operator = text[:3]
    return (
        isinstance(first, ShellWord)
        and isinstance(second, ShellWord)
        and value(first) == "cd"
        and is_control(operator)
        and operator.sign == "&&"
    )
