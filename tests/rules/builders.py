"""Short ways to write plan documents and operations, with the defaults that most tests want."""

import dataclasses
from typing import Any, TypeVar

from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

PLAN = "plan.md"
OTHER_PLAN = "other.md"
HASH = "1" * 64
NEW_HASH = "1" * 63 + "2"
COMMIT = "c" * 40
ALICE = "alice"
BOB = "bob"
LEASE = 100

TASK, TEST, CHECKPOINT = ItemKind.TASK, ItemKind.TEST, ItemKind.CHECKPOINT
OPEN, COMPLETED, DEFERRED = ItemStatus.OPEN, ItemStatus.COMPLETED, ItemStatus.DEFERRED


# Documents


def document(
    *steps: StepDefinition, title: str = "A plan", document_hash: str = HASH
) -> PlanDefinition:
    return PlanDefinition(title, document_hash, steps)


def step(
    anchor: str,
    *substeps: StepDefinition,
    needs: tuple[str, ...] = (),
    items: tuple[ItemDefinition, ...] = (),
) -> StepDefinition:
    return StepDefinition(anchor, f"Title of {anchor}", needs, items, substeps)


def listed(*kinds: ItemKind) -> tuple[ItemDefinition, ...]:
    """Return one item per named kind; a kind may be named several times."""
    return tuple(ItemDefinition(kind, f"{kind} at {place}") for place, kind in enumerate(kinds))


FAMILY = document(
    step("a", step("a1", items=listed(TASK)), step("a2", items=listed(TASK, TASK))),
    step("b", needs=("a",)),
    step("c"),
)
"""A step with two substeps, one that waits for it, and a free one."""

CHECKLIST = document(
    step("a", items=listed(TASK, TASK, TEST, CHECKPOINT)),
    step("more", items=listed(*(TASK, TEST, CHECKPOINT) * 3)),
)
"""A step with items of all kinds, two of them tasks, and a step with more of each."""


# Operations

Made = TypeVar("Made", bound=Operation)

USUAL: dict[str, Any] = {
    **{"plan": PLAN, "worktree": ALICE, "document_hash": HASH, "now": 0, "lease": LEASE},
    **{"kind": "Log", "summary": "A note", "commit_hash": COMMIT, "message": "Work"},
}
"""The fields of operations that most tests leave open."""


def made(kind: type[Made], **fields: Any) -> Made:
    """Return an operation on the plan, by Alice at time 0, or as the fields say."""
    known = {field.name for field in dataclasses.fields(kind)}
    return kind(**{name: value for name, value in USUAL.items() if name in known} | fields)


def register(definition: PlanDefinition, *, plan: str = PLAN, now: int = 0) -> Register:
    return Register(plan, definition, now)


def claim(worktree: str = ALICE, **more: Any) -> Claim:
    return made(Claim, worktree=worktree, **more)


def start(step: str, worktree: str = ALICE, **more: Any) -> Start:
    return made(Start, step=step, worktree=worktree, **more)


def heartbeat(step: str, worktree: str = ALICE, **more: Any) -> Heartbeat:
    return made(Heartbeat, step=step, worktree=worktree, **more)


def release(step: str, worktree: str | None = None, **more: Any) -> Release:
    return made(Release, step=step, worktree=worktree, **more)


def reset(step: str, **more: Any) -> Reset:
    return made(Reset, step=step, **more)


def change(status: str, kind: ItemKind | None = None, ordinal: int | None = None) -> StatusChange:
    return StatusChange(status, kind, ordinal)


def update(step: str, *changes: StatusChange, reopen: bool = False, **more: Any) -> Update:
    return made(Update, step=step, changes=changes, allow_reopen=reopen, **more)


def entry(
    kind: str, ordinal: int, status: str = COMPLETED, reason: str | None = None
) -> BatchEntry:
    return BatchEntry(kind, ordinal, status, reason)


def batch(step: str, *entries: BatchEntry, remaining: bool = False, **more: Any) -> Batch:
    return made(Batch, step=step, entries=entries, complete_remaining=remaining, **more)


def note(step: str, worktree: str = ALICE, **more: Any) -> RecordArtifact:
    return made(RecordArtifact, step=step, worktree=worktree, **more)


def complete(step: str, worktree: str = ALICE, **more: Any) -> Complete:
    return made(Complete, step=step, worktree=worktree, **more)


def commit(
    step: str, commit_hash: str, *, plan: str = PLAN, claim_id: int | None = None
) -> CommitLogEntry:
    return CommitLogEntry(plan, step, commit_hash, claim_id)


def reconcile(*commit_log: CommitLogEntry, **more: Any) -> Reconcile:
    return made(Reconcile, history=commit_log, **more)


def git_commit(step: str, worktree: str = ALICE, **more: Any) -> Commit:
    return made(Commit, step=step, worktree=worktree, **more)


def recorded(
    step: str, *, plan: str = PLAN, subject: str = "Work", claim_id: int | None = None
) -> str:
    """Return the message that git records for a request with a subject only."""
    claimed = "" if claim_id is None else f"Tug-Claim: {claim_id}\n"
    return f"{subject}\n\nTug-Step: {step}\nTug-Plan: {plan}\n{claimed}"


UNFINISHED = document(
    step(
        "a",
        step("a1", items=listed(TASK)),
        step("a2"),
        items=listed(TASK, TASK, TEST),
    ),
    step("b", items=listed(TASK)),
)
"""A plan with open items in its steps and in a substep."""

WORKED_ON = document(
    step(
        "a",
        step("a1", items=listed(TASK, TASK)),
        step("a2", items=listed(TASK, TASK, TASK)),
        step("a3"),
        items=listed(TASK, TASK, TASK),
    ),
    step("b", needs=("a",)),
)
WORK: tuple[Operation, ...] = (
    *(register(WORKED_ON), claim(now=1), start("a", now=2), start("a2", now=3), note("a")),
    batch("a", entry(TASK, 0), entry(TASK, 1, DEFERRED, "own")),
    *(batch("a1", entry(TASK, 0, DEFERRED, "kept"), remaining=True), complete("a1")),
    batch("a2", entry(TASK, 0), entry(TASK, 1, DEFERRED, "lost")),
    release("a3", ALICE),
)
"""Alice holds `a`; `a1` is completed with a deferral, `a2` half done, `a3` given back."""
