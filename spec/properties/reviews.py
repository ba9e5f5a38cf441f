"""Step properties of reviews."""

from collections.abc import Iterator
from dataclasses import fields

from spec.amendments.changes_2026_2 import (
    CONTINUING_EVERYWHERE,
    FINDINGS_HOLD_THE_STOP,
    NO_VERDICT_IS_NO_REVIEW,
    REVIEWS_GO_ON,
)
from spec.amendments.corrections import BOUNDED_REVIEW, SKIPPED_REVIEW_NAMED, STANDALONE_ITERATION
from spec.amendments.seed import CRASH_ROUTING, FULL_WRITE, REVIEWS_OFF
from spec.properties.changes import Change, StepProperty
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import (
    Continuation,
    CycleChanged,
    PostReview,
    ReviewResult,
    Route,
    Stop,
    StopAnswered,
    StopReason,
)
from spec.vocabulary.state import Plan

VERDICTS = (ReviewResult.PASS, ReviewResult.FAIL)
"""The results of a review that says plainly what it found."""


def cycle_of(plan: Plan | None) -> ReviewCycle | None:
    """Return the review cycle of a plan, or `None`."""
    return plan.review_cycle if plan else None


def changed_fields(before: ReviewCycle, after: ReviewCycle) -> list[str]:
    """Return the names of the fields in which two review cycles differ."""
    names = (field.name for field in fields(ReviewCycle))
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def with_cycle(change: Change) -> tuple[ReviewCycle, StopAnswered, ReviewCycle]:
    """Return the review cycle before a stop, the answer, and the cycle after it."""
    before, after = cycle_of(change.plan_before), cycle_of(change.plan_after)
    assert before is not None
    assert after is not None
    assert isinstance(change.outcome, StopAnswered)
    return before, change.outcome, after


def stopped_in_a_cycle(change: Change) -> bool:
    """Return whether an agent tried to stop while the plan has reviews."""
    return isinstance(change.operation, Stop) and cycle_of(change.plan_before) is not None


def was_reviewed(change: Change) -> bool:
    """Return whether a reviewer was run."""
    return isinstance(change.outcome, StopAnswered) and change.outcome.review is not None


def advanced(change: Change) -> bool:
    """Return whether reviews let the plan advance."""
    outcome = change.outcome
    return isinstance(outcome, StopAnswered) and outcome.reason is StopReason.ADVANCED


def review_was_due(change: Change) -> bool:
    """Return whether an agent tried to stop when an automatic review was due."""
    cycle = cycle_of(change.plan_before)
    return (
        stopped_in_a_cycle(change)
        and cycle is not None
        and cycle.max_reviews >= 0
        and cycle.next_phase in list(ReviewPhase)
        and cycle.phase_iteration is not None
    )


def findings_were_open(change: Change) -> bool:
    """Return whether an agent tried to stop when findings were to be worked on."""
    cycle = cycle_of(change.plan_before)
    return (
        stopped_in_a_cycle(change)
        and cycle is not None
        and cycle.max_reviews > 0
        and cycle.next_phase in POST_REVIEW_PHASES
        and cycle.phase_iteration is not None
    )


def stopped_by_hand(change: Change) -> bool:
    """Return whether an agent tried to stop after a person had started a review."""
    cycle = cycle_of(change.plan_before)
    return stopped_in_a_cycle(change) and cycle is not None and cycle.phase_iteration is None


def crashed_before_a_review(change: Change) -> bool:
    """Return whether somebody asked how to go on when an automatic review is due."""
    cycle = cycle_of(change.plan_before)
    return (
        isinstance(change.outcome, Route)
        and cycle is not None
        and cycle.next_phase in list(ReviewPhase)
        and cycle.phase_iteration is not None
    )


def findings_were_worked_on(change: Change) -> bool:
    """Return whether an agent has declared the findings of a review fixed."""
    return isinstance(change.operation, PostReview) and isinstance(change.outcome, CycleChanged)


def every_review_counts(change: Change) -> Iterator[str]:
    """Yield a review beyond the limit, or one that is not counted."""
    before, answer, after = with_cycle(change)
    assert answer.review is not None
    if answer.review > before.max_reviews:
        yield f"review {answer.review} of at most {before.max_reviews}"
    if after.phase_iteration != answer.review:
        yield f"review {answer.review} was run, {after.phase_iteration} are counted"


