"""The orchestrator: how a step is implemented, and recovered when its commit fails (REC).

Both are procedures without input or output of their own: generators that yield the operations they
ask for and are sent the outcomes. Whoever carries the operations out fills in the time, the
document's hash and the commit's; a store that cannot be used answers E046. So the same procedure
runs on the model, on SQLite and in `planstate recover`, and anything may happen between two calls.
"""

from collections.abc import Generator

from spec.amendments import DEFERRED_ONLY_BATCH, RECOVERY_LOOP, RECOVERY_VERIFIES_STEP
from spec.editions import Edition
from spec.failure_reasons import classify
from spec.vocabulary import (
    Batch,
    BatchEntry,
    Checkpoint,
    Claim,
    Claimed,
    Code,
    Commit,
    Committed,
    Complete,
    Count,
    Ending,
    FailureReason,
    Item,
    ItemKind,
    ItemStatus,
    Judgement,
    Operation,
    Outcome,
    Rejected,
    Result,
    Review,
    Show,
    Shown,
    Start,
    Started,
    Step,
    StepCompleted,
    StepStatus,
    Work,
)

MAX_ATTEMPTS = 3
"""How often the recovery of a step is tried (REC-2)."""


Procedure = Generator[Operation, Outcome, Ending]


def implement(
    plan: str, worktree: str, review: Review, count: Count, edition: Edition
) -> Procedure:
    """Claim a step, have it reviewed, report its checklist, commit it and, if need be, recover."""
    claimed = yield Claim(plan, worktree, "", 0)
    if not isinstance(claimed, Claimed):
        return Ending(Result.NOT_STARTED)
    started = yield Start(plan, claimed.anchor, worktree, 0)
    if not isinstance(started, Started):
        return Ending(Result.NOT_STARTED, claimed.anchor)
    # REC-6: without approval nothing is reported and nothing is committed.
    if not review.approved:
        return Ending(Result.NOT_APPROVED, claimed.anchor)
    work = Work(plan, claimed.anchor, worktree, review, count)
    # If this fails, the commit will say so, and the recovery repeats it.
    yield report(work, edition)
    committed = yield Commit(plan, work.step, worktree, "", 0, "")
    if not isinstance(committed, Committed):
        return Ending(Result.NOT_COMMITTED, work.step)
    if not committed.state_update_failed:
        return Ending(Result.COMPLETED, work.step)
    return (yield from recover(work, committed.state_failure_reason, edition))


def recover(work: Work, reason: FailureReason | None, edition: Edition) -> Procedure:
    """Complete a step whose commit did not, or say what a person has to do (REC-1 to REC-4)."""
    if not edition.has(RECOVERY_LOOP):
        return Ending(Result.HALTED, work.step, reason=reason)
    # REC-1: what no attempt can cure; a reason that is missing is taken for one that may be.
    if reason not in (FailureReason.OPEN_ITEMS, None):
        return Ending(Result.ESCALATED, work.step, reason=reason)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        ending = yield from attempt_recovery(work, attempt, edition)
        if ending is not None:
            return ending
    return (yield from escalate(work, MAX_ATTEMPTS))


def attempt_recovery(
    work: Work, attempt: int, edition: Edition
) -> Generator[Operation, Outcome, Ending | None]:
    """Close what is open and complete the step; none if there is reason to try again."""
    verified = edition.has(RECOVERY_VERIFIES_STEP)
    shown = yield Show(work.plan, "", 0)
    if isinstance(shown, Rejected):
        return failure(work, attempt, shown) if verified else None
    if verified and is_completed(shown, work.step):
        return Ending(Result.COMPLETED, work.step, attempt)
    if open_items(shown, work.step):
        reported = yield report(work, edition)
        if isinstance(reported, Rejected):
            return failure(work, attempt, reported) if verified else None
        shown = yield Show(work.plan, "", 0)
        if isinstance(shown, Rejected):
            return failure(work, attempt, shown) if verified else None
        if open_items(shown, work.step):
            return None
    elif not verified:
        # Before A13 a step without open items was taken for a completed one.
        return Ending(Result.COMPLETED, work.step, attempt)
    completed = yield Complete(work.plan, work.step, work.worktree, "", 0)
    if isinstance(completed, StepCompleted):
        return Ending(Result.COMPLETED, work.step, attempt)
    if not verified or not isinstance(completed, Rejected):
        return None
    return failure(work, attempt, completed, open_substeps(shown, work.step))


