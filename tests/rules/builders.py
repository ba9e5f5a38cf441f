"""Short ways to write plan documents and operations, with the defaults that most tests want."""

from dataclasses import replace

from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

PLAN = "plan.md"
OTHER_PLAN = "other.md"
HASH = "1" * 64
NEW_HASH = "2" * 64
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

CHECKLIST = document(step("a", items=listed(TASK, TASK, TEST, CHECKPOINT)))
"""One step with items of all kinds, two of them tasks."""


# Operations


def register(definition: PlanDefinition, *, plan: str = PLAN, now: int = 0) -> Register:
    return Register(plan, definition, now)


def claim(
    worktree: str = ALICE,
    *,
    now: int = 0,
    lease: int = LEASE,
    force: bool = False,
    plan: str = PLAN,
    document_hash: str = HASH,
    claim_id: int | None = None,
    fenced: bool = False,
) -> Claim:
    return Claim(plan, worktree, document_hash, now, lease, force, claim_id, fenced)


def start(
    step: str,
    worktree: str = ALICE,
    *,
    now: int = 0,
    plan: str = PLAN,
    claim_id: int | None = None,
) -> Start:
    return Start(plan, step, worktree, now, claim_id)


def heartbeat(
    step: str,
    worktree: str = ALICE,
    *,
    now: int = 0,
    lease: int = LEASE,
    plan: str = PLAN,
    claim_id: int | None = None,
) -> Heartbeat:
    return Heartbeat(plan, step, worktree, now, lease, claim_id)


def release(
    step: str,
    worktree: str | None = None,
    *,
    force: bool = False,
    now: int = 0,
    plan: str = PLAN,
    claim_id: int | None = None,
    reason: str | None = None,
) -> Release:
    return Release(plan, step, now, worktree, force, claim_id, reason)


def reset(step: str, *, now: int = 0, plan: str = PLAN, claim_id: int | None = None) -> Reset:
    return Reset(plan, step, now, claim_id)


def change(status: str, kind: ItemKind | None = None, ordinal: int | None = None) -> StatusChange:
    return StatusChange(status, kind, ordinal)


def update(
    step: str,
    *changes: StatusChange,
    worktree: str = ALICE,
    reopen: bool = False,
    allow_drift: bool = False,
    plan: str = PLAN,
    document_hash: str = HASH,
    claim_id: int | None = None,
) -> Update:
    request = Update(plan, step, worktree, changes, document_hash, 0, reopen, allow_drift)
    return replace(request, claim_id=claim_id)


def entry(
    kind: str, ordinal: int, status: str = COMPLETED, reason: str | None = None
) -> BatchEntry:
    return BatchEntry(kind, ordinal, status, reason)


def batch(
    step: str,
    *entries: BatchEntry,
    worktree: str = ALICE,
    remaining: bool = False,
    allow_drift: bool = False,
    plan: str = PLAN,
    document_hash: str = HASH,
    claim_id: int | None = None,
) -> Batch:
    request = Batch(plan, step, worktree, entries, document_hash, 0, remaining, allow_drift)
    return replace(request, claim_id=claim_id)


def note(
    step: str,
    worktree: str = ALICE,
    *,
    summary: str = "A note",
    now: int = 0,
    plan: str = PLAN,
    claim_id: int | None = None,
) -> RecordArtifact:
    return RecordArtifact(plan, step, worktree, "log", summary, now, claim_id)


def complete(
    step: str,
    worktree: str = ALICE,
    *,
    now: int = 0,
    force: bool = False,
    reason: str | None = None,
    allow_drift: bool = False,
    plan: str = PLAN,
    document_hash: str = HASH,
    claim_id: int | None = None,
) -> Complete:
    request = Complete(plan, step, worktree, document_hash, now, force, reason, allow_drift)
    return replace(request, claim_id=claim_id)


def commit(
    step: str, commit_hash: str, *, plan: str = PLAN, claim_id: int | None = None
) -> CommitLogEntry:
    return CommitLogEntry(plan, step, commit_hash, claim_id)


def reconcile(
    *commit_log: CommitLogEntry, now: int = 0, force: bool = False, plan: str = PLAN
) -> Reconcile:
    return Reconcile(plan, commit_log, now, force)


def git_commit(
    step: str,
    worktree: str = ALICE,
    *,
    now: int = 0,
    plan: str = PLAN,
    document_hash: str | None = HASH,
    commit_hash: str = COMMIT,
    message: str = "Work",
    git_succeeds: bool = True,
    root_found: bool = True,
    store_reachable: bool = True,
    claim_id: int | None = None,
) -> Commit:
    return Commit(
        plan,
        step,
        worktree,
        document_hash,
        now,
        commit_hash,
        message,
        git_succeeds,
        root_found,
        store_reachable,
        claim_id,
    )


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
