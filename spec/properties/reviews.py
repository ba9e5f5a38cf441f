"""Step properties of reviews."""

from collections.abc import Callable, Iterator
from dataclasses import fields

from spec.amendments.changes_2026_2 import (
    CONTINUING_EVERYWHERE,
    FINDINGS_HOLD_THE_STOP,
    NO_VERDICT_IS_NO_REVIEW,
    REVIEWS_GO_ON,
)
from spec.amendments.corrections import BOUNDED_REVIEW, SKIPPED_REVIEW_NAMED, STANDALONE_ITERATION
from spec.amendments.seed import CRASH_ROUTING, FULL_WRITE, REVIEWS_OFF
from spec.properties.changes import Change, StepProperty, accepted
from spec.properties.predicate import properties_in
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import (
    CompleteTask,
    Continuation,
    CreateTasks,
    CycleChanged,
    NewPlan,
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


def met_a_cycle(
    answer: type[StopAnswered | Route], condition: Callable[[ReviewCycle], bool]
) -> Callable[[Change], bool]:
    """Return the condition that an operation was so answered in a cycle with a property."""

    def applies(change: Change) -> bool:
        cycle = cycle_of(change.plan_before)
        return isinstance(change.outcome, answer) and cycle is not None and condition(cycle)

    return applies


def awaits_a_review(cycle: ReviewCycle) -> bool:
    """Return whether an automatic review is due."""
    return cycle.next_phase in list(ReviewPhase) and cycle.phase_iteration is not None


def awaits_work_on_findings(cycle: ReviewCycle) -> bool:
    """Return whether the findings of an automatic review are to be worked on."""
    bounded = cycle.max_reviews > 0 and cycle.phase_iteration is not None
    return bounded and cycle.next_phase in POST_REVIEW_PHASES


stopped_in_a_cycle = met_a_cycle(StopAnswered, lambda _: True)
stopped_by_hand = met_a_cycle(StopAnswered, lambda cycle: cycle.phase_iteration is None)
review_was_due = met_a_cycle(
    StopAnswered, lambda cycle: cycle.max_reviews >= 0 and awaits_a_review(cycle)
)
findings_were_open = met_a_cycle(StopAnswered, awaits_work_on_findings)
crashed_before_a_review = met_a_cycle(Route, awaits_a_review)


def was_reviewed(change: Change) -> bool:
    """Return whether a reviewer was run."""
    return isinstance(change.outcome, StopAnswered) and change.outcome.review is not None


def advanced(change: Change) -> bool:
    """Return whether reviews let the plan advance."""
    outcome = change.outcome
    return isinstance(outcome, StopAnswered) and outcome.reason is StopReason.ADVANCED


@StepProperty.stated("STP-17", was_reviewed, (FULL_WRITE, BOUNDED_REVIEW), about=(StopAnswered,))
def every_review_counts(change: Change) -> Iterator[str]:
    """Every review that is run is counted, and a cycle has no more than its limit."""
    before, answer, after = with_cycle(change)
    assert answer.review is not None
    if answer.review > before.max_reviews:
        yield f"review {answer.review} of at most {before.max_reviews}"
    if after.phase_iteration != answer.review:
        yield f"review {answer.review} was run, {after.phase_iteration} are counted"


@StepProperty.stated("STP-18", advanced, about=(StopAnswered,))
def advancing_takes_two_passes(change: Change) -> Iterator[str]:
    """Reviews let a plan advance only after two passes in a row."""
    before, _, _ = with_cycle(change)
    assert isinstance(change.operation, Stop)
    if change.operation.review is not ReviewResult.PASS or before.consecutive_clean < 1:
        yield f"{change.operation.review} after {before.consecutive_clean} clean reviews"


@StepProperty.stated("STP-19", stopped_in_a_cycle, (REVIEWS_OFF, FULL_WRITE), about=(Stop,))
def what_is_decided_is_written(change: Change) -> Iterator[str]:
    """The decision of the stop hook is what is stored."""
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


@StepProperty.stated("STP-20", review_was_due, (BOUNDED_REVIEW, REVIEWS_GO_ON), about=(Stop,))
def no_due_review_is_skipped(change: Change) -> Iterator[str]:
    """A due review is skipped only if a person is informed."""
    before, answer, _ = with_cycle(change)
    skipped = answer.approved and answer.reason is not StopReason.ADVANCED
    if skipped and before.max_reviews > 0 and not a_person_looks(change):
        yield f"approved, {answer.reason}"


@StepProperty.stated(
    "STP-21", review_was_due, (REVIEWS_OFF, BOUNDED_REVIEW, REVIEWS_GO_ON), about=(Stop,)
)
def no_stop_repeats(change: Change) -> Iterator[str]:
    """While a review is due, no stop repeats for ever: the state changes, or a person decides."""
    before, answer, after = with_cycle(change)
    if before == after and answer.reason is not StopReason.LIMIT_REACHED:
        yield f"{answer.reason}, and nothing has changed"


@StepProperty.stated("STP-22", was_reviewed, (FULL_WRITE, BOUNDED_REVIEW), about=(StopAnswered,))
def models_alternate(change: Change) -> Iterator[str]:
    """Two models review alternately."""
    _, answer, after = with_cycle(change)
    if after.review_model == answer.model:
        yield f"{answer.model} reviews again"


@StepProperty.stated("STP-23", stopped_by_hand, (STANDALONE_ITERATION,), about=(Stop,))
def reviews_by_hand_stay_so(change: Change) -> Iterator[str]:
    """A review that a person started is not automated: the hook does not interfere."""
    before, answer, after = with_cycle(change)
    if before != after or not answer.approved:
        changes = ", ".join(changed_fields(before, after)) or "nothing"
        yield f"{answer.reason}, changed {changes}"


@StepProperty.stated("STP-24", crashed_before_a_review, (CRASH_ROUTING,), about=(Route,))
def the_way_on_is_known(change: Change) -> Iterator[str]:
    """After a crash before a review, the state determines how to continue."""
    assert isinstance(change.outcome, Route)
    if change.outcome.continuation is Continuation.ASK:
        yield "nobody can tell whether the work before the review is finished"


@StepProperty.stated(
    "STP-25", stopped_in_a_cycle, (FULL_WRITE, NO_VERDICT_IS_NO_REVIEW), about=(StopAnswered,)
)
def clean_reviews_are_counted(change: Change) -> Iterator[str]:
    """A pass adds one to the clean reviews in a row, a fail resets them, and no other stop changes
    them.
    """
    before, answer, after = with_cycle(change)
    assert isinstance(change.operation, Stop)
    clean = before.consecutive_clean
    verdict = change.operation.review if answer.review is not None else None
    if verdict is ReviewResult.PASS:
        clean += 1
    elif verdict is ReviewResult.FAIL:
        clean = 0
    if after.consecutive_clean != clean:
        told = verdict or "a stop without a review"
        yield f"{told} made {after.consecutive_clean} of {clean} clean reviews"


@StepProperty.stated("STP-73", stopped_in_a_cycle, about=(StopAnswered,))
def a_blocked_stop_is_within_the_limit(change: Change) -> Iterator[str]:
    """After a stop that is blocked, its phase has had no more reviews than the limit."""
    _, answer, after = with_cycle(change)
    count = after.phase_iteration or 0
    if not answer.approved and count > after.max_reviews:
        yield f"blocked by {answer.reason} after {count} reviews of at most {after.max_reviews}"


@StepProperty.stated("STP-40", stopped_in_a_cycle, (SKIPPED_REVIEW_NAMED,), about=(Stop,))
def only_reviews_set_the_phase(change: Change) -> Iterator[str]:
    """After a stop, `phase` names a review only if that review was made."""
    before, answer, after = with_cycle(change)
    if before.phase != after.phase and answer.review is None:
        yield f"{answer.reason}: phase became {after.phase}, and no review was made"


@StepProperty.stated("STP-41", was_reviewed, (NO_VERDICT_IS_NO_REVIEW,), about=(StopAnswered,))
def findings_come_from_a_verdict(change: Change) -> Iterator[str]:
    """An agent works on findings only after a review with one verdict."""
    before, _, after = with_cycle(change)
    assert isinstance(change.operation, Stop)
    sent = before.next_phase != after.next_phase and after.next_phase in POST_REVIEW_PHASES
    if sent and change.operation.review not in VERDICTS:
        yield f"{after.next_phase} is next, after {change.operation.review}"


@StepProperty.stated("STP-42", findings_were_open, (FINDINGS_HOLD_THE_STOP,), about=(Stop,))
def findings_hold_the_stop(change: Change) -> Iterator[str]:
    """Below the limit, no stop is approved while findings are not addressed."""
    before, answer, after = with_cycle(change)
    if answer.reason is StopReason.LIMIT_REACHED:
        return
    if answer.approved:
        yield f"approved, {answer.reason}, and {before.next_phase} was not made"
    if after.phase_iteration == before.phase_iteration:
        yield f"{answer.reason}, and the attempt does not count"


@StepProperty.stated("STP-54", accepted(PostReview), (CONTINUING_EVERYWHERE,), about=(PostReview,))
def a_stop_makes_the_review_asked_for(change: Change) -> Iterator[str]:
    """After the findings are addressed, no review is due that the stop hook does not run."""
    after = cycle_of(change.plan_after)
    by_hand = after is not None and after.phase_iteration is None
    if after is not None and by_hand and after.next_phase in list(ReviewPhase):
        yield f"{after.next_phase} is due, and the stop hook does not run it"


@StepProperty.stated("STP-77", accepted(NewPlan, CreateTasks, CompleteTask), about=(CycleChanged,))
def what_was_made_is_reviewed_from_the_start(change: Change) -> Iterator[str]:
    """After a plan, its tasks or the code of a task are made, no review of them is counted yet."""
    after = cycle_of(change.plan_after)
    assert after is not None
    if (after.phase_iteration, after.consecutive_clean) != (0, 0):
        yield f"{after.phase_iteration} reviews are counted, {after.consecutive_clean} clean"


REVIEW_PROPERTIES = properties_in(globals(), StepProperty)
