"""Scopes of one theme each, for tours: at least two values of every parameter that clauses read.

Each has a small plan, so that what takes many operations on one step and its substeps is still
within reach of a tour.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from model.explorer.scopes.scope import (
    CHECKPOINT,
    PLAN,
    TASK,
    WORKTREES,
    definition,
    scope,
    step,
)
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import StepDefinition
from spec.vocabulary.readiness import Ready

STEP, PART, OTHER = "build", "build-1", "ship"
ITEMS = (CHECKPOINT, TASK)
"""Not in the order of the kinds: no rule asks a document for it."""
UNKNOWN = "unknown.md"


def by_each(worktrees: int, made: Callable[[str], Iterable[Operation]]) -> tuple[Operation, ...]:
    """Return operations that each of some worktrees can make."""
    return tuple(operation for name in WORKTREES[:worktrees] for operation in made(name))


def with_items(anchor: str, *substeps: StepDefinition) -> StepDefinition:
    """Return a step with a task and a checkpoint."""
    return StepDefinition(anchor, anchor.title(), (), ITEMS, substeps)


def entry(status: str, reason: str | None = None, kind: str = "task", at: int = 0) -> BatchEntry:
    """Return an entry of a batch."""
    return BatchEntry(kind, at, status, reason)


def batches(anchor: str, worktree: str) -> Iterator[Operation]:
    """Yield batches that defer twice, or end with a wrong entry, and complete the rest or not."""
    good = entry("deferred", "later")
    lists: tuple[tuple[BatchEntry, ...], ...] = (
        (good,),
        (entry("deferred", "never"),),
        (entry("completed", "done"),),
        (entry("deferred", " ", "checkpoint"),),
        (good, entry("completed", kind="checkpoint")),
        (good, good),
        (good, entry("completed", at=1)),
        (good, entry("completed", at=-1)),
        (good, entry("completed", kind="chore")),
        (good, entry("open", kind="checkpoint")),
        (good, entry("deferred", None, "checkpoint")),
        (good, entry("deferred", "", "checkpoint")),
        (good, entry("completed", kind="test")),
    )
    for entries, remaining in product((*lists, ()), (False, True)):
        yield Batch(PLAN, anchor, worktree, entries, "", 0, complete_remaining=remaining)


def updates(anchor: str, worktree: str) -> Iterator[Operation]:
    """Yield updates of one item, of a kind and of all, forth and back, and some that fail late."""
    task, checkpoint = ItemKind.TASK, ItemKind.CHECKPOINT
    done, again = StatusChange("completed", task, 0), StatusChange("open", task, 0)
    for changes, reopen in (
        ((done,), False),
        ((StatusChange("completed", checkpoint),), False),
        ((StatusChange("open", checkpoint, 0),), True),
        ((done, StatusChange("open")), True),
        ((again, done), True),
        ((done, again), False),
        ((done, StatusChange("completed", task, 1)), False),
        ((done, StatusChange("deferred", checkpoint, 0)), True),
        ((done, StatusChange("done")), True),
        ((StatusChange("completed", ItemKind.TEST),), False),
        ((StatusChange("open"),), True),
    ):
        yield Update(PLAN, anchor, worktree, changes, "", 0, reopen)


def completions(anchor: str, worktree: str) -> Iterator[Operation]:
    """Yield completions: strict, with a reason that counts for nothing, and by force."""
    for force, reason in product((False, True), (None, "", "enough")):
        yield Complete(PLAN, anchor, worktree, "", 0, force, reason)


LEASES = scope(
    "leases",
    "A step and its substep under leases of two lengths, renewed, released and reset on their own.",
    (definition("a", step(STEP, step(PART))),),
    2,
    (
        *by_each(
            2,
            lambda name: (
                Claim(PLAN, name, "", 0, 0),
                Claim(PLAN, name, "", 0, 2, force=True),
                Heartbeat(PLAN, STEP, name, 0, 1),
                Heartbeat(PLAN, PART, name, 0, 2),
                Start(PLAN, STEP, name, 0),
                Start(PLAN, PART, name, 0),
                Release(PLAN, STEP, 0, name),
                Release(PLAN, PART, 0, name),
            ),
        ),
        Release(PLAN, STEP, 0, None),
        Release(PLAN, PART, 0, None, force=True),
        Reset(PLAN, PART, 0),
        Ready(PLAN, 0),
    ),
    finishes=False,
)

DEFERRALS = scope(
    "deferrals",
    "A task and a checkpoint, deferred, completed and reopened, and batches that fail late.",
    (definition("a", with_items(STEP)),),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Start(PLAN, STEP, WORKTREES[0], 0),
        Reset(PLAN, STEP, 0),
        *batches(STEP, WORKTREES[0]),
        *updates(STEP, WORKTREES[0]),
        *completions(STEP, WORKTREES[0]),
    ),
    time_passes=False,
)

SUBSTEPS = scope(
    "substeps",
    "A substep with a task and a checkpoint: deferred, released, reset, claimed again and forced.",
    (definition("a", step(STEP, with_items(PART))),),
    2,
    (
        *by_each(
            2,
            lambda name: (
                Claim(PLAN, name, "", 0, 0, force=True),
                Heartbeat(PLAN, PART, name, 0, 0),
                Start(PLAN, PART, name, 0),
                Release(PLAN, PART, 0, name),
                Batch(PLAN, PART, name, (entry("deferred", "later"),), "", 0),
                Update(PLAN, PART, name, (StatusChange("completed"),), "", 0),
                Batch(PLAN, PART, name, (entry("deferred", "never", "checkpoint"),), "", 0),
                Complete(PLAN, PART, name, "", 0),
                Complete(PLAN, STEP, name, "", 0, force=True, reason="enough"),
            ),
        ),
        Release(PLAN, STEP, 0, None, force=True),
        Reset(PLAN, STEP, 0),
        Reset(PLAN, PART, 0),
    ),
    time_passes=False,
    finishes=False,
)

FINISHING = scope(
    "finishing",
    "A step and a substep that are completed strictly, and by force with and without a reason.",
    (definition("a", step(STEP, step(PART, tasks=1), tasks=1)),),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Start(PLAN, STEP, WORKTREES[0], 0),
        Release(PLAN, PART, 0, WORKTREES[0]),
        Reset(PLAN, STEP, 0),
        *(
            Batch(PLAN, anchor, WORKTREES[0], (entry("deferred", "later"),), "", 0)
            for anchor in (STEP, PART)
        ),
        *(
            Update(PLAN, anchor, WORKTREES[0], (StatusChange("completed"),), "", 0)
            for anchor in (STEP, PART)
        ),
        *completions(STEP, WORKTREES[0]),
        *completions(PART, WORKTREES[0]),
    ),
    time_passes=False,
    finishes=False,
)
