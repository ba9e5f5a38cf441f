"""Builders: one function for each operation, which chooses what a request leaves open."""

from dataclasses import dataclass

from conformance.generators.choices import Choices
from conformance.generators.worlds import World
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import DEFAULT_LEASE, Claim
from spec.vocabulary.completion import Complete, HistoryEntry, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.showing import Show
from spec.vocabulary.state import Plan

LEASES = (DEFAULT_LEASE, 1000, 1, 0)
KINDS = (*ItemKind, ItemKind.TASK, "chore")
BATCH_STATUSES = (ItemStatus.COMPLETED, ItemStatus.DEFERRED, ItemStatus.COMPLETED, "open", "done")
UPDATE_STATUSES = (ItemStatus.COMPLETED, ItemStatus.OPEN, ItemStatus.DEFERRED, "finished")
REASONS = ("manual check", "später ✓", " ", None, "")
SUMMARIES = ("built", "", "ü" * 500, "long " * 101)
HASHES = tuple(letter * 40 for letter in "abc")
UNKNOWN_STEP = "nowhere"


@dataclass(frozen=True, slots=True)
class Request:
    """What is fixed before the operation is chosen: who asks what about which step, and when."""

    choices: Choices
    world: World
    likely: bool
    plan: str
    stored: Plan | None
    step: str
    worktree: str
    now: int
    history: tuple[HistoryEntry, ...] = ()

    @property
    def document(self) -> PlanDefinition:
        """Choose a version of the document: the registered one, unless it has drifted."""
        versions = self.world.versions(self.plan)
        if self.stored is None or self.choices.rarely(12 if self.likely else 5):
            return self.choices.one_of(versions)
        registered = [
            version for version in versions if version.document_hash == self.stored.document_hash
        ]
        return registered[0] if registered else versions[0]

    def sometimes(self) -> bool:
        """Say yes now and then, more often in arbitrary requests."""
        return self.choices.rarely(6 if self.likely else 3)


def register(request: Request) -> Operation:
    """Register a version of the document."""
    versions = request.world.versions(request.plan)
    edited = request.choices.rarely(2) if request.stored else request.choices.rarely(3)
    definition = request.choices.one_of(versions) if edited else versions[0]
    return Register(request.plan, definition, request.now)


def claim(request: Request) -> Operation:
    """Claim a step."""
    return Claim(
        plan=request.plan,
        worktree=request.worktree,
        document_hash=request.document.document_hash,
        now=request.now,
        lease=request.choices.one_of(LEASES),
        force=request.sometimes(),
    )


def start(request: Request) -> Operation:
    """Start a step."""
    return Start(request.plan, request.step, request.worktree, request.now)


def heartbeat(request: Request) -> Operation:
    """Renew a lease."""
    lease = request.choices.one_of(LEASES)
    return Heartbeat(request.plan, request.step, request.worktree, request.now, lease)


def release(request: Request) -> Operation:
    """Give a step back, with any combination of authorities."""
    by_force, by_both = request.sometimes(), request.sometimes()
    worktree = request.worktree if by_force == by_both else None
    return Release(request.plan, request.step, request.now, worktree, by_force)


def reset(request: Request) -> Operation:
    """Reset a step."""
    return Reset(request.plan, request.step, request.now)


def ready(request: Request) -> Operation:
    """Ask what is ready."""
    return Ready(request.plan, request.now)


def show(request: Request) -> Operation:
    """Ask for the plan."""
    return Show(request.plan, request.document.document_hash, request.now)


def update(request: Request) -> Operation:
    """Change items one by one, by kind, or all."""
    choices = request.choices
    count = 1 if request.likely else choices.below(4)
    return Update(
        plan=request.plan,
        step=request.step,
        worktree=request.worktree,
        changes=tuple(status_change(request) for _ in range(count)),
        document_hash=request.document.document_hash,
        now=request.now,
        allow_reopen=choices.rarely(3),
        allow_drift=request.sometimes(),
    )


