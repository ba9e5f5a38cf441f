"""Recovery: how the orchestrator brings a step to its commit, and recovers it after that (REC).

`implement` and `recover` are generators of operations: each call is yielded, its outcome is sent
back. They decide from outcomes alone; whoever drives them fills in the time and the hashes.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from model.commits import reason_of
from spec.amendments import DEFERRED_ONLY_BATCH, RECOVERY_LOOP, RECOVERY_VERIFIES_STEP
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start, Started
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.operations import Outcome
from spec.vocabulary.recovery import Call, Count, Ending, Judgement, Procedure, Result, Review, Work
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Show, Shown, Step, StepStatus

MAX_ATTEMPTS = 3
"""The attempts of a recovery (REC-2)."""

NOT_CURABLE = (FailureReason.DRIFT, FailureReason.OWNERSHIP, FailureReason.DB_ERROR)
"""The reasons for which nothing is retried (REC-1, REC-4)."""


def implement(
    plan: str, worktree: str, review: Review, count: Count, edition: Edition
) -> Procedure:
    """Claim and start a step, report its checklist, commit it and, if need be, recover it."""
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
    # REC-5: the commit follows whether or not the batch is accepted.
    yield Call(first_report(work, edition), ("REC-5", "REC-6", "REC-7"))
    committed = yield Call(Commit(plan, work.step, worktree, "", 0, ""), ("REC-6",))
    if not isinstance(committed, Committed):
        return Ending(Result.NOT_COMMITTED, work.step)
    if not committed.state_update_failed:
        return Ending(Result.COMPLETED, work.step, rules=("REC-1",))
    return (yield from recover(work, committed.state_failure_reason, edition))


def recover(work: Work, reason: FailureReason | None, edition: Edition) -> Procedure:
    """Complete a step whose commit did not, or escalate (REC-1 to REC-4)."""
    if not edition.has(RECOVERY_LOOP):
        return Ending(Result.HALTED, work.step, reason=reason, rules=("REC-1",))
    if reason in NOT_CURABLE:
        return Ending(Result.ESCALATED, work.step, reason=reason, rules=("REC-1",))
    recovery = Recovery(work, edition.has(RECOVERY_VERIFIES_STEP))
    while recovery.attempts < MAX_ATTEMPTS:
        ending = yield from recovery.attempt()
        if ending is not None:
            return ending
    return recovery.escalated(FailureReason.OPEN_ITEMS, "REC-2")


Part = Generator[Call, Outcome, Ending | None]
"""A part of a recovery; it returns an ending if the recovery is over with it."""


@dataclass
class Recovery:
    """The attempts to complete a step, and what the last answered query showed.

    With `verifies` (A13) a recovery succeeds only with a completed step, and a rejection that no
    attempt cures ends it.
    """

    work: Work
    verifies: bool
    attempts: int = 0
    shown: Outcome | None = None

    def attempt(self) -> Part:
        """Query the step and close what is open (REC-3)."""
        self.attempts += 1
        shown = yield self.query()
        if isinstance(shown, Rejected):
            return self.after(shown)
        self.shown = shown
        if self.is_completed():
            return self.completed("REC-3")
        if self.open_items():
            return (yield from self.close())
        # Before A13 a step without open items was taken for a completed one.
        return (yield from self.complete()) if self.verifies else self.completed("REC-3")

    def close(self) -> Part:
        """Send the batch, verify what it did, and complete the step (REC-3, REC-4)."""
        batch = report(self.work, deferrals(self.work), complete_remaining=True)
        closed = yield Call(batch, ("REC-3", "REC-5"))
        if isinstance(closed, Rejected):
            return self.after(closed)
        shown = yield self.query()
        if isinstance(shown, Rejected):
            return self.after(shown)
        self.shown = shown
        if self.is_completed():
            return self.completed("REC-3")
        # REC-4: if an item is open all the same, the next attempt follows.
        return None if self.open_items() else (yield from self.complete())

    def complete(self) -> Part:
        """Complete the step strictly (REC-4)."""
        completion = Complete(self.work.plan, self.work.step, self.work.worktree, "", 0)
        completed = yield Call(completion, ("REC-4",))
        return self.after(completed) if isinstance(completed, Rejected) else self.completed("REC-4")

    def query(self) -> Call:
        """Return the query of an attempt."""
        return Call(Show(self.work.plan, "", 0), ("REC-2", "REC-3"))

    def after(self, rejected: Rejected) -> Ending | None:
        """Escalate if no attempt cures a rejection; otherwise only the attempt is over (REC-4)."""
        reason = reason_of(rejected.code)
        if self.verifies and (reason in NOT_CURABLE or rejected.code == Code.INCOMPLETE_SUBSTEPS):
            return self.escalated(reason, "REC-4")
        return None

    def completed(self, rule: str) -> Ending:
        """End in success."""
        return Ending(Result.COMPLETED, self.work.step, self.attempts, rules=(rule,))

    def escalated(self, reason: FailureReason, rule: str) -> Ending:
        """Escalate, naming what the last answered query showed to be open (REC-2)."""
        ending = Ending(Result.ESCALATED, self.work.step, self.attempts, reason, rules=(rule,))
        if self.shown is None:
            return ending
        return replace(ending, open_items=self.open_items(), open_substeps=self.open_substeps())

    def steps(self) -> tuple[Step, ...]:
        """Return the plan's steps as they were last shown."""
        return self.shown.plan.steps if isinstance(self.shown, Shown) else ()

    def step(self) -> Step | None:
        """Return the step as it was last shown, or `None`."""
        return next((step for step in self.steps() if step.anchor == self.work.step), None)

    def is_completed(self) -> bool:
        """Return whether the query shows the step completed; before A13 nobody looked at that."""
        step = self.step()
        return self.verifies and step is not None and step.status is StepStatus.COMPLETED

    def open_items(self) -> tuple[Item, ...]:
        """Return the open items of the step itself, as last shown."""
        step = self.step()
        items = step.items if step else ()
        return tuple(item for item in items if item.status == ItemStatus.OPEN)

    def open_substeps(self) -> tuple[str, ...]:
        """Return the anchors of the substeps that were last shown as not completed."""
        return tuple(
            step.anchor
            for step in self.steps()
            if step.parent == self.work.step and step.status is not StepStatus.COMPLETED
        )


