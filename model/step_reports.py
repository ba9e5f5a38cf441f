"""Step reports: the batch in which the orchestrator reports a step's checklist (REC-5, REC-7)."""

from collections.abc import Iterator

from spec.amendments.seed import DEFERRED_ONLY_BATCH
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, BatchEntry
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.recovery import Count, Judgement, Review, SentCall, Work


def first_report(work: Work, edition: Edition) -> SentCall:
    """Return the batch before the commit: deferrals, and the rest completed (REC-5)."""
    deferred, completed = deferrals(work), counted(work)
    given = (*not_passed(work.review), *reasons_given(deferred), *claim_carried(work))
    demanded = ("REC-5.1", *given)
    if edition.has(DEFERRED_ONLY_BATCH):
        batch = report(work, deferred, complete_remaining=True)
        return SentCall(batch, (*demanded, "REC-5.11", *clauses_on_the_rest(work, completed)))
    batch = report(work, (*completed, *deferred), complete_remaining=False)
    return SentCall(batch, (*demanded, "REC-5.8", "REC-5.9", *listing_clauses(work, batch)))


def not_passed(review: Review) -> tuple[str, ...]:
    """Return the clause by which a review approves although a checkpoint did not pass."""
    passed = all(point.judgement is Judgement.PASS for point in review.checkpoints)
    return () if passed else ("REC-6.3",)


def reasons_given(deferred: tuple[BatchEntry, ...]) -> tuple[str, ...]:
    """Return the clause on the reasons of deferrals, if there are any."""
    return ("REC-5.4",) if deferred else ()


def clauses_on_the_rest(work: Work, completed: tuple[BatchEntry, ...]) -> Iterator[str]:
    """Yield the clauses by which a batch does not list what is known to be completed."""
    if completed:
        yield "REC-5.10"
    if work.count != Count():
        yield "REC-7.3"


def listing_clauses(work: Work, batch: Batch) -> Iterator[str]:
    """Yield the clauses by which a batch lists what is completed (before A07)."""
    if work.count != Count():
        yield from ("REC-5.5", "REC-7.2")
    if any(point.judgement is Judgement.PASS for point in work.review.checkpoints):
        yield "REC-5.6"
    if len(batch.entries) > 1:
        yield "REC-5.7"


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
        claim_id=work.claim_id,
    )


def claim_carried(work: Work) -> tuple[str, ...]:
    """Return the clause by which a call carries the id of the claim, if it is known."""
    return () if work.claim_id is None else ("REC-6.6",)


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
    """Return entries for what the coder counted and the reviewer passed."""
    counts = ((ItemKind.TASK, work.count.tasks), (ItemKind.TEST, work.count.tests))
    points = work.review.checkpoints
    passed = sorted(point.ordinal for point in points if point.judgement is Judgement.PASS)
    named = [(kind, ordinal) for kind, count in counts for ordinal in range(count)]
    named += [(ItemKind.CHECKPOINT, ordinal) for ordinal in passed]
    return tuple(BatchEntry(kind, ordinal, ItemStatus.COMPLETED) for kind, ordinal in named)