def failure(
    work: Work, attempt: int, rejected: Rejected, substeps: tuple[str, ...] = ()
) -> Ending | None:
    """End a recovery at a rejection that no further attempt can cure; none if one may."""
    reason = classify(rejected.code)
    # REC-3: an item may have been opened again; a substep is finished by working on it.
    if rejected.code == Code.INCOMPLETE_CHECKLIST:
        return None
    if reason is FailureReason.OPEN_ITEMS and not substeps:
        return None
    return Ending(Result.ESCALATED, work.step, attempt, reason, open_substeps=substeps)


def escalate(work: Work, attempts: int) -> Procedure:
    """Give up, and name what is open (REC-2)."""
    shown = yield Show(work.plan, "", 0)
    return Ending(
        Result.ESCALATED,
        work.step,
        attempts,
        FailureReason.OPEN_ITEMS,
        open_items(shown, work.step),
        open_substeps(shown, work.step),
    )


def report(work: Work, edition: Edition) -> Batch:
    """Say what became of the checklist: deferrals, and the rest completed (REC-5)."""
    listed = tuple(
        BatchEntry(ItemKind.CHECKPOINT, point.ordinal, ItemStatus.DEFERRED, why(point))
        for point in work.review.checkpoints
        if point.judgement is not Judgement.PASS
    )
    rest = edition.has(DEFERRED_ONLY_BATCH)
    if not rest:
        listed = (*counted(work), *listed)
    return Batch(work.plan, work.step, work.worktree, listed, "", 0, complete_remaining=rest)


def why(point: Checkpoint) -> str:
    """Give the reviewer's reason for a deferral, or the judgement alone if there is none."""
    return point.reason or point.judgement


def counted(work: Work) -> tuple[BatchEntry, ...]:
    """List as many items as the coder counted, and the checkpoints that passed, as before A07."""
    counts = ((ItemKind.TASK, work.count.tasks), (ItemKind.TEST, work.count.tests))
    passed = [
        point.ordinal for point in work.review.checkpoints if point.judgement is Judgement.PASS
    ]
    named = [(kind, ordinal) for kind, count in counts for ordinal in range(count)]
    named += [(ItemKind.CHECKPOINT, ordinal) for ordinal in passed]
    return tuple(BatchEntry(kind, ordinal, ItemStatus.COMPLETED) for kind, ordinal in named)


def step_shown(outcome: Outcome, anchor: str) -> Step | None:
    """Find a step in what a query showed."""
    steps = outcome.plan.steps if isinstance(outcome, Shown) else ()
    return next((step for step in steps if step.anchor == anchor), None)


def is_completed(outcome: Outcome, anchor: str) -> bool:
    """Tell whether a query showed the step completed."""
    step = step_shown(outcome, anchor)
    return step is not None and step.status is StepStatus.COMPLETED


def open_items(outcome: Outcome, anchor: str) -> tuple[Item, ...]:
    """List the open items that a query showed of the step itself."""
    step = step_shown(outcome, anchor)
    return tuple(item for item in (step.items if step else ()) if item.status == ItemStatus.OPEN)


def open_substeps(outcome: Outcome, anchor: str) -> tuple[str, ...]:
    """List the unfinished substeps that a query showed of the step."""
    steps = outcome.plan.steps if isinstance(outcome, Shown) else ()
    return tuple(
        step.anchor
        for step in steps
        if step.parent == anchor and step.status is not StepStatus.COMPLETED
    )
