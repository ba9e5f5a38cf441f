"""Agent commands: which commands an agent may run (AGT)."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.shell.commands import PIPES, ParsedCommand, Pipeline, is_control, pipelines
from model.shell.parser import CommandLevel, ParsedText, ShellWord, Token, parse
from model.shell.programs import checked_program
from model.shell.values import value
from model.transition import Decision, accept
from spec.formats.shell_programs import CheckedProgram
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

NO_ADVICE = {
    "AGT-2": ("AGT-2.3", "AGT-2.4", "AGT-2.5"),
    "AGT-3": ("AGT-3.2", "AGT-3.3", "AGT-3.4"),
}
"""The clauses by which a filter is no advice: first, reading by name, and after another finding."""

ADVICE = {"AGT-2": "AGT-2.6", "AGT-3": "AGT-3.5"}
"""The clauses by which a filter is advice."""

IN_SUBSTITUTIONS = {"AGT-2": "AGT-2.7", "AGT-3": "AGT-3.6", "AGT-4": "AGT-4.3"}
"""The clauses on commands inside substitutions."""


def check_command(operation: CheckCommand, registered: bool) -> Decision:
    """Check a command. Every text has an answer (AGT-6), also where the plan is unknown."""
    text = operation.command.removesuffix("\n")
    parsed = parse(text)
    lines = several_lines(text, parsed)
    checked = checked_commands(parsed)
    # AGT-6.1: ordered by rule (AGT-2 to AGT-4), then by position.
    programs = sorted((each.finding for each in checked if each.finding), key=rule_of)
    operators = several_commands(parsed.levels[0])
    findings = (*lines, *programs, *operators)
    # AGT-6.10: what is only advice does not forbid the command.
    allowed = all(finding.advice for finding in findings)
    clauses = (
        *line_clauses(text, lines),
        *(clause for command in checked for clause in command.clauses),
        *operator_clauses(parsed, operators),
        *answer_clauses(findings, programs),
        *(["AGT-6.11"] if parsed.unclosed or not registered else []),
    )
    return accept(CommandChecked(allowed, findings), *dict.fromkeys(clauses))


def rule_of(finding: Finding) -> str:
    """Return the rule of a finding."""
    return finding.rule


def answer_clauses(findings: tuple[Finding, ...], programs: list[Finding]) -> Iterator[str]:
    """Yield the clauses on an answer with these findings, some of them on programs."""
    yield "AGT-6.10"
    if findings:
        yield "AGT-6.1"
    if len(findings) > len(programs):
        yield from ("AGT-6.8", "AGT-6.9")
    if len(programs) > len(set(map(rule_of, programs))):
        yield "AGT-6.3"


def several_lines(text: str, parsed: ParsedText) -> list[Finding]:
    """Return what makes a command more than one complete line (AGT-1)."""
    found = {
        "newline": "\n" in text,
        "trailing backslash": any(continues(line) for line in text.split("\n")),
        "here-document": parsed.here_document,
        "unclosed quote": parsed.unclosed,
    }
    return [Finding("AGT-1", words) for words, is_found in found.items() if is_found]


def line_clauses(text: str, lines: list[Finding]) -> Iterator[str]:
    """Yield the clauses on what makes a command more than one line."""
    for finding in lines:
        yield LINE_CLAUSES[finding.words]
    # AGT-1.5: one finding stands for several newlines or backslashes.
    if text.count("\n") > 1 or sum(continues(line) for line in text.split("\n")) > 1:
        yield "AGT-1.5"
    if len(lines) > 1:
        yield "AGT-6.2"


def continues(line: str) -> bool:
    """Return whether a line ends in an odd number of backslashes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


@dataclass(frozen=True, slots=True)
class CheckedCommand:
    """A command whose program a tool replaces: where it begins, and the clauses that decided.

    `finding` is `None` if the command is not reported.
    """

    start: int
    finding: Finding | None
    clauses: tuple[str, ...]


def checked_commands(parsed: ParsedText) -> list[CheckedCommand]:
    """Return the commands whose program a tool replaces, in the order in which they begin."""
    checked = [
        command
        for level in parsed.levels
        for pipeline in pipelines(level)
        for command in checked_in(pipeline, is_substitution=level is not parsed.levels[0])
    ]
    return sorted(checked, key=lambda command: command.start)


def checked_in(pipeline: Pipeline, is_substitution: bool) -> Iterator[CheckedCommand]:
    """Yield the commands of a pipeline whose program a tool replaces."""
    forbidden = False
    for index, command in enumerate(pipeline):
        called = checked_program(command)
        if called is None:
            continue
        start, (program, reads_by_name) = command.words[0].start, called
        if program.may_stand_alone and len(pipeline) == 1 and not reads_by_name:
            yield CheckedCommand(start, None, ("AGT-2.2",))
            continue
        reasons = tuple(reasons_to_forbid(program, index == 0, reads_by_name, forbidden))
        forbidden = forbidden or bool(reasons)
        words = written_words(command)[:LONGEST_SHOWN]
        finding = Finding(program.rule, words, program.instead, advice=not reasons)
        clauses = (
            f"{program.rule}.1",
            *(reasons or (ADVICE[program.rule],)),
            *((IN_SUBSTITUTIONS[program.rule],) if is_substitution else ()),
            *words_clauses(command),
        )
        yield CheckedCommand(start, finding, clauses)


def reasons_to_forbid(
    program: CheckedProgram, is_first: bool, reads_by_name: bool, forbidden: bool
) -> Iterator[str]:
    """Yield the clauses by which a finding is no advice.

    `forbidden` says that an earlier command of the pipeline has a finding that is no advice.
    """
    if not program.filters:
        yield "AGT-4.2"
        return
    first, by_name, after_another = NO_ADVICE[program.rule]
    if is_first:
        yield first
    if reads_by_name:
        yield by_name
    if forbidden:
        yield after_another


def written_words(command: ParsedCommand) -> str:
    """Return the words of a command as they are written."""
    return " ".join(word.written for word in command.words)


def words_clauses(command: ParsedCommand) -> Iterator[str]:
    """Yield the clauses on the words of a finding."""
    if len(command.words) > 1:
        yield "AGT-6.5"
    if len(written_words(command)) > LONGEST_SHOWN:
        yield "AGT-6.6"
    if command.redirections:
        yield "AGT-6.7"


def several_commands(text: CommandLevel) -> list[Finding]:
    """Return the operators between commands, except after a leading change of directory (AGT-5)."""
    signs = [token.sign for token in text if is_control(token)]
    if changes_directory_first(text):
        signs = signs[1:]
    return [Finding("AGT-5", sign) for sign in signs if sign in SEPARATORS]


def operator_clauses(parsed: ParsedText, found: list[Finding]) -> Iterator[str]:
    """Yield the clauses on the operators of a command."""
    text, *substitutions = parsed.levels
    if found:
        yield "AGT-5.1"
    if changes_directory_first(text):
        yield "AGT-5.2"
    if any(is_pipe(token) for token in text) or any(
        is_control(token) for level in substitutions for token in level
    ):
        yield "AGT-5.4"
    if len(found) > 1:
        yield "AGT-6.4"


def is_pipe(token: Token) -> bool:
    """Return whether a token connects two commands of a pipeline."""
    return is_control(token) and token.sign in PIPES


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
