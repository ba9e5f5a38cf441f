"""Operations as calls of the fixed command line.

The value of an argument is the operation's field of the same name, unless `VALUES` has another.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from conformance.adapters.command_line.commands import (
    COMMANDS,
    OPERATIONS,
    PLAN,
    PLAN_FOLDER,
    STEP,
    TASK,
    WORKTREE,
    Invocation,
    PassedArgument,
)
from conformance.adapters.sut import UnsupportedRequest
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, StatusChange, Update
from spec.vocabulary.commits import Commit
from spec.vocabulary.items import ItemKind
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.operations import Operation
from spec.vocabulary.reviews import ReviewResult, SetNextPhase, Stop

LONGEST_LEASE = 100 * 365 * 24 * 60 * 60 * 1_000
"""A hundred years, in milliseconds: nobody would ask for a longer lease on a command line."""
LONGEST_ARGUMENT = 100_000
"""The longest argument that is given, in bytes."""
COMMIT_SUMMARY = "What was done."
TIME_LIMIT = "1"
"""The seconds after which a reviewer is killed that is to run into the limit."""


class Surroundings(Protocol):
    """Where a program is called. Each method raises `UnsupportedRequest` if it cannot do that.

    `unit` is how many milliseconds of the program stand for one of the operations.
    """

    root: Path
    unit: int

    def worktree(self, worker: str, /) -> Path:
        """Return the folder that a worker goes by."""

    def review_folder(self, plan: str, /) -> str:
        """Return the folder that stands for a plan, which exists if that is registered."""

    def reviewer(self, result: ReviewResult, /) -> str:
        """Return the command that makes a review with a result."""

    def summary(self, size: int | None, /) -> str:
        """Return the path of a summary of so many bytes, or of one that does not exist."""


def invocation(operation: Operation, at: Surroundings) -> Invocation:
    """Return the call for an operation. Raises `UnsupportedRequest` if there is none."""
    command = OPERATIONS[type(operation)].command
    if isinstance(operation, Commit) and not operation.message.strip():
        raise UnsupportedRequest("nothing can be committed under a blank message")
    arguments = []
    for name in COMMANDS[command]:
        value = value_of(name, operation, at)
        if value is not None and value is not False:
            arguments.append(PassedArgument(name, None if value is True else str(value)))
    if isinstance(operation, Update):
        arguments += map(change_option, operation.changes)
    for text in (each.value or "" for each in arguments):
        if "\0" in text or len(text.encode()) > LONGEST_ARGUMENT:
            raise UnsupportedRequest("an argument cannot hold a NUL, nor more than 100 kB")
    return Invocation(command, tuple(arguments), standard_input(operation, at))


def value_of(name: str, operation: Operation, at: Surroundings) -> str | int | None:
    """Return the value of an argument: a text, a number, or whether a flag is given."""
    if name in VALUES:
        return VALUES[name](operation, at)
    value: str | int | None = getattr(operation, name.removeprefix("--").replace("-", "_"), None)
    return value


def plan_argument(plan: str) -> str:
    """Return a path that cannot be taken for an option."""
    return f"./{plan}" if plan.startswith("-") else plan


def anchor(step: str) -> str:
    """Return a step's anchor, with a `#` before it where it would be misread without."""
    return f"#{step}" if step.startswith(("-", "#")) or not step else step


def lease_seconds(lease: int) -> int:
    """Return a lease in whole seconds. Raises `UnsupportedRequest` if that cannot be done."""
    seconds, rest = divmod(lease, 1_000)
    if rest or lease > LONGEST_LEASE:
        raise UnsupportedRequest(
            f"a lease of {lease} ms cannot be given in whole seconds of at most a hundred years"
        )
    return seconds


def task_argument(task: str | None) -> str | None:
    """Return a task. Raises `UnsupportedRequest` for one that would be taken for an option."""
    if task is not None and task.startswith("-"):
        raise UnsupportedRequest(f"the task {task!r} would be taken for an option")
    return task


VALUES: Mapping[str, Callable[[Any, Surroundings], str | int | None]] = {
    PLAN: lambda operation, _: plan_argument(operation.plan),
    "--plan": lambda operation, _: plan_argument(operation.plan),
    STEP: lambda operation, _: anchor(operation.step),
    "--step": lambda operation, _: anchor(operation.step),
    WORKTREE: lambda operation, at: (
        None if operation.worktree is None else str(at.worktree(operation.worktree))
    ),
    "--lease-duration": lambda operation, at: lease_seconds(operation.lease * at.unit),
    "--batch": lambda operation, _: isinstance(operation, Batch),
    "--summary": lambda operation, _: getattr(operation, "summary", COMMIT_SUMMARY),
    PLAN_FOLDER: lambda operation, at: at.review_folder(operation.plan),
    TASK: lambda operation, _: task_argument(operation.task),
    "--no-next-phase": lambda operation, _: (
        isinstance(operation, SetNextPhase) and operation.next_phase is None
    ),
    "--reviewer": lambda operation, at: at.reviewer(operation.review),
    "--time-limit": lambda operation, _: (
        TIME_LIMIT if operation.review is ReviewResult.TIMED_OUT else None
    ),
}
"""The arguments that are no fields of the same name."""


def change_option(change: StatusChange) -> PassedArgument:
    """Return the option for one change: of all items, of all of a kind, or of one."""
    if not change.status:
        raise UnsupportedRequest("an option cannot name an empty status")
    if change.kind is None:
        return PassedArgument("--all", change.status)
    kind = ItemKind(change.kind)
    if change.ordinal is None:
        return PassedArgument(f"--all-{kind}s", change.status)
    if change.ordinal < 0:
        raise UnsupportedRequest(f"an option counts items from 1, and has no {change.ordinal}")
    return PassedArgument(f"--{kind}", f"{change.ordinal + 1}:{change.status}")


def standard_input(operation: Operation, at: Surroundings) -> str:
    """Return what a subcommand reads from standard input."""
    match operation:
        case Batch(entries=entries):
            documents = [asdict(each) for each in entries]
            for each in documents:
                if each["reason"] is None:
                    del each["reason"]
            return json.dumps(documents)
        case Stop(stop_hook_active=active):
            event = {"cwd": str(at.root), "stop_hook_active": active}
            return json.dumps({"hook_event_name": "Stop", "session_id": "planspec", **event})
        case ReportIteration(report=report, summary_bytes=size):
            is_named = report.summary_path is not None or size is not None
            named = at.summary(size) if is_named else None
            return json.dumps(asdict(report) | {"summary_path": named})
        case CheckCommand(command=command):
            return command
    return ""
