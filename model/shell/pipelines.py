"""What the commands of a pipeline do together that a tool could do instead (AGT-2, AGT-8)."""

from dataclasses import replace

from model.shell.commands import Pipeline, ShellCommand
from model.shell.programs import ReplacedProgram, operands_of_awk, replaced_program
from spec.amendments.changes_2026_2 import TOOLS_THAT_SERVE
from spec.editions import Edition

AWKS = ("awk", "gawk", "mawk")


def replaced_in(pipeline: Pipeline, edition: Edition) -> list[ReplacedProgram | None]:
    """Return which tool replaces each command of a pipeline, or `None` where none does."""
    found: list[ReplacedProgram | None] = []
    for index, command in reversed(list(enumerate(pipeline))):
        behind = found[0] if found else None
        replaced = replaced_program(command, edition)
        if replaced is not None and replaced.rule == "AGT-2" and not replaced.kept:
            goes_on = index + 1 == len(pipeline) or is_reported_reading(behind)
            replaced = replace(replaced, kept=nothing_to_read(pipeline, index, goes_on, edition))
        found.insert(0, replaced)
    return found


def is_reported_reading(replaced: ReplacedProgram | None) -> bool:
    """Return whether a command is reported that reads what a pipe brings."""
    return replaced is not None and not replaced.kept and replaced.rule in ("AGT-2", "AGT-3")


def nothing_to_read(pipeline: Pipeline, index: int, goes_on: bool, edition: Edition) -> str:
    """Return the clause by which a reader in a pipeline is not reported; nothing if none.

    `goes_on` says that the next command, if there is one, is reported.
    """
    command = pipeline[index]
    if not edition.has(TOOLS_THAT_SERVE):
        return "AGT-2.2" if len(pipeline) == 1 and not command.arguments else ""
    if not goes_on:
        return "AGT-8.7"
    return without_a_file(command) if index == 0 and not command.has("<") else ""


def without_a_file(command: ShellCommand) -> str:
    """Return the clause by which a command names no file to read; nothing if it names one."""
    assert command.program is not None
    if command.program.name in AWKS:
        return "AGT-2.14" if len(operands_of_awk(command)) < 2 else ""
    only_options = all(word.value.startswith("-") for word in command.arguments)
    return "AGT-2.10" if only_options else ""
