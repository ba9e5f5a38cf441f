"""The answer to a stop, before and after a review runs (REV-2 to REV-8, REV-12 to REV-14).

Pure functions, which the store and the file `state.json` share.
"""

from dataclasses import dataclass, replace

from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel, ReviewPhase, WorkPhase
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason

TARGETS = {  # REV-7
    ReviewPhase.PLAN_REVIEW: WorkPhase.CREATE_TASKS,
    ReviewPhase.TASKS_REVIEW: WorkPhase.NEXT_TASK,
    ReviewPhase.CODE_REVIEW: WorkPhase.NEXT_TASK,
    ReviewPhase.ALL_CODE_REVIEW: WorkPhase.COMPLETE,
}

OTHER_MODEL = {
    ReviewModel.OPUS: ReviewModel.SONNET,
    ReviewModel.SONNET: ReviewModel.OPUS,
}

FAILURES = frozenset(ReviewResult) - {ReviewResult.PASS, ReviewResult.FAIL}
"""The results of a reviewer that failed (REV-12.12, REV-12.13)."""

CLEAN_REVIEWS_TO_ADVANCE = 2

REVIEW_PHASES = {phase.value: phase for phase in ReviewPhase}
REVIEW_AFTER = {phase.post: phase for phase in ReviewPhase}
"""The review that each post-review phase follows and comes before."""

MALFORMED = StopAnswered(approved=True, reason=StopReason.MALFORMED)


@dataclass(frozen=True, slots=True)
class ReviewDue:
    """A review that must run before a stop can be answered; `number` counts from 1."""

    cycle: ReviewCycle
    phase: ReviewPhase
    number: int

    @property
    def model(self) -> ReviewModel:
        """The model that makes the review."""
        return self.cycle.review_model


def before_review(cycle: ReviewCycle | None) -> StopAnswered | ReviewDue:
    """Return the answer to a stop, or the review that it needs first (REV-2, 3, 4, 13, 14).

    The cycle of a plan without reviews is `None`. The caller stores the answer's `decided` state,
    if it has one.
    """
    if cycle is None:  # REV-2.3: no reviews
        return StopAnswered(approved=True, reason=StopReason.NO_STATE)
    if cycle.max_reviews < 0:  # REV-2.4
        return MALFORMED
    phase = (REVIEW_PHASES | REVIEW_AFTER).get(cycle.next_phase or "")
    if phase is None:  # REV-2.10: no review due
        return StopAnswered(approved=True, reason=StopReason.NO_REVIEW_DUE)
    if cycle.phase_iteration is None:  # REV-13.3
        return StopAnswered(approved=True, reason=StopReason.BY_HAND)
    if cycle.max_reviews == 0:  # REV-3.1
        decided = replace(cycle, next_phase=TARGETS[phase])  # REV-3.9: not the phase
        return StopAnswered(approved=True, reason=StopReason.REVIEWS_OFF, decided=decided)
    number = cycle.phase_iteration + 1
    if number > cycle.max_reviews:  # REV-4.2
        return StopAnswered(approved=True, reason=StopReason.LIMIT_REACHED)
    if cycle.next_phase in REVIEW_AFTER:  # REV-14.1
        decided = replace(cycle, phase_iteration=number)
        return StopAnswered(approved=False, reason=StopReason.FINDINGS_OPEN, decided=decided)
    return ReviewDue(cycle, phase, number)


def attempted(due: ReviewDue) -> ReviewCycle:
    """Return the state with an attempt at a review counted (REV-5.7, 5.8, 5.14, 12.6, 12.7)."""
    return replace(due.cycle, phase_iteration=due.number, review_model=OTHER_MODEL[due.model])


def after_review(
    due: ReviewDue, result: ReviewResult, *, stop_hook_active: bool = False
) -> StopAnswered:
    """Return the answer to a stop after the review that was due (REV-5, 6, 8, 12).

    The caller stores the answer's `decided` state.
    """
    cycle = attempted(due)
    if result in FAILURES:  # REV-12.4, REV-12.10
        return _reviewed(due, StopReason.REVIEW_FAILED, cycle, approved=stop_hook_active)
    clean = cycle.consecutive_clean + 1 if result == ReviewResult.PASS else 0  # REV-5.5, REV-5.16
    cycle = replace(cycle, phase=due.phase, consecutive_clean=clean)
    if clean >= CLEAN_REVIEWS_TO_ADVANCE:  # REV-6.1
        advanced = replace(cycle, next_phase=TARGETS[due.phase])
        return _reviewed(due, StopReason.ADVANCED, advanced, approved=True)
    blocked = replace(cycle, next_phase=due.phase.post)
    return _reviewed(due, StopReason.REVIEWED, blocked, approved=False)


def unattempted(due: ReviewDue, now: ReviewCycle | None) -> ReviewCycle | None:
    """Return the state after a review as if its attempt had not been stored before it.

    People may have edited the state meanwhile; their edits stay.
    """
    if now is None:
        return None
    stored = attempted(due)
    if now.phase_iteration == stored.phase_iteration:
        now = replace(now, phase_iteration=due.cycle.phase_iteration)
    if now.review_model == stored.review_model:
        now = replace(now, review_model=due.cycle.review_model)
    return now


def settle(
    due: ReviewDue, result: ReviewResult, now: ReviewCycle | None, *, stop_hook_active: bool
) -> StopAnswered:
    """Return the answer to a stop after a review during which people may have edited the state.

    Their edits, in `now`, count as if they were made before the stop. If another review is due by
    now than the one that ran, that one is discarded and nothing is decided.
    """
    again = before_review(now)
    if isinstance(again, StopAnswered):
        return again
    if _subject(again) != _subject(due):
        return _reviewed(due, StopReason.REVIEW_FAILED, None, approved=False)
    return after_review(again, result, stop_hook_active=stop_hook_active)


def _subject(due: ReviewDue) -> tuple[str, str | None]:
    """Return what is reviewed."""
    return due.phase, due.cycle.current_task


def _reviewed(
    due: ReviewDue, reason: StopReason, decided: ReviewCycle | None, *, approved: bool
) -> StopAnswered:
    return StopAnswered(approved, reason, due.number, due.model, decided)