def advancing_takes_two_passes(change: Change) -> Iterator[str]:
    """Yield a plan that advances without two passes in a row."""
    before, _, _ = with_cycle(change)
    assert isinstance(change.operation, Stop)
    if change.operation.review is not ReviewResult.PASS or before.consecutive_clean < 1:
        yield f"{change.operation.review} after {before.consecutive_clean} clean reviews"


def clean_reviews_are_counted(change: Change) -> Iterator[str]:
    """Yield a review whose result and `consecutive_clean` contradict each other."""
    before, _, after = with_cycle(change)
    assert isinstance(change.operation, Stop)
    clean = before.consecutive_clean
    if change.operation.review is ReviewResult.PASS:
        clean += 1
    elif change.operation.review is ReviewResult.FAIL:
        clean = 0
    if after.consecutive_clean != clean:
        yield f"{change.operation.review} made {after.consecutive_clean} of {clean} clean reviews"


def what_is_decided_is_written(change: Change) -> Iterator[str]:
    """Yield a decision of the hook that differs from what is stored."""
    before, answer, after = with_cycle(change)
    if after != (answer.decided or before):
        names = changed_fields(answer.decided or before, after)
        yield f"what was decided and what is stored differ in {', '.join(names)}"


def a_person_looks(change: Change) -> bool:
    """Return whether the limit is reached, or a review failed again and the attempt counts."""
    _, answer, after = with_cycle(change)
    assert isinstance(change.operation, Stop)
    failed = answer.reason is StopReason.REVIEW_FAILED and change.operation.stop_hook_active
    counted = failed and after.phase_iteration == answer.review
    return answer.reason is StopReason.LIMIT_REACHED or counted


def no_due_review_is_skipped(change: Change) -> Iterator[str]:
    """Yield a stop that was approved although a review was due."""
    before, answer, _ = with_cycle(change)
    skipped = answer.approved and answer.reason is not StopReason.ADVANCED
    if skipped and before.max_reviews > 0 and not a_person_looks(change):
        yield f"approved, {answer.reason}"


def no_stop_repeats(change: Change) -> Iterator[str]:
    """Yield a blocked stop after which nothing has changed."""
    before, answer, after = with_cycle(change)
    if before == after and answer.reason is not StopReason.LIMIT_REACHED:
        yield f"{answer.reason}, and nothing has changed"


def models_alternate(change: Change) -> Iterator[str]:
    """Yield a review after which the same model reviews again."""
    _, answer, after = with_cycle(change)
    if after.review_model == answer.model:
        yield f"{answer.model} reviews again"


def reviews_by_hand_stay_so(change: Change) -> Iterator[str]:
    """Yield what a stop changed after a person had started a review by hand."""
    before, answer, after = with_cycle(change)
    if before != after or not answer.approved:
        changes = ", ".join(changed_fields(before, after)) or "nothing"
        yield f"{answer.reason}, changed {changes}"


def findings_hold_the_stop(change: Change) -> Iterator[str]:
    """Yield a stop with open findings that was let go below the limit, or did not count."""
    before, answer, after = with_cycle(change)
    if answer.reason is StopReason.LIMIT_REACHED:
        return
    if answer.approved:
        yield f"approved, {answer.reason}, and {before.next_phase} was not made"
    if after.phase_iteration == before.phase_iteration:
        yield f"{answer.reason}, and the attempt does not count"


def findings_come_from_a_verdict(change: Change) -> Iterator[str]:
    """Yield a stop that sent the agent to work on the findings of a review without a verdict."""
    before, _, after = with_cycle(change)
    assert isinstance(change.operation, Stop)
    sent = before.next_phase != after.next_phase and after.next_phase in POST_REVIEW_PHASES
    if sent and change.operation.review not in VERDICTS:
        yield f"{after.next_phase} is next, after {change.operation.review}"


def only_reviews_set_the_phase(change: Change) -> Iterator[str]:
    """Yield a stop that set `phase` without a review."""
    before, answer, after = with_cycle(change)
    if before.phase != after.phase and answer.review is None:
        yield f"{answer.reason}: phase became {after.phase}, and no review was made"