def status_change(request: Request) -> StatusChange:
    """Choose a wanted status for an item, a kind or everything."""
    choices = request.choices
    status = choices.one_of(UPDATE_STATUSES[:2] if request.likely else UPDATE_STATUSES)
    if choices.rarely(4):
        return StatusChange(status)
    kind = choices.one_of(tuple(ItemKind))
    return StatusChange(status, kind, None if choices.rarely(4) else ordinal(request, kind))


def ordinal(request: Request, kind: str) -> int:
    """Choose an ordinal, in an arbitrary request perhaps one that the step does not have."""
    steps = request.stored.steps if request.stored else ()
    items = [item for step in steps if step.anchor == request.step for item in step.items]
    count = sum(item.kind == kind for item in items)
    return request.choices.below(max(count, 1) if request.likely else count + 2)


def batch(request: Request) -> Operation:
    """Complete and defer items together."""
    choices = request.choices
    complete_remaining = not choices.rarely(3) if request.likely else choices.rarely(2)
    return Batch(
        plan=request.plan,
        step=request.step,
        worktree=request.worktree,
        entries=batch_entries(request),
        document_hash=request.document.document_hash,
        now=request.now,
        complete_remaining=complete_remaining,
        allow_drift=request.sometimes(),
    )


def batch_entries(request: Request) -> tuple[BatchEntry, ...]:
    """Choose up to three lines of a batch, in a likely request no item twice."""
    entries = [batch_entry(request) for _ in range(request.choices.below(4))]
    if request.likely:
        entries = list({(entry.kind, entry.ordinal): entry for entry in entries}.values())
    return tuple(entries)


def batch_entry(request: Request) -> BatchEntry:
    """Choose one line of a batch, in a likely request a valid one."""
    choices, likely = request.choices, request.likely
    kind = choices.one_of(KINDS[:3] if likely else KINDS)
    status = choices.one_of(BATCH_STATUSES[:3] if likely else BATCH_STATUSES)
    reason = choices.one_of(REASONS[:3] if likely else REASONS)
    return BatchEntry(kind, ordinal(request, kind), status, reason)


def record_artifact(request: Request) -> Operation:
    """Leave a note."""
    summary = request.choices.one_of(SUMMARIES)
    return RecordArtifact(request.plan, request.step, request.worktree, "log", summary, request.now)


def complete(request: Request) -> Operation:
    """Complete a step."""
    choices = request.choices
    return Complete(
        plan=request.plan,
        step=request.step,
        worktree=request.worktree,
        document_hash=request.document.document_hash,
        now=request.now,
        force=request.sometimes() or (has_unfinished_substeps(request) and choices.rarely(3)),
        reason=choices.one_of(REASONS) if choices.rarely(3) else None,
        allow_drift=request.sometimes(),
    )


def has_unfinished_substeps(request: Request) -> bool:
    """Tell whether force would reach further than the step itself."""
    steps = request.stored.steps if request.stored else ()
    return any(step.parent == request.step and step.completed_at is None for step in steps)


def reconcile(request: Request) -> Operation:
    """Read what was committed, or another history, now and then one that completes every step."""
    if request.history and request.choices.rarely(2):
        return Reconcile(request.plan, request.history, request.now)
    count = 1 + request.choices.below(3)
    history = tuple(history_entry(request) for _ in range(count))
    if request.stored and request.choices.rarely(8):
        commit = request.choices.one_of(HASHES)
        anchors = [step.anchor for step in request.stored.steps]
        history += tuple(HistoryEntry(request.plan, anchor, commit) for anchor in anchors)
    return Reconcile(request.plan, history, request.now, force=request.choices.rarely(2))


def history_entry(request: Request) -> HistoryEntry:
    """Choose a commit, rarely one of another plan or of an unknown step."""
    choices = request.choices
    plan = choices.one_of(request.world.plans()) if choices.rarely(5) else request.plan
    known = [step.anchor for step in (request.stored.steps if request.stored else ())]
    anchor = UNKNOWN_STEP if choices.rarely(12) or not known else choices.one_of(known)
    return HistoryEntry(plan, anchor, choices.one_of(HASHES))


ALL_OPERATIONS = (
    claim,
    start,
    heartbeat,
    update,
    batch,
    complete,
    record_artifact,
    release,
    ready,
    show,
    reset,
    register,
    reconcile,
)
"""One builder for each operation."""
