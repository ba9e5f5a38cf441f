"""The orchestrator: how a step is implemented, and recovered when its commit fails (REC).

Both are procedures without input or output of their own: generators that yield the operations they
ask for and are sent the outcomes. Whoever carries the operations out fills in the time, the
document's hash and the commit's; a store that cannot be used answers E046. So the same procedure
runs on the model, on SQLite and in `planstate recover`, and anything may happen between two calls.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from spec.amendments import DEFERRED_ONLY_BATCH, RECOVERY_LOOP, RECOVERY_VERIFIES_STEP
from spec.editions import Edition
from spec.failure_reasons import classify
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start, Started
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Checkpoint, Count, Ending, Judgement, Result, Review, Work
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.showing import Show, Shown
from spec.vocabulary.state import Step, StepStatus

MAX_ATTEMPTS = 3
"""How often the recovery of a step is tried (REC-2)."""


@dataclass(frozen=True, slots=True)
class Call:
    """An operation that a procedure asks for, and the rules that made it ask."""

    operation: Operation
    rules: tuple[str, ...] = ()


Procedure = Generator[Call, Outcome, Ending]


def implement(
    plan: str, worktree: str, review: Review, count: Count, edition: Edition
) -> Procedure:
    """Claim a step, have it reviewed, report its checklist, commit it and, if need be, recover."""
    claimed = yield Call(Claim(plan, worktree, "", 0))
    if not isinstance(claimed, Claimed):
        return Ending(Result.NOT_STARTED)
    started = yield Call(Start(plan, claimed.anchor, worktree, 0))
    if not isinstance(started, Started):
        return Ending(Result.NOT_STARTED, claimed.anchor)
    # REC-6: without approval nothing is reported and nothing is committed.
    if not review.approved:
        return Ending(Result.NOT_APPROVED, claimed.anchor, rules=("REC-6",))
    work = Work(plan, claimed.anchor, worktree, review, count)
    # If this fails, the commit will say so, and the recovery repeats it.
    yield Call(first_report(work, edition), ("REC-5", "REC-6", "REC-7"))
    committed = yield Call(Commit(plan, work.step, worktree, "", 0, ""), ("REC-6",))
    if not isinstance(committed, Committed):
        return Ending(Result.NOT_COMMITTED, work.step)
    if not committed.state_update_failed:
        return Ending(Result.COMPLETED, work.step, rules=("REC-1",))
    return (yield from recover(work, committed.state_failure_reason, edition))


def recover(work: Work, reason: FailureReason | None, edition: Edition) -> Procedure:
    """Complete a step whose commit did not, or say what a person has to do (REC-1, REC-2)."""
    if not edition.has(RECOVERY_LOOP):
        return Ending(Result.HALTED, work.step, reason=reason, rules=("REC-1",))
    # A reason that is missing is taken for one that an attempt may cure.
    if reason in (FailureReason.DRIFT, FailureReason.OWNERSHIP, FailureReason.DB_ERROR):
        return Ending(Result.ESCALATED, work.step, reason=reason, rules=("REC-1",))
    recovery = Recovery(work, edition.has(RECOVERY_VERIFIES_STEP))
    while recovery.attempts < MAX_ATTEMPTS:
        try:
            yield from recovery.attempt()
        except AttemptOver as over:
            if over.ending is not None:
                return over.ending
    return recovery.escalated(FailureReason.OPEN_ITEMS, "REC-2")


@dataclass
class AttemptOver(Exception):
    """An attempt is over, and with an `ending` the whole recovery."""

    ending: Ending | None = None


@dataclass
class Recovery:
    """The attempts to complete a step, and what the last query showed of it.

    `verifies`, which came with A13, says that only a completed step is taken for one, and that
    what no attempt can cure is not tried again.
    """

    work: Work
    verifies: bool
    attempts: int = 0
    shown: Outcome | None = None

    def attempt(self) -> Generator[Call, Outcome, None]:
        """Close what is open and complete the step (REC-3, REC-4). Raises `AttemptOver`."""
        self.attempts += 1
        yield from self.query()
        if open_items(self.shown, self.work.step):
            batch = report(self.work, deferrals(self.work), complete_remaining=True)
            self.require_accepted((yield Call(batch, ("REC-3", "REC-5"))))
            yield from self.query()
            if open_items(self.shown, self.work.step):
                raise AttemptOver
        elif not self.verifies:
            # Before A13 a step without open items was taken for a completed one.
            raise AttemptOver(self.completed("REC-3"))
        completion = Complete(self.work.plan, self.work.step, self.work.worktree, "", 0)
        self.require_accepted((yield Call(completion, ("REC-4",))))
        raise AttemptOver(self.completed("REC-4"))

    def query(self) -> Generator[Call, Outcome, None]:
        """Look at the step; a completed one ends the recovery, whoever has completed it."""
        shown = yield Call(Show(self.work.plan, "", 0), ("REC-2", "REC-3"))
        self.require_accepted(shown)
        self.shown = shown
        if self.verifies and is_completed(shown, self.work.step):
            raise AttemptOver(self.completed("REC-3"))

    def require_accepted(self, outcome: Outcome) -> None:
        """End the attempt at a rejection, and the recovery if no attempt can cure it (REC-4)."""
        if isinstance(outcome, Rejected):
            reason = classify(outcome.code)
            substeps = outcome.code == Code.INCOMPLETE_SUBSTEPS
            curable = reason is FailureReason.OPEN_ITEMS and not substeps
            raise AttemptOver(
                None if curable or not self.verifies else self.escalated(reason, "REC-4")
            )

    def completed(self, rule: str) -> Ending:
        """End a recovery in success."""
        return Ending(Result.COMPLETED, self.work.step, self.attempts, rules=(rule,))

    def escalated(self, reason: FailureReason, rule: str) -> Ending:
        """Give up, and name what the last query showed to be open (REC-2)."""
        ending = Ending(Result.ESCALATED, self.work.step, self.attempts, reason, rules=(rule,))
        if self.shown is None:
            return ending
        return replace(
            ending,
            open_items=open_items(self.shown, self.work.step),
            open_substeps=open_substeps(self.shown, self.work.step),
        )


def first_report(work: Work, edition: Edition) -> Batch:
    """Report the checklist before the commit: deferrals, and the rest completed (REC-5)."""
    if edition.has(DEFERRED_ONLY_BATCH):
        return report(work, deferrals(work), complete_remaining=True)
    return report(work, (*counted(work), *deferrals(work)), complete_remaining=False)


def report(work: Work, entries: tuple[BatchEntry, ...], complete_remaining: bool) -> Batch:
    """Make the batch of a step's holder."""
    return Batch(
        work.plan,
        work.step,
        work.worktree,
        entries,
        "",
        0,
        complete_remaining=complete_remaining,
    )


