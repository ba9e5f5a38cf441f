"""Recovery: bringing a step to its commit, and completing it when the commit could not (REC).

`implement` and `recover` yield the operations to send and receive the outcomes; `driver` carries
those of a recovery out on a real store. Neither reads a clock, a document or a store itself.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import NamedTuple

from impl.store.commits import failure_reason
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import (
    Count,
    Ending,
    Judgement,
    Procedure,
    Result,
    Review,
    SentCall,
    Work,
)
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Show, Shown, StepStatus

MOST_ATTEMPTS = 3  # REC-2

# REC-1, REC-4: whatever else is missing or new may be cured by closing items.
FOR_A_PERSON = frozenset({FailureReason.DRIFT, FailureReason.OWNERSHIP, FailureReason.DB_ERROR})


def implement(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
    """Take the next step of a plan from its claim to its commit, and recover it if that fails.

    `count` is what the coder reported; it is shown, but no decision depends on it (REC-7).
    Nothing is claimed by force, and nothing released or reset: a person decides on that (REC-8).
    """
    match (yield SentCall(Claim(plan, worktree, "", 0))):
        case Claimed(anchor=step, claim_id=claim_id):
            work = Work(plan, step, worktree, review, count, claim_id)
        case _:
            return Ending(Result.NOT_STARTED)
    match (yield SentCall(Start(plan, step, worktree, 0, claim_id))):
        case Rejected():
            return Ending(Result.NOT_STARTED, step)
    if not review.approved:  # REC-6
        return Ending(Result.NOT_APPROVED, step)
    yield SentCall(closing_batch(work), progress=progress(count))  # REC-5: a commit follows anyway
    match (yield SentCall(Commit(plan, step, worktree, "", 0, "", claim_id=claim_id))):
        case Committed(state_update_failed=True, state_failure_reason=reason):
            return (yield from recover(work, reason))
        case Committed():
            return Ending(Result.COMPLETED, step)  # REC-1
        case _:
            return Ending(Result.NOT_COMMITTED, step)  # REC-1


def recover(work: Work, reason: str | None) -> Procedure:
    """Complete a step whose commit failed to, or escalate (REC-1, REC-2).

    `reason` is the commit's `state_failure_reason`, which may be missing or an unknown word.
    """
    if reason in FOR_A_PERSON:  # REC-1: at once, without another call
        return Ending(Result.ESCALATED, work.step, reason=FailureReason(reason))
    store = RecoveryCalls(work)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            if (yield from try_to_complete(work, store)):
                return Ending(Result.COMPLETED, work.step, attempt)
        except CallRejected as rejected:
            if rejected.is_final:  # REC-4
                return store.escalation(attempt, rejected.reason)
    return store.escalation(MOST_ATTEMPTS, FailureReason.OPEN_ITEMS)  # REC-2


def try_to_complete(work: Work, store: "RecoveryCalls") -> Generator[SentCall, Outcome, bool]:
    """Make one attempt (REC-3, REC-4); return whether the step is completed.

    Raises `CallRejected` if the store rejects a call.
    """
    step = yield from store.look()
    if step.is_completed:
        return True  # REC-3: whoever has completed it
    if step.open_items:
        yield from store.send(closing_batch(work))  # REC-3
        step = yield from store.look()
        if step.is_completed:
            return True
        if step.open_items:
            return False  # REC-4: somebody has opened an item again
    completion = Complete(work.plan, work.step, work.worktree, "", 0, claim_id=work.claim_id)
    yield from store.send(completion)  # REC-4
    return True


class StepSeen(NamedTuple):
    """What a query shows of a step: its status, and what of it is not done."""

    is_completed: bool
    open_items: tuple[Item, ...]
    open_substeps: tuple[str, ...]


def step_seen(shown: Shown, anchor: str) -> StepSeen:
    """Read a step and its substeps out of a plan; a step that is not there has nothing open."""
    completed, still_open, substeps = False, [], []
    for step in shown.plan.steps:
        done = step.status is StepStatus.COMPLETED
        if step.anchor == anchor:
            completed = done
            still_open = [item for item in step.items if item.status == ItemStatus.OPEN]
        elif step.parent == anchor and not done:
            substeps.append(step.anchor)
    return StepSeen(completed, tuple(still_open), tuple(substeps))


@dataclass
class CallRejected(Exception):
    """The store rejected a call of an attempt, with this code."""

    code: str

    @property
    def reason(self) -> FailureReason:
        """Return the reason that the code stands for (COM-2)."""
        return failure_reason(self.code)

    @property
    def is_final(self) -> bool:
        """Return whether no further attempt can help (REC-4)."""
        return self.reason in FOR_A_PERSON or self.code == Code.INCOMPLETE_SUBSTEPS


class RecoveryCalls:
    """The calls of a recovery, and what the last answered query showed (REC-2)."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.seen: StepSeen | None = None

    def send(self, operation: Operation) -> Generator[SentCall, Outcome, Outcome]:
        """Send an operation and return its outcome. Raises `CallRejected`."""
        outcome = yield SentCall(operation)
        if isinstance(outcome, Rejected):
            raise CallRejected(outcome.code)
        return outcome

    def look(self) -> Generator[SentCall, Outcome, StepSeen]:
        """Query the plan and return what it shows of the step. Raises `CallRejected`."""
        shown = yield from self.send(Show(self.work.plan, "", 0))
        assert isinstance(shown, Shown)
        self.seen = step_seen(shown, self.work.step)
        return self.seen

    def escalation(self, attempts: int, reason: FailureReason) -> Ending:
        """Return the ending that names what is open, as far as a query was answered (REC-2)."""
        items = self.seen.open_items if self.seen else None
        substeps = self.seen.open_substeps if self.seen else None
        return Ending(Result.ESCALATED, self.work.step, attempts, reason, items, substeps)


def progress(count: Count) -> str:
    """Return what a person is shown of the coder's counts (REC-7)."""
    tasks, tests = count.tasks + count.open_tasks, count.tests + count.open_tests
    return (
        f"Coder reported: {count.tasks}/{tasks} tasks completed, "
        f"{count.tests}/{tests} tests completed"
    )


def closing_batch(work: Work) -> Batch:
    """Return the batch that defers what the reviewer did not pass and completes the rest (REC-5).

    The same batch closes the items again in a recovery (REC-3).
    """
    entries = deferrals(work.review)
    batch = Batch(work.plan, work.step, work.worktree, entries, "", 0, complete_remaining=True)
    return replace(batch, claim_id=work.claim_id)


def deferrals(review: Review) -> tuple[BatchEntry, ...]:
    """Return an entry for each checkpoint that was not judged `PASS`, by ordinal (REC-5)."""
    entries = []
    for checkpoint in review.checkpoints:
        if checkpoint.judgement is not Judgement.PASS:
            reason = checkpoint.reason or str(checkpoint.judgement)
            entry = BatchEntry(ItemKind.CHECKPOINT, checkpoint.ordinal, ItemStatus.DEFERRED, reason)
            entries.append(entry)
    return tuple(sorted(entries, key=lambda entry: entry.ordinal))
