"""Agent commands: which commands an agent may run (AGT)."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.shell.commands import CommandReader, Pipeline, ShellCommand, read_command
from model.shell.pipelines import replaced_in
from model.shell.programs import subcommand_of_git, use_of_the_shell
from model.shell.words import ReadingStop
from model.transition import Decision, accept
from spec.amendments.changes_2026_2 import (
    CHAINS_BELONG_TOGETHER,
    COMMITS_IN_ONE_LINE,
    DECLARED_SHELL_SUBSET,
)
from spec.editions import Edition
from spec.vocabulary.agents import CheckCommand, CommandChecked, Finding

LONGEST_SHOWN = 200
"""Most characters of the words of a finding (AGT-6)."""

COMMIT_IN_ONE_LINE = "git commit -m"
"""What to use instead of a commit of several lines (AGT-6.14)."""

NO_ADVICE = {"AGT-2": ("AGT-2.3", "AGT-2.5"), "AGT-3": ("AGT-3.2", "AGT-3.4")}
"""The clauses by which a filter is no advice: first in its pipeline, and after another finding."""

ADVICE = {"AGT-2": "AGT-2.6", "AGT-3": "AGT-3.5"}
"""The clauses by which a filter is advice."""


@dataclass(frozen=True, slots=True)
class Found:
    """Findings, and the clauses that decided what is found."""

    findings: tuple[Finding, ...]
    clauses: tuple[str, ...]


def check_command(operation: CheckCommand, edition: Edition) -> Decision:
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
        "AGT-6.10",
    )
    return accept(CommandChecked(allowed, findings, not_judged), *dict.fromkeys(clauses))


def is_not_judged(reader: CommandReader) -> bool:
    """Return whether a part of a command was not read or not judged (AGT-6.13)."""
    unknown = any(not command.is_judged for command in reader.simple_commands)
    return not reader.is_in_subset or unknown


def several_lines(text: str, reader: CommandReader, edition: Edition) -> Found:
    """Return what makes a command more than one complete line (AGT-1).

    AGT-1.5: one finding stands for several newlines or backslashes.
    """
    lines = text.split("\n")
    checks = (
        ("newline", "AGT-1.1", len(lines) > 1),
        ("trailing backslash", "AGT-1.2", any(map(continues, lines))),
        ("here-document", "AGT-1.3", reader.stop is ReadingStop.HERE_DOCUMENT),
        ("unclosed quote", "AGT-1.4", reader.stop is ReadingStop.UNCLOSED),
    )
    found = [(words, clause) for words, clause, is_found in checks if is_found]
    names = edition.has(COMMITS_IN_ONE_LINE)
    instead = COMMIT_IN_ONE_LINE if names and any(map(commits, reader.simple_commands)) else None
    findings = tuple(
        Finding("AGT-1", words, instead if words in ("newline", "here-document") else None)
        for words, _ in found
    )
    return Found(findings, tuple(clause for _, clause in found))


def continues(line: str) -> bool:
    """Return whether a line ends in an odd number of backslashes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def commits(command: ShellCommand) -> bool:
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
        ),
    )


def other_use(
    command: ShellCommand, edition: Edition
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


def shown(command: ShellCommand) -> str:
    """Return the words of a finding, as they are written (AGT-6.5, AGT-6.6)."""
    return " ".join(word.written for word in command.words)[:LONGEST_SHOWN]


def separate_commands(reader: CommandReader, edition: Edition) -> Found:
    """Return the operators by which one call runs several commands (AGT-5)."""
    if edition.has(CHAINS_BELONG_TOGETHER):
        last = len(reader.pipelines) - 1
        reported = [
            sign
            for index, sign in enumerate(reader.separators)
            if sign == "&" or (sign == ";" and index < last)
        ]
        clause = "AGT-5.5"
    else:
        moves = changes_directory_first(reader)
        reported, clause = reader.separators[1:] if moves else reader.separators, "AGT-5.1"
    findings = tuple(Finding("AGT-5", sign) for sign in reported)
    return Found(findings, (clause,) if findings else ())


def changes_directory_first(reader: CommandReader) -> bool:
    """Return whether a command begins with `cd DIR &&` (AGT-5.3)."""
    if reader.separators[:1] != ["&&"] or len(reader.pipelines[0]) != 1:
        return False
    first = reader.pipelines[0][0]
    return len(first.words) == 2 and first.words[0].value == "cd" and not first.redirections