def deferrals(work: Work) -> tuple[BatchEntry, ...]:
    """List the checkpoints that the reviewer did not pass."""
    return tuple(
        BatchEntry(ItemKind.CHECKPOINT, point.ordinal, ItemStatus.DEFERRED, why(point))
        for point in sorted(work.review.checkpoints, key=lambda point: point.ordinal)
        if point.judgement is not Judgement.PASS
    )


def why(point: Checkpoint) -> str:
    """Give the reviewer's reason for a deferral, or the judgement alone if there is none."""
    return point.reason or point.judgement


def counted(work: Work) -> tuple[BatchEntry, ...]:
    """List as many items as the coder counted, and the checkpoints that passed (before A07)."""
    counts = ((ItemKind.TASK, work.count.tasks), (ItemKind.TEST, work.count.tests))
    points = work.review.checkpoints
    passed = sorted(point.ordinal for point in points if point.judgement is Judgement.PASS)
    named = [(kind, ordinal) for kind, count in counts for ordinal in range(count)]
    named += [(ItemKind.CHECKPOINT, ordinal) for ordinal in passed]
    return tuple(BatchEntry(kind, ordinal, ItemStatus.COMPLETED) for kind, ordinal in named)


def step_shown(outcome: Outcome | None, anchor: str) -> Step | None:
    """Find a step in what a query showed."""
    steps = outcome.plan.steps if isinstance(outcome, Shown) else ()
    return next((step for step in steps if step.anchor == anchor), None)


def is_completed(outcome: Outcome | None, anchor: str) -> bool:
    """Tell whether a query showed the step completed."""
    step = step_shown(outcome, anchor)
    return step is not None and step.status is StepStatus.COMPLETED


def open_items(outcome: Outcome | None, anchor: str) -> tuple[Item, ...]:
    """List the open items that a query showed of the step itself."""
    step = step_shown(outcome, anchor)
    return tuple(item for item in (step.items if step else ()) if item.status == ItemStatus.OPEN)


def open_substeps(outcome: Outcome | None, anchor: str) -> tuple[str, ...]:
    """List the unfinished substeps that a query showed of the step."""
    steps = outcome.plan.steps if isinstance(outcome, Shown) else ()
    return tuple(
        step.anchor
        for step in steps
        if step.parent == anchor and step.status is not StepStatus.COMPLETED
    )
