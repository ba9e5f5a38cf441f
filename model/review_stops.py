"""The stop hook: approving or blocking a stop, after a review if one is due (REV-2 to REV-8)."""

from dataclasses import replace

from model.transition import Decision, accept, citing
from spec.amendments.changes_2026_2 import (
    FINDINGS_HOLD_THE_STOP,
    NO_VERDICT_IS_NO_REVIEW,
    REVIEWS_GO_ON,
)
from spec.amendments.corrections import BOUNDED_REVIEW, SKIPPED_REVIEW_NAMED, STANDALONE_ITERATION
from spec.amendments.seed import FULL_WRITE, REVIEWS_OFF
from spec.editions import Edition
from spec.vocabulary.review_cycles import (
    POST_REVIEW_PHASES,
    ReviewCycle,
    ReviewModel,
    ReviewPhase,
    WorkPhase,
)
from spec.vocabulary.reviews import ReviewResult, Stop, StopAnswered, StopReason
from spec.vocabulary.state import Plan

TARGETS = {
    ReviewPhase.PLAN_REVIEW: WorkPhase.CREATE_TASKS,
    ReviewPhase.TASKS_REVIEW: WorkPhase.NEXT_TASK,
    ReviewPhase.CODE_REVIEW: WorkPhase.NEXT_TASK,
    ReviewPhase.ALL_CODE_REVIEW: WorkPhase.COMPLETE,
}
"""The phase to which each review advances (REV-7)."""

TARGET_CLAUSES = {
    ReviewPhase.PLAN_REVIEW: "REV-7.1",
    ReviewPhase.TASKS_REVIEW: "REV-7.2",
    ReviewPhase.CODE_REVIEW: "REV-7.3",
    ReviewPhase.ALL_CODE_REVIEW: "REV-7.4",
}
"""The clause of each target."""

FAILURES = (ReviewResult.CRASHED, ReviewResult.TIMED_OUT, ReviewResult.NO_FILE)
"""Results without a review (REV-12)."""

UNREADABLE = (ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS)
"""Results of a review that says nothing, or contradicts itself."""

UNREVIEWED = ("REV-2.7", "REV-2.8")
"""The clauses on what an approval by REV-2 leaves out."""

AT_THE_LIMIT = ("REV-4.1", "REV-4.2", "REV-4.3", "REV-4.4")
"""The clauses on a stop at the limit of reviews."""

BY_HAND = ("REV-13.3", "REV-13.4", "REV-13.5")
"""The clauses on a stop whose review a person has started."""

LEFT_DUE = ("REV-3.1", "REV-3.2", "REV-3.3", "REV-3.4")
"""The clauses on a stop without reviews before A08."""

ADVANCED_AT_ONCE = ("REV-3.1", "REV-3.2", "REV-3.6", "REV-3.7", "REV-3.8")
"""The clauses on a stop without reviews since A08."""

REVIEWER = ("REV-5.2", "REV-5.3")
"""The clauses on who reviews, and on what every answer after a review gives."""

ADVANCED = ("REV-6.1", "REV-6.2", "REV-6.3", "REV-6.4")
"""The clauses on a stop after the last review of a cycle."""

BLOCKED = ("REV-8.1", "REV-8.2", "REV-8.3", "REV-8.4", "REV-8.5")
"""The clauses on a stop after any other review."""

ATTEMPT_COUNTED = ("REV-12.6", "REV-12.7", "REV-12.8", "REV-12.9")
"""The clauses on a stop whose review has failed, since A22."""

FINDINGS_HELD = ("REV-14.1", "REV-14.2", "REV-14.3", "REV-14.4", "REV-14.5")
"""The clauses on a stop whose post-review was not made, since A26."""

CLEAN_ENOUGH = 2
"""How many reviews in a row must pass (REV-6)."""


def stop(plan: Plan | None, operation: Stop, edition: Edition) -> Decision:
    """Approve or block a stop, after a review if one is due."""
    # REV-2: the reasons to approve at once, in this order.
    if operation.stop_hook_active and not edition.has(REVIEWS_GO_ON):
        return approved(StopReason.HOOK_ACTIVE, "REV-2.2", *UNREVIEWED)
    cycle = plan.review_cycle if plan else None
    if plan is None or cycle is None:
        return approved(StopReason.NO_STATE, "REV-2.3", "REV-2.1", *UNREVIEWED)
    if cycle.max_reviews < 0:
        return approved(StopReason.MALFORMED, "REV-2.4", "REV-2.1", *UNREVIEWED)
    due, holds = phase_due(cycle.next_phase), edition.has(FINDINGS_HOLD_THE_STOP)
    if due is None or (cycle.next_phase in POST_REVIEW_PHASES and not holds):
        return approved(StopReason.NO_REVIEW_DUE, "REV-2.10" if holds else "REV-2.5", *UNREVIEWED)
    # REV-13.1: before A23, a review by hand was the first of a cycle.
    if cycle.phase_iteration is None and edition.has(STANDALONE_ITERATION):
        return approved(StopReason.BY_HAND, *BY_HAND)
    if cycle.max_reviews == 0:
        return without_review(plan, cycle, due, edition)
    count = (cycle.phase_iteration or 0) + 1
    if count > cycle.max_reviews:
        return approved(StopReason.LIMIT_REACHED, *AT_THE_LIMIT)
    counted = replace(cycle, phase_iteration=count)
    if cycle.next_phase in POST_REVIEW_PHASES:
        return findings_open(plan, counted)
    decision = reviewed(plan, counted, due, operation, edition)
    return citing(decision, "REV-2.11" if holds else "REV-2.6")


