"""Agent commands: which commands an agent may run (AGT)."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.shell.commands import CommandReader, Pipeline, SimpleCommand, read_command
from model.shell.pipelines import replaced_in
from model.shell.programs import subcommand_of_git, use_of_the_shell
from model.shell.words import Stop
from model.transition import Decision, accept, decided_by
from spec.amendments.changes_2026_2 import (
    CHAINS_BELONG_TOGETHER,
    COMMITS_IN_ONE_LINE,
    DECLARED_SHELL_SUBSET,
)
from spec.editions import Edition
from spec.vocabulary.agents import CheckCommand, CommandChecked, Finding

SEPARATE = (";", "&")
"""The operators between commands that do not depend on each other (AGT-5.5)."""

LONGEST_SHOWN = 200
"""Most characters of the words of a finding (AGT-6)."""

COMMIT_IN_ONE_LINE = "git commit -m"
"""What to use instead of a commit of several lines (AGT-6.14)."""

LINE_CLAUSES = {
    "newline": "AGT-1.1",
    "trailing backslash": "AGT-1.2",
    "here-document": "AGT-1.3",
    "unclosed quote": "AGT-1.4",
}
"""The clauses on what makes a command more than one line."""

NO_ADVICE = {"AGT-2": ("AGT-2.3", "AGT-2.5"), "AGT-3": ("AGT-3.2", "AGT-3.4")}
"""The clauses by which a filter is no advice: first in its pipeline, and after another finding."""

ADVICE = {"AGT-2": "AGT-2.6", "AGT-3": "AGT-3.5"}
"""The clauses by which a filter is advice."""


@dataclass(frozen=True, slots=True)
class Found:
    """Findings, and the clauses that decided what is found."""

    findings: tuple[Finding, ...]
    clauses: tuple[str, ...]


def check_command(operation: CheckCommand, edition: Edition, registered: bool) -> Decision:
    """Check a command. Every text has an answer (AGT-6), also where the plan is unknown."""
    text = operation.command.removesuffix("\n")
    reader = read_command(text)
    lines = several_lines(text, reader, edition)
    judged = judged_parts(reader, edition) if reader.is_in_subset else Found((), ("AGT-6.12",))
    findings = (*lines.findings, *judged.findings)
    # AGT-6.10: what is only advice does not forbid the command.
    allowed = all(finding.advice for finding in findings)
    not_judged = is_not_judged(reader) if edition.has(DECLARED_SHELL_SUBSET) else None
    clauses = (
        *lines.clauses,
        *judged.clauses,
        *answer_clauses(findings),
        *(() if not_judged is None else ("AGT-6.13",)),
        *(() if registered and reader.is_in_subset else ("AGT-6.11",)),
    )
    return accept(CommandChecked(allowed, findings, not_judged), *dict.fromkeys(clauses))


def is_not_judged(reader: CommandReader) -> bool:
    """Return whether a part of a command was not read or not judged (AGT-6.13)."""
    unknown = any(not command.is_judged for command in reader.simple_commands)
    return not reader.is_in_subset or unknown


def answer_clauses(findings: tuple[Finding, ...]) -> Iterator[str]:
    """Yield the clauses on an answer with these findings."""
    yield "AGT-6.10"
    rules = [finding.rule for finding in findings]
    if findings:
        yield "AGT-6.1"
    if "AGT-1" in rules or "AGT-5" in rules:
        yield "AGT-6.9"
    if any(rules.count(rule) > 1 for rule in ("AGT-2", "AGT-3", "AGT-4", "AGT-7")):
        yield "AGT-6.3"
    if rules.count("AGT-5") > 1:
        yield "AGT-6.4"


def several_lines(text: str, reader: CommandReader, edition: Edition) -> Found:
    """Return what makes a command more than one complete line (AGT-1)."""
    lines = text.split("\n")
    found = {
        "newline": len(lines) > 1,
        "trailing backslash": any(map(continues, lines)),
        "here-document": reader.stop is Stop.HERE_DOCUMENT,
        "unclosed quote": reader.stop is Stop.UNCLOSED,
    }
    names = edition.has(COMMITS_IN_ONE_LINE)
    instead = COMMIT_IN_ONE_LINE if names and any(map(commits, reader.simple_commands)) else None
    findings = tuple(
        Finding("AGT-1", words, instead if words in ("newline", "here-document") else None)
        for words, is_found in found.items()
        if is_found
    )
    return Found(findings, tuple(line_clauses(lines, findings, names)))


def line_clauses(lines: list[str], findings: tuple[Finding, ...], names: bool) -> Iterator[str]:
    """Yield the clauses on what makes a command more than one line.

    `names` says that a commit is told what to use instead.
    """
    for finding in findings:
        yield LINE_CLAUSES[finding.words]
        if finding.instead:
            yield "AGT-6.14"
        else:
            yield "AGT-6.15" if names else "AGT-6.8"
    # AGT-1.5: one finding stands for several newlines or backslashes.
    if len(lines) > 2 or sum(map(continues, lines)) > 1:
        yield "AGT-1.5"
    if len(findings) > 1:
        yield "AGT-6.2"


def continues(line: str) -> bool:
    """Return whether a line ends in an odd number of backslashes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def commits(command: SimpleCommand) -> bool:
    """Return whether a simple command commits with git, as far as it was read."""
    return subcommand_of_git(command) == "commit"


