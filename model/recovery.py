"""Recovery: how the orchestrator brings a step to its commit, and recovers it after that (REC).

`implement` and `recover` are generators of operations: each call is yielded, its outcome is sent
back. They decide from outcomes alone; whoever drives them fills in the time and the hashes.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace

from model.commits import reason_of
from model.step_reports import (
    claim_carried,
    deferrals,
    first_report,
    not_passed,
    reasons_given,
    report,
)
from spec.amendments.corrections import RECOVERY_VERIFIES_STEP
from spec.amendments.seed import RECOVERY_LOOP
from spec.editions import Edition
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Count, Ending, Procedure, Result, Review, SentCall, Work
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
    claimed = yield SentCall(Claim(plan, worktree, "", 0), ("REC-6.4",))
    if not isinstance(claimed, Claimed):
        return Ending(Result.NOT_STARTED, clauses=("REC-6.5", "REC-8.1"))
    claim_id = claimed.claim_id
    carrying = () if claim_id is None else ("REC-6.6",)
    start = Start(plan, claimed.anchor, worktree, 0, claim_id)
    started = yield SentCall(start, ("REC-6.4", *carrying))
    if isinstance(started, Rejected):
        return Ending(Result.NOT_STARTED, claimed.anchor, clauses=("REC-6.5", "REC-8.2"))
    if not review.approved:
        clauses = ("REC-6.1", "REC-6.2", "REC-8.2")
        return Ending(Result.NOT_APPROVED, claimed.anchor, clauses=clauses)
    work = Work(plan, claimed.anchor, worktree, review, count, claim_id)
    yield first_report(work, edition)
    # REC-5.12: the commit follows whether or not the batch was accepted.
    committing = ("REC-5.12", *not_passed(review), *carrying)
    commit = Commit(plan, work.step, worktree, "", 0, "", claim_id=claim_id)
    committed = yield SentCall(commit, committing)
    if not isinstance(committed, Committed):
        return Ending(Result.NOT_COMMITTED, work.step, clauses=("REC-1.1", "REC-8.2"))
    if not committed.state_update_failed:
        return Ending(Result.COMPLETED, work.step, clauses=("REC-1.2",))
    return (yield from recover(work, committed.state_failure_reason, edition))


def recover(work: Work, reason: FailureReason | None, edition: Edition) -> Procedure:
    """Complete a step whose commit did not, or escalate (REC-1 to REC-4)."""
    if not edition.has(RECOVERY_LOOP):
        clauses = ("REC-1.3", "REC-1.4", "REC-8.2")
        return Ending(Result.HALTED, work.step, reason=reason, clauses=clauses)
    recovery = Recovery(work, edition.has(RECOVERY_VERIFIES_STEP))
    if reason in NOT_CURABLE:
        return recovery.escalated(reason, "REC-1.5", "REC-1.6")
    recovery.because("REC-1.5", "REC-1.7")
    while recovery.attempts < MAX_ATTEMPTS:
        ending = yield from recovery.attempt()
        if ending is not None:
            return ending
    return recovery.escalated(FailureReason.OPEN_ITEMS, "REC-2.2", "REC-2.3")


Part = Generator[SentCall, Outcome, Ending | None]
"""A part of a recovery; it returns an ending if the recovery is over with it."""


@dataclass
class Recovery:
    """The attempts to complete a step, and what the last answered query showed.

    With `verifies` (A13) a recovery succeeds only with a completed step, and a rejection that no
    attempt cures ends it. `reasons` are the clauses that have led to the next call or the ending.
    """

    work: Work
    verifies: bool
    attempts: int = 0
    shown: Outcome | None = None
    reasons: tuple[str, ...] = ()

    def because(self, *clauses: str) -> None:
        """Add clauses to those that have led to what comes next."""
        self.reasons += clauses

    def attempt(self) -> Part:
        """Query the step and close what is open (REC-3)."""
        self.attempts += 1
        shown = yield self.query("REC-3.1")
        if isinstance(shown, Rejected):
            return self.after(shown, self.unanswered)
        self.look_at(shown)
        if self.is_completed():
            return self.completed("REC-3.4")
        if self.open_items():
            return (yield from self.close())
        # REC-3.3: before A13, a step without open items was taken for a completed one.
        if not self.verifies:
            return self.completed("REC-3.3")
        return (yield from self.complete("REC-3.5"))

    def close(self) -> Part:
        """Send the batch, verify what it did, and complete the step (REC-3, REC-4)."""
        listed = deferrals(self.work)
        batch = report(self.work, listed, complete_remaining=True)
        reasons = (*reasons_given(listed), *claim_carried(self.work))
        closed = yield self.call(batch, "REC-3.6", "REC-3.7", *reasons)
        if isinstance(closed, Rejected):
            return self.after(closed, self.unanswered)
        shown = yield self.query("REC-4.1")
        if isinstance(shown, Rejected):
            return self.after(shown, self.unanswered)
        self.look_at(shown)
        if self.is_completed():
            return self.completed("REC-3.4")
        if self.open_items():
            self.because("REC-4.2")
            return None
        return (yield from self.complete("REC-4.3"))

    def complete(self, *clauses: str) -> Part:
        """Complete the step strictly (REC-4)."""
        work = self.work
        claim_id = work.claim_id
        completion = Complete(work.plan, work.step, work.worktree, "", 0, claim_id=claim_id)
        clauses = (*clauses, *claim_carried(work))
        completed = yield self.call(completion, *clauses, "REC-4.4")
        if isinstance(completed, Rejected):
            return self.after(completed)
        return self.completed("REC-4.5")

    def query(self, clause: str) -> SentCall:
        """Return a query of the plan."""
        return self.call(Show(self.work.plan, "", 0), clause)

    def call(self, operation: Operation, *clauses: str) -> SentCall:
        """Return a call, with everything that has led to it."""
        demanded, self.reasons = (*self.reasons, *clauses), ()
        return SentCall(operation, demanded)

    def look_at(self, shown: Outcome) -> None:
        """Keep what a query showed, and note what of it decides nothing."""
        self.shown = shown
        if self.is_completed():
            return
        if not self.is_worked_on():
            self.because("REC-3.8")
        if self.has_only_substeps_open():
            self.because("REC-3.2")

    @property
    def unanswered(self) -> str:
        """Return the clause by which a rejected query or batch ends an attempt."""
        return "REC-3.10" if self.verifies else "REC-3.9"

    def after(self, rejected: Rejected, *clauses: str) -> Ending | None:
        """Escalate if no attempt cures a rejection; otherwise only the attempt is over (REC-4)."""
        self.because(*clauses)
        if not self.verifies:
            self.because("REC-4.6")
            return None
        reason = reason_of(rejected.code)
        if reason in NOT_CURABLE:
            return self.escalated(reason, "REC-4.7")
        if rejected.code == Code.INCOMPLETE_SUBSTEPS:
            return self.escalated(reason, "REC-4.8")
        self.because("REC-4.9")
        return None

    def completed(self, clause: str) -> Ending:
        """End in success."""
        clauses = (*self.reasons, clause)
        return Ending(Result.COMPLETED, self.work.step, self.attempts, clauses=clauses)

    def escalated(self, reason: FailureReason, *clauses: str) -> Ending:
        """Escalate, naming what the last answered query showed to be open (REC-2)."""
        clauses = (*self.reasons, *clauses, "REC-1.8", "REC-2.5", "REC-8.2")
        ending = Ending(Result.ESCALATED, self.work.step, self.attempts, reason, clauses=clauses)
        if self.shown is None:
            unknown = ("REC-2.12",) if self.attempts else ()
            return replace(ending, clauses=(*clauses, *unknown))
        items, substeps = self.open_items(), self.open_substeps()
        named = (*(("REC-2.9",) if items else ()), *(("REC-2.11",) if substeps else ()))
        return replace(ending, open_items=items, open_substeps=substeps, clauses=(*clauses, *named))

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

    def is_worked_on(self) -> bool:
        """Return whether the query shows the step as this work would leave it."""
        assert isinstance(self.shown, Shown)
        step = self.step()
        held = step is None or step.claimed_by == self.work.worktree
        begun = step is None or step.status is StepStatus.IN_PROGRESS
        return held and begun and not self.shown.drifted

    def has_only_substeps_open(self) -> bool:
        """Return whether substeps were shown with open items, and the step itself without any."""
        return not self.open_items() and any(
            open_in(step) for step in self.steps() if step.parent == self.work.step
        )

    def open_items(self) -> tuple[Item, ...]:
        """Return the open items of the step itself, as last shown."""
        step = self.step()
        return open_in(step) if step else ()

    def open_substeps(self) -> tuple[str, ...]:
        """Return the anchors of the substeps that were last shown as not completed."""
        return tuple(
            step.anchor
            for step in self.steps()
            if step.parent == self.work.step and step.status is not StepStatus.COMPLETED
        )


def open_in(step: Step) -> tuple[Item, ...]:
    """Return the open items of a step."""
    return tuple(item for item in step.items if item.status == ItemStatus.OPEN)
