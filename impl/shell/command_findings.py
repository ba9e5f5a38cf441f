"""The findings in a command that an agent wants to run (AGT)."""

import re
from collections.abc import Iterator

from impl.shell.reading import Pipeline, Reading, SimpleCommand, read
from impl.shell.words import checked_run, value
from spec.vocabulary.agents import CommandChecked, Finding

# A newline or the end, after an odd number of backslashes.
TRAILING_BACKSLASH = re.compile(r"(?<!\\)(?:\\\\)*\\(?:\n|\Z)")

FORBIDDEN_OPERATORS = (";", "&&", "||", "&")


MOST_CHARACTERS = 200
"""The number of characters of a command's words that a finding shows."""


def check_command(command: str) -> CommandChecked:
    """Return whether a command may run, and all findings. Accepts any text."""
    text = command.removesuffix("\n")
    reading = read(text)
    findings = (*_lines(text, reading), *_programs(reading), *_chains(reading))
    return CommandChecked(all(finding.advice for finding in findings), findings)  # AGT-6.10


def _lines(text: str, reading: Reading) -> Iterator[Finding]:
    """Yield what makes a command span several lines (AGT-1)."""
    if "\n" in text:
        yield Finding("AGT-1", "newline")
    if TRAILING_BACKSLASH.search(text):
        yield Finding("AGT-1", "trailing backslash")
    if reading.here_document:
        yield Finding("AGT-1", "here-document")
    if reading.unclosed:
        yield Finding("AGT-1", "unclosed quote")


def _programs(reading: Reading) -> list[Finding]:
    """Return the programs for which agents have tools, by rule and position (AGT-2 to 4)."""
    placed = [found for pipeline in reading.pipelines for found in _in_pipeline(pipeline)]
    return [finding for _, _, finding in sorted(placed, key=lambda found: found[:2])]


def _in_pipeline(pipeline: Pipeline) -> Iterator[tuple[str, int, Finding]]:
    """Yield each finding of a pipeline with its rule and position."""
    forbidden_before = False
    for position, command in enumerate(pipeline):
        run = checked_run(command)
        if run is None:
            continue
        alone = len(pipeline) == 1
        if run.program.may_stand_alone and alone and not run.reads_files:  # AGT-2.2: no file
            continue
        program = run.program
        tolerated = program.filters and position > 0
        advice = tolerated and not forbidden_before and not run.reads_files
        finding = Finding(program.rule, _words(command), program.instead, advice)
        forbidden_before = forbidden_before or not advice
        yield program.rule, command.words[0].start, finding


def _words(command: SimpleCommand) -> str:
    # Words can nest: all of them in full could be quadratic in the length of the text (AGT-6.6).
    return " ".join(word.text for word in command.words)[:MOST_CHARACTERS]


def _chains(reading: Reading) -> Iterator[Finding]:
    """Yield the operators by which one call runs several commands (AGT-5)."""
    for position, operator in enumerate(reading.operators):
        if operator not in FORBIDDEN_OPERATORS:
            continue
        if position == 0 and operator == "&&" and _changes_folder(reading.beginning):
            continue
        yield Finding("AGT-5", operator)


def _changes_folder(command: SimpleCommand) -> bool:
    """Return whether a command is `cd DIR` and nothing more."""
    words = command.words
    return len(words) == 2 and not command.redirections and value(words[0]) == "cd"
