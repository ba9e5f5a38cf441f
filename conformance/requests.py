"""Requests: drawing the next operation for a state, a likely one or any at all.

A likely request is one that a well-behaved caller would make now: on a held step, by its holder.
Any other request is made of arbitrary parts, so that every guard is met.
"""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.choices import Choices
from conformance.worlds import UNKNOWN_PLAN, World
from spec.vocabulary import (
    DEFAULT_LEASE,
    Batch,
    BatchEntry,
    Claim,
    Complete,
    Heartbeat,
    HistoryEntry,
    ItemKind,
    ItemStatus,
    Operation,
    Plan,
    PlanDefinition,
    Ready,
    Reconcile,
    RecordArtifact,
    Register,
    Release,
    Reset,
    Show,
    Start,
    State,
    StatusChange,
    Step,
    StepStatus,
    Update,
)

LEASES = (DEFAULT_LEASE, 1000, 1, 0)
KINDS = (*ItemKind, ItemKind.TASK, "chore")
BATCH_STATUSES = (ItemStatus.COMPLETED, ItemStatus.DEFERRED, ItemStatus.COMPLETED, "open", "done")
UPDATE_STATUSES = (ItemStatus.COMPLETED, ItemStatus.OPEN, ItemStatus.DEFERRED, "finished")
REASONS = ("manual check", "später ✓", " ", None, "")
SUMMARIES = ("built", "", "ü" * 500, "long " * 101)
HASHES = tuple(letter * 40 for letter in "abc")
UNKNOWN_STEP = "nowhere"

Builder = Callable[["Request"], Operation]


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


def draw_operation(
    choices: Choices, state: State, world: World, now: int, likely: bool
) -> Operation:
    """Draw an operation; `now` is when the last one happened."""
    plan = choices.one_of(world.plans())
    if not likely and choices.rarely(40):
        plan = UNKNOWN_PLAN
    stored = state.plan(plan)
    builder = register if likely and stored is None else choices.one_of(LIKELY if likely else ANY)
    if likely and stored and not makes_sense(builder, stored):
        builder = next(
            other for other in (complete, batch, start, claim) if makes_sense(other, stored)
        )
    step = choose_step(choices, stored, builder, likely)
    worktree = choose_worktree(choices, world, stored, step, builder, likely)
    then = now + later(choices, stored, now)
    anchor = UNKNOWN_STEP if step is None else step.anchor
    return builder(Request(choices, world, likely, plan, stored, anchor, worktree, then))


def choose_step(
    choices: Choices, stored: Plan | None, builder: Builder, likely: bool
) -> Step | None:
    """Choose a step: in a likely request one for which the operation makes sense, if any."""
    if stored is None or (not likely and choices.rarely(20)):
        return None
    prefers = PREFERRED_STEPS.get(builder)
    if prefers is None or (not likely and choices.rarely(2)):
        return choices.one_of(stored.steps)
    preferred = [step for step in stored.steps if prefers(stored, step)]
    return choices.one_of(preferred or stored.steps)


def makes_sense(builder: Builder, stored: Plan) -> bool:
    """Tell whether an operation has a step to work on."""
    prefers = PREFERRED_STEPS.get(builder)
    return prefers is None or any(prefers(stored, step) for step in stored.steps)


def choose_worktree(
    choices: Choices,
    world: World,
    stored: Plan | None,
    step: Step | None,
    builder: Builder,
    likely: bool,
) -> str:
    """Choose who asks: for a claim mostly who holds nothing, otherwise mostly the holder."""
    if builder is claim:
        holders = {row.claimed_by for row in (stored.steps if stored else ()) if is_held(row)}
        idle = [worktree for worktree in world.worktrees if worktree not in holders]
        return choices.one_of(world.worktrees if choices.rarely(4) or not idle else idle)
    as_another = choices.rarely(8 if likely else 2)
    holder = step.claimed_by if step else None
    return choices.one_of(world.worktrees) if as_another or not holder else holder


def is_held(step: Step) -> bool:
    """Tell whether somebody works on a step."""
    return step.lease_expires_at is not None


def has_open_items(step: Step) -> bool:
    """Tell whether something on a held step is still to be reported."""
    return is_held(step) and any(item.status == ItemStatus.OPEN for item in step.items)


def can_be_completed(plan: Plan, step: Step) -> bool:
    """Tell whether nothing stands in the way of completing a held step."""
    substeps = [row for row in plan.steps if row.parent == step.anchor]
    unfinished = any(row.status is not StepStatus.COMPLETED for row in substeps)
    return is_held(step) and not has_open_items(step) and not unfinished


def later(choices: Choices, stored: Plan | None, now: int) -> int:
    """Let time pass: not at all, a little, or up to and just past the end of a lease."""
    leases = [step.lease_expires_at for step in (stored.steps if stored else ())]
    ends = [end for end in leases if end is not None and end >= now]
    if not choices.rarely(8):
        return choices.below(2)
    return (choices.one_of(ends) - now if ends else 0) + choices.below(2)


def register(request: Request) -> Operation:
    """Register a version of the document."""
    versions = request.world.versions(request.plan)
    edited = request.choices.rarely(2) if request.stored else not request.likely
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
        force=request.sometimes(),
        reason=choices.one_of(REASONS) if choices.rarely(3) else None,
        allow_drift=request.sometimes(),
    )


def reconcile(request: Request) -> Operation:
    """Read a short history, or now and then one that completes every step."""
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

ANY = (*ALL_OPERATIONS[:9], *ALL_OPERATIONS[:7], *ALL_OPERATIONS)
"""Builders with those less often that would soon leave nothing to do."""

LIKELY = (*(claim, start, batch, complete) * 3, complete, update, *ALL_OPERATIONS)
"""Builders in the proportions of real work: claims and completions drive a plan on."""

PREFERRED_STEPS: dict[Builder, Callable[[Plan, Step], bool]] = {
    start: lambda _, step: step.status is StepStatus.CLAIMED,
    heartbeat: lambda _, step: is_held(step),
    update: lambda _, step: has_open_items(step),
    batch: lambda _, step: has_open_items(step),
    record_artifact: lambda _, step: is_held(step),
    complete: can_be_completed,
    release: lambda _, step: is_held(step),
}
"""For which steps an operation makes sense."""