def judged_parts(reader: CommandReader, edition: Edition) -> Found:
    """Return what is found in a command of the subset, in the order of the rules (AGT-6.1)."""
    programs = [found for pipeline in reader.pipelines for found in checked_in(pipeline, edition)]
    uses = [use for each in reader.simple_commands for use in [other_use(each, edition)] if use]
    separate = separate_commands(reader, edition)
    ordered = sorted((finding for finding, _ in programs if finding), key=lambda one: one.rule)
    return Found(
        (*ordered, *separate.findings, *(finding for finding, _ in uses if finding)),
        (
            *(clause for _, clauses in programs for clause in clauses),
            *separate.clauses,
            *(clause for _, clauses in uses for clause in clauses),
            *(clause for command in reader.simple_commands for clause in words_clauses(command)),
        ),
    )


def other_use(
    command: SimpleCommand, edition: Edition
) -> tuple[Finding | None, tuple[str, ...]] | None:
    """Return what AGT-7 finds in a command that it names, with the clauses that decided."""
    use = use_of_the_shell(command, edition)
    if use is None:
        return None
    instead, clause = use
    if instead is None:
        return None, (clause,)
    return Finding("AGT-7", shown(command), instead, advice=True), (clause, "AGT-7.4")


def checked_in(
    pipeline: Pipeline, edition: Edition
) -> Iterator[tuple[Finding | None, tuple[str, ...]]]:
    """Yield the findings on the programs of a pipeline, with the clauses that decided each."""
    forbidden = False
    for index, replaced in enumerate(replaced_in(pipeline, edition)):
        command = pipeline[index]
        if replaced is None:
            continue
        if replaced.kept:
            yield None, (replaced.kept,)
            continue
        reasons = tuple(reasons_to_forbid(replaced.rule, index == 0, forbidden))
        forbidden = forbidden or bool(reasons)
        finding = Finding(replaced.rule, shown(command), replaced.instead, advice=not reasons)
        yield finding, (replaced.clause, *(reasons or (ADVICE[replaced.rule],)))


def reasons_to_forbid(rule: str, is_first: bool, forbidden: bool) -> Iterator[str]:
    """Yield the clauses by which a finding is no advice.

    `forbidden` says that an earlier command of the pipeline has a finding that is no advice.
    """
    if rule == "AGT-4":
        yield "AGT-4.2"
        return
    first, after_another = NO_ADVICE[rule]
    if is_first:
        yield first
    if forbidden:
        yield after_another


def shown(command: SimpleCommand) -> str:
    """Return the words of a finding (AGT-6.5, AGT-6.6)."""
    return written_words(command)[:LONGEST_SHOWN]


def written_words(command: SimpleCommand) -> str:
    """Return the words of a command as they are written."""
    return " ".join(word.written for word in command.words)


def words_clauses(command: SimpleCommand) -> Iterator[str]:
    """Yield the clauses on the words of a finding."""
    if len(command.words) > 1:
        yield "AGT-6.5"
    if len(written_words(command)) > LONGEST_SHOWN:
        yield "AGT-6.6"
    if command.redirections:
        yield "AGT-6.7"


def separate_commands(reader: CommandReader, edition: Edition) -> Found:
    """Return the operators by which one call runs several commands (AGT-5)."""
    moves = changes_directory_first(reader)
    if edition.has(CHAINS_BELONG_TOGETHER):
        last = len(reader.pipelines) - 1
        reported = [
            sign
            for index, sign in enumerate(reader.separators)
            if sign == "&" or (sign == ";" and index < last)
        ]
        decided = {"AGT-5.5": bool(reported), "AGT-5.6": len(reported) < len(reader.separators)}
    else:
        reported = reader.separators[1:] if moves else reader.separators
        decided = {"AGT-5.1": bool(reported)}
    names = edition.has(COMMITS_IN_ONE_LINE)
    decided |= {"AGT-5.2": moves, "AGT-5.3": moves}
    decided |= {"AGT-6.15": bool(reported) and names, "AGT-6.8": bool(reported) and not names}
    findings = tuple(Finding("AGT-5", sign) for sign in reported)
    return Found(findings, tuple(decided_by(decided)))


def changes_directory_first(reader: CommandReader) -> bool:
    """Return whether a command begins with `cd DIR &&` (AGT-5.3)."""
    if reader.separators[:1] != ["&&"] or len(reader.pipelines[0]) != 1:
        return False
    first = reader.pipelines[0][0]
    return len(first.words) == 2 and first.words[0].value == "cd" and not first.redirections