def the_way_on_is_known(change: Change) -> Iterator[str]:
    """Yield a crash after which only a person can say how to continue."""
    assert isinstance(change.outcome, Route)
    if change.outcome.continuation is Continuation.ASK:
        yield "nobody can tell whether the work before the review is finished"


def a_stop_makes_the_review_asked_for(change: Change) -> Iterator[str]:
    """Yield a review that is due after the findings are addressed, but not run by the stop hook."""
    after = cycle_of(change.plan_after)
    by_hand = after is not None and after.phase_iteration is None
    if after is not None and by_hand and after.next_phase in list(ReviewPhase):
        yield f"{after.next_phase} is due, and the stop hook does not run it"


REVIEW_PROPERTIES = (
    StepProperty(
        "STP-17",
        "Every review that is run is counted, and a cycle has no more than its limit.",
        was_reviewed,
        every_review_counts,
        (FULL_WRITE, BOUNDED_REVIEW),
        about=(StopAnswered,),
    ),
    StepProperty(
        "STP-18",
        "Reviews let a plan advance only after two passes in a row.",
        advanced,
        advancing_takes_two_passes,
        about=(StopAnswered,),
    ),
    StepProperty(
        "STP-19",
        "The decision of the stop hook is what is stored.",
        stopped_in_a_cycle,
        what_is_decided_is_written,
        (REVIEWS_OFF, FULL_WRITE),
        about=(Stop,),
    ),
    StepProperty(
        "STP-20",
        "A due review is skipped only if a person is informed.",
        review_was_due,
        no_due_review_is_skipped,
        (BOUNDED_REVIEW, REVIEWS_GO_ON),
        about=(Stop,),
    ),
    StepProperty(
        "STP-21",
        "While a review is due, no stop repeats for ever: the state changes, or a person decides.",
        review_was_due,
        no_stop_repeats,
        (REVIEWS_OFF, BOUNDED_REVIEW, REVIEWS_GO_ON),
        about=(Stop,),
    ),
    StepProperty(
        "STP-22",
        "Two models review alternately.",
        was_reviewed,
        models_alternate,
        (FULL_WRITE, BOUNDED_REVIEW),
        about=(StopAnswered,),
    ),
    StepProperty(
        "STP-23",
        "A review that a person started is not automated: the hook does not interfere.",
        stopped_by_hand,
        reviews_by_hand_stay_so,
        (STANDALONE_ITERATION,),
        about=(Stop,),
    ),
    StepProperty(
        "STP-24",
        "After a crash before a review, the state determines how to continue.",
        crashed_before_a_review,
        the_way_on_is_known,
        (CRASH_ROUTING,),
        about=(Route,),
    ),
    StepProperty(
        "STP-25",
        "A pass adds one to the clean reviews in a row, a fail resets them, and nothing else "
        "changes them.",
        was_reviewed,
        clean_reviews_are_counted,
        (FULL_WRITE, NO_VERDICT_IS_NO_REVIEW),
        about=(StopAnswered,),
    ),
    StepProperty(
        "STP-40",
        "After a stop, `phase` names a review only if that review was made.",
        stopped_in_a_cycle,
        only_reviews_set_the_phase,
        (SKIPPED_REVIEW_NAMED,),
        about=(Stop,),
    ),
    StepProperty(
        "STP-41",
        "An agent works on findings only after a review with one verdict.",
        was_reviewed,
        findings_come_from_a_verdict,
        (NO_VERDICT_IS_NO_REVIEW,),
        about=(StopAnswered,),
    ),
    StepProperty(
        "STP-42",
        "Below the limit, no stop is approved while findings are not addressed.",
        findings_were_open,
        findings_hold_the_stop,
        (FINDINGS_HOLD_THE_STOP,),
        about=(Stop,),
    ),
    StepProperty(
        "STP-54",
        "After the findings are addressed, no review is due that the stop hook does not run.",
        findings_were_worked_on,
        a_stop_makes_the_review_asked_for,
        (CONTINUING_EVERYWHERE,),
        about=(PostReview,),
    ),
)