def first_report(work: Work, edition: Edition) -> Batch:
    """Return the batch before the commit: deferrals, and the rest completed (REC-5)."""
    if edition.has(DEFERRED_ONLY_BATCH):
        return report(work, deferrals(work), complete_remaining=True)
    return report(work, (*counted(work), *deferrals(work)), complete_remaining=False)


def report(work: Work, entries: tuple[BatchEntry, ...], complete_remaining: bool) -> Batch:
    """Return a batch for the step, under its worktree."""
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
    """Return an entry for each checkpoint that the reviewer did not pass (REC-5)."""
    return tuple(
        BatchEntry(
            ItemKind.CHECKPOINT,
            point.ordinal,
            ItemStatus.DEFERRED,
            point.reason or point.judgement,
        )
        for point in sorted(work.review.checkpoints, key=lambda point: point.ordinal)
        if point.judgement is not Judgement.PASS
    )


def counted(work: Work) -> tuple[BatchEntry, ...]:
    """Return entries for what the coder counted and the reviewer passed (before A07)."""
    counts = ((ItemKind.TASK, work.count.tasks), (ItemKind.TEST, work.count.tests))
    points = work.review.checkpoints
    passed = sorted(point.ordinal for point in points if point.judgement is Judgement.PASS)
    named = [(kind, ordinal) for kind, count in counts for ordinal in range(count)]
    named += [(ItemKind.CHECKPOINT, ordinal) for ordinal in passed]
    return tuple(BatchEntry(kind, ordinal, ItemStatus.COMPLETED) for kind, ordinal in named)