def phase_due(next_phase: str | None) -> ReviewPhase | None:
    """Return the review that is due or whose findings are open, or `None`."""
    review = (next_phase or "").removeprefix("post-")
    return ReviewPhase(review) if review in list(ReviewPhase) else None


def findings_open(plan: Plan, counted: ReviewCycle) -> Decision:
    """Block a stop whose post-review was not made (REV-14)."""
    outcome = StopAnswered(False, StopReason.FINDINGS_OPEN, decided=counted)
    return accept(outcome, *FINDINGS_HELD, plan=replace(plan, review_cycle=counted))


def approved(reason: StopReason, *clauses: str) -> Decision:
    """Approve the stop without a change."""
    return accept(StopAnswered(True, reason), *clauses)


def without_review(plan: Plan, cycle: ReviewCycle, due: ReviewPhase, edition: Edition) -> Decision:
    """Advance without a review (REV-3); before A08, nothing was written."""
    if not edition.has(REVIEWS_OFF):
        raised = replace(cycle, phase_iteration=(cycle.phase_iteration or 0) + 1)
        outcome = StopAnswered(True, StopReason.REVIEWS_OFF, decided=raised)
        return accept(outcome, *LEFT_DUE)
    named = edition.has(SKIPPED_REVIEW_NAMED)
    phase, clause = (due, "REV-3.5") if named else (cycle.phase, "REV-3.9")
    advanced = replace(cycle, phase=phase, next_phase=TARGETS[due])
    outcome = StopAnswered(True, StopReason.REVIEWS_OFF, decided=advanced)
    after = replace(plan, review_cycle=advanced)
    return accept(outcome, *ADVANCED_AT_ONCE, clause, TARGET_CLAUSES[due], plan=after)


def reviewed(
    plan: Plan, cycle: ReviewCycle, due: ReviewPhase, operation: Stop, edition: Edition
) -> Decision:
    """Decide from the result of the review, which is already counted."""
    turned = replace(cycle, review_model=the_other(cycle.review_model))
    strict = edition.has(NO_VERDICT_IS_NO_REVIEW)
    if operation.review in FAILURES or (strict and operation.review in UNREADABLE):
        return review_failed(plan, cycle, turned, operation, edition)
    # REV-5.6: before A25, anything but a clear pass was a fail.
    passed = operation.review is ReviewResult.PASS
    clean = cycle.consecutive_clean + 1 if passed else 0
    failed = "REV-5.16" if strict else "REV-5.6"
    counted = ("REV-5.5" if passed else failed, "REV-5.7", "REV-5.8")
    judged = replace(turned, phase=due, consecutive_clean=clean)
    if clean >= CLEAN_ENOUGH:
        advanced = replace(judged, next_phase=TARGETS[due])
        return advance(plan, cycle, advanced, edition, *counted, *ADVANCED, TARGET_CLAUSES[due])
    blocked = replace(judged, next_phase=due.post)
    return answered(plan, cycle, blocked, blocked, StopReason.REVIEWED, *counted, *BLOCKED)


def advance(
    plan: Plan, cycle: ReviewCycle, decided: ReviewCycle, edition: Edition, *clauses: str
) -> Decision:
    """Advance to the next phase; before A09, only the phases were written (REV-6.5)."""
    before = plan.review_cycle
    assert before is not None
    if edition.has(FULL_WRITE):
        return answered(plan, cycle, decided, decided, StopReason.ADVANCED, *clauses, "REV-6.6")
    written = replace(before, phase=decided.phase, next_phase=decided.next_phase)
    return answered(plan, cycle, decided, written, StopReason.ADVANCED, *clauses, "REV-6.5")


def review_failed(
    plan: Plan, cycle: ReviewCycle, turned: ReviewCycle, operation: Stop, edition: Edition
) -> Decision:
    """Answer a stop whose review failed (REV-12); before A22, it was approved uncounted."""
    reason = StopReason.REVIEW_FAILED
    if not edition.has(BOUNDED_REVIEW):
        return answered(plan, cycle, None, None, reason, "REV-12.2", "REV-12.3", approve=True)
    again = operation.stop_hook_active
    clause = "REV-12.10" if again else "REV-12.4"
    return answered(plan, cycle, turned, turned, reason, clause, *ATTEMPT_COUNTED, approve=again)


def answered(
    plan: Plan,
    cycle: ReviewCycle,
    decided: ReviewCycle | None,
    written: ReviewCycle | None,
    reason: StopReason,
    *clauses: str,
    approve: bool = False,
) -> Decision:
    """Answer a stop for which a reviewer was run; only an advance approves it."""
    outcome = StopAnswered(
        approved=approve or reason is StopReason.ADVANCED,
        reason=reason,
        review=cycle.phase_iteration,
        model=cycle.review_model,
        decided=decided,
    )
    after = replace(plan, review_cycle=written) if written else None
    return accept(outcome, *clauses, *REVIEWER, plan=after)


def the_other(model: ReviewModel) -> ReviewModel:
    """Return the model that reviews next (REV-5)."""
    return ReviewModel.SONNET if model is ReviewModel.OPUS else ReviewModel.OPUS
