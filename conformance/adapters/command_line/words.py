"""Operations as the words of a command line."""

import json
from collections.abc import Callable

from conformance.adapters.command_line.arguments import CLAIM_ID, PLAN, STEP, Argument, Words
from conformance.adapters.sut import UnsupportedRequest
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.iterations import StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

LONGEST_LEASE = 100 * 365 * 24 * 60 * 60 * 1_000
"""A hundred years: nobody would ask for a longer lease on a command line."""
FIRST_ORDINAL = 1
"""What items are counted from in options; operations count from 0."""

WorktreeOf = Callable[[str], str]
"""Gives the folder that a worker goes by."""

NAMES: dict[type[Operation], str] = {
    Register: "state init",
    Claim: "state claim",
    Start: "state start",
    Heartbeat: "state heartbeat",
    Update: "state update",
    Batch: "state update",
    RecordArtifact: "state artifact",
    Complete: "state complete",
    Show: "state show",
    Ready: "state ready",
    Reset: "state reset",
    Release: "state release",
    Reconcile: "state reconcile",
    StartIterations: "iterations start",
}
"""The subcommand for each operation that is a call about a plan and no more."""


def words(operation: Operation, worktree: WorktreeOf, unit: int = 1) -> Words:
    """Return an operation in words. Raises `UnsupportedRequest` if that cannot be done.

    `unit` is how many milliseconds of the program stand for one of the operation.
    """
    if type(operation) not in NAMES:
        raise UnsupportedRequest(
            f"the command line has no fixed subcommand for {type(operation).__name__}"
        )
    arguments = [Argument(PLAN, positional(operation.plan))]
    if hasattr(operation, "step"):
        arguments.append(Argument(STEP, anchor(operation.step)))
    worker = getattr(operation, "worktree", None)
    if worker is not None:
        arguments += option("--worktree", worktree(worker))
    arguments += [*claim_option(operation), *particular(operation, unit)]
    for argument in arguments:
        require_argument(argument)
    given = json.dumps(entries(operation)) if isinstance(operation, Batch) else ""
    return Words(NAMES[type(operation)], tuple(arguments), given)


def particular(operation: Operation, unit: int) -> list[Argument]:
    """Return the options that are one operation's own."""
    match operation:
        case Claim(lease=lease, force=force):
            fenced = flag("--fenced", operation.fenced)
            return [*lease_option(lease * unit), *flag("--force", force), *fenced]
        case Heartbeat(lease=lease):
            return lease_option(lease * unit)
        case Release(force=force) | Reconcile(force=force):
            return flag("--force", force)
        case Update():
            return update_options(operation)
        case Batch():
            return [
                Argument("--batch"),
                *flag("--complete-remaining", operation.complete_remaining),
                *flag("--allow-drift", operation.allow_drift),
            ]
        case RecordArtifact(kind=kind, summary=summary):
            return [*option("--kind", kind), *option("--summary", summary)]
        case Complete():
            reason = [] if operation.reason is None else option("--reason", operation.reason)
            forced = flag("--force", operation.force)
            return [*forced, *reason, *flag("--allow-drift", operation.allow_drift)]
        case StartIterations(max_iterations=limit):
            return option("--max-iterations", str(limit))
    return []


def update_options(update: Update) -> list[Argument]:
    """Return the options of an update, those that name items in the order of its changes."""
    return [
        *(word for change in update.changes for word in change_option(change)),
        *flag("--allow-reopen", update.allow_reopen),
        *flag("--allow-drift", update.allow_drift),
    ]


def change_option(change: StatusChange) -> list[Argument]:
    """Return the option for one change: of all items, of all of a kind, or of one."""
    if not change.status:
        raise UnsupportedRequest("an option cannot name an empty status")
    if change.kind is None:
        return option("--all", change.status)
    kind = ItemKind(change.kind)
    if change.ordinal is None:
        return option(f"--all-{kind}s", change.status)
    if change.ordinal < 0:
        raise UnsupportedRequest(f"an option counts items from 1, and has no {change.ordinal}")
    return option(f"--{kind}", f"{change.ordinal + FIRST_ORDINAL}:{change.status}")


def entries(batch: Batch) -> list[dict[str, object]]:
    """Return what a batch reads from standard input."""
    return [
        {"kind": entry.kind, "ordinal": entry.ordinal, "status": entry.status}
        | ({} if entry.reason is None else {"reason": entry.reason})
        for entry in batch.entries
    ]


def claim_option(operation: Operation) -> list[Argument]:
    """Return the option for the claim under which an operation is made, if it carries one."""
    claim_id = getattr(operation, "claim_id", None)
    return [] if claim_id is None else option(CLAIM_ID, str(claim_id))


def lease_option(lease: int) -> list[Argument]:
    """Return the option for a lease, which a command line can only give in whole seconds."""
    seconds, rest = divmod(lease, 1_000)
    if rest or lease > LONGEST_LEASE:
        raise UnsupportedRequest(
            f"a lease of {lease} ms cannot be given in whole seconds of at most a hundred years"
        )
    return option("--lease-duration", str(seconds))


def positional(text: str) -> str:
    """Write a path so that it cannot be taken for an option."""
    return f"./{text}" if text.startswith("-") else text


def anchor(step: str) -> str:
    """Return a step's anchor, with a `#` before it where it would be misread without."""
    return f"#{step}" if step.startswith(("-", "#")) or not step else step


def option(name: str, value: str) -> list[Argument]:
    """Return an option with a value."""
    return [Argument(name, value)]


def flag(name: str, wanted: bool) -> list[Argument]:
    """Return an option without a value, if it is wanted."""
    return [Argument(name)] if wanted else []


def require_argument(argument: Argument) -> None:
    """Raise `UnsupportedRequest` for what no program can be given as an argument."""
    text = argument.value or ""
    if "\0" in text or len(text.encode()) > LONGEST_ARGUMENT:
        raise UnsupportedRequest("an argument cannot hold a NUL, nor more than 100 kB")


LONGEST_ARGUMENT = 100_000
