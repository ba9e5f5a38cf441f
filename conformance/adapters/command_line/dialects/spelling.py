"""Calls of the fixed command line, as a program's dialect writes them."""

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.adapters.command_line.commands import PLANS, WORKTREE, Invocation, PassedArgument
from conformance.adapters.command_line.dialects.dialect import Dialect, Paths, PlanForm
from conformance.adapters.sut import UnsupportedRequest


def spelled(call: Invocation, dialect: Dialect, root: Path) -> tuple[str, ...]:
    """Return a call as the arguments of the program.

    Raises `UnsupportedRequest` if the dialect says that something in it is not there.
    """
    given = Counter(each.name for each in call.arguments)
    for repeated, times in given.items():
        if times > 1 and {repeated, f"{call.command} {repeated}"} & dialect.once:
            raise UnsupportedRequest(
                f"`{call.command}` takes {repeated} only once, the dialect says, not {times} times"
            )
    asked = [spelled_argument(call.command, each, dialect, root) for each in call.arguments]
    printing = spelled_argument(call.command, PassedArgument("--json"), dialect, root)
    name = spelled_command(call.command, dialect)
    return (*name, *printing, *(word for each in asked for word in each))


def spelled_command(name: str, dialect: Dialect) -> tuple[str, ...]:
    """Return a subcommand as the program's words. Raises `UnsupportedRequest`."""
    spelling = dialect.command(name)
    if spelling is False:
        raise UnsupportedRequest(f"the program has no subcommand `{name}`, its dialect says")
    return tuple(spelling.split())


def spelled_argument(
    command: str, argument: PassedArgument, dialect: Dialect, root: Path
) -> tuple[str, ...]:
    """Return an argument as the program's words. Raises `UnsupportedRequest`."""
    spelling = dialect.option(command, argument.name)
    if spelling is False:
        raise UnsupportedRequest(f"`{command}` has no {argument.name}, the dialect says")
    words, value, paths = spelling.split(), argument.value, dialect.paths
    if value is None or not words:
        return tuple(words)
    if argument.name in PLANS:
        value = plan_text(value, paths.plan_of.get(command, paths.plan), root)
    elif argument.name == WORKTREE:
        value = worktree_text(Path(value), paths, root)
    if "{}" in spelling:
        return tuple(word.replace("{}", value) for word in words)
    # A value that looks like an option would be taken for one.
    return (*words[:-1], f"{words[-1]}={value}") if value.startswith("-") else (*words, value)


def plan_text(plan: str, form: PlanForm, root: Path) -> str:
    """Return the path of a plan as the program writes it."""
    return str(root / plan) if form == "absolute" else plan


def worktree_text(worktree: Path, paths: Paths, root: Path) -> str:
    """Return the folder of a worktree as the program writes it."""
    match paths.worktree:
        case "relative":
            return os.path.relpath(worktree, root)
        case "name":
            return worktree.name
    return str(worktree)


def set_up_commands(
    templates: Sequence[str], program: Sequence[str], root: Path, worktree: Path
) -> Iterator[tuple[str, ...]]:
    """Yield commands that set something up: `{program}`, `{root}` and `{worktree}` filled in."""
    for template in templates:
        words: list[str] = []
        for word in shlex.split(template):
            filled = word.replace("{root}", str(root)).replace("{worktree}", str(worktree))
            words += program if word == "{program}" else [filled]
        yield tuple(words)
