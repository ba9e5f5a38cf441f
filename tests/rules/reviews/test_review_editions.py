"""The amendments of stops, on the model. A10 stands with the routes."""

from collections.abc import Callable
from dataclasses import replace

from spec.editions import CURRENT, ORIGIN, SEEDS, Edition, edition_named
from spec.vocabulary.rejections import invalid_request, unknown_plan
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel, ReviewPhase
from spec.vocabulary.reviews import (
    Continuation,
    CycleChanged,
    ReviewResult,
    Route,
    Stop,
    StopAnswered,
    StopReason,
)
from tests.cases import Check, for_each
from tests.rules import builders as b
from tests.rules.reviews import review_builders as r
from tests.rules.suts import ModelSut, with_reviews


def named(*names: str) -> Callable[[Check], Check]:
    return for_each("edition", [edition_named(name) for name in names])


each_review = for_each("review", r.REVIEWS)


def answers(
    edition: Edition,
    cycle: ReviewCycle,
    operation: Stop,
    expected: StopAnswered,
    stored: ReviewCycle,
) -> None:
    """Assert an answer, and what is stored after it, which may differ from what was decided."""
    sut = ModelSut(edition)
    sut.load(with_reviews(cycle))
    assert sut.apply(operation) == expected
    assert sut.cycle() == stored


@each_review
@named("origin", "2026.1-A08", "2026.1-A08-A09-A22")
def test_a08_rev_3_reviews_off_without_it_no_stop_gets_any_further(
    edition: Edition, review: ReviewPhase
) -> None:
    # Given reviews switched off
    before = ReviewCycle(0, "task-7", "lunch", 5, review, r.SONNET, 1)
    # When the agent stops, then a counter is raised in memory, and nothing is stored
    expected = StopAnswered(
        True, StopReason.REVIEWS_OFF, None, None, replace(before, phase_iteration=6)
    )
    sut = ModelSut(edition)
    sut.load(with_reviews(before))
    for _ in range(3):
        assert sut.apply(r.stop()) == expected
        assert sut.cycle() == before


@each_review
@named("seeds", "2026.2", "origin+A08")
def test_a08_rev_3_reviews_off_with_it_the_plan_advances(
    edition: Edition, review: ReviewPhase
) -> None:
    before = ReviewCycle(0, "task-7", "post-plan-review", 5, review, r.SONNET, 1)
    decided = replace(before, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition, before, r.stop(), expected, decided)


@each_review
@named("2026.1", "seeds+A41", "2026.2+A41")
def test_a41_rev_3_skipped_review_named_with_it_the_phase_is_overwritten(
    edition: Edition, review: ReviewPhase
) -> None:
    before = ReviewCycle(0, "task-7", "post-plan-review", 5, review, r.SONNET, 1)
    decided = replace(before, phase=review, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition, before, r.stop(), expected, decided)


@each_review
@for_each("model", [r.OPUS, r.SONNET])
@named("origin", "2026.1-A09", "seeds-A09")
def test_a09_rev_6_full_write_without_it_the_counters_stay_behind(
    edition: Edition, model: ReviewModel, review: ReviewPhase
) -> None:
    # Given a clean review
    before = ReviewCycle(8, "task-7", "lunch", 3, review, model, 1)
    # When the next is clean too, then everything is decided, and only the phases are stored
    decided = ReviewCycle(8, "task-7", review, 4, r.TARGETS[review], r.OTHER_MODEL[model], 2)
    stored = replace(before, phase=review, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.ADVANCED, 4, model, decided)
    answers(edition, before, r.stop(), expected, stored)


@each_review
@named("seeds", "2026.1", "origin+A09")
def test_a09_rev_6_full_write_with_it_all_of_them_are_stored(
    edition: Edition, review: ReviewPhase
) -> None:
    before = ReviewCycle(8, "task-7", "lunch", 3, review, r.SONNET, 1)
    decided = ReviewCycle(8, "task-7", review, 4, r.TARGETS[review], r.OPUS, 2)
    expected = StopAnswered(True, StopReason.ADVANCED, 4, r.SONNET, decided)
    answers(edition, before, r.stop(), expected, decided)


@named("origin", "2026.1-A09")
def test_a09_rev_8_full_write_a_review_that_blocks_was_always_stored_whole(
    edition: Edition,
) -> None:
    before = ReviewCycle(8, "task-7", "lunch", 3, "code-review", r.SONNET, 0)
    for result, clean in ((ReviewResult.PASS, 1), (r.FAIL, 0)):
        decided = ReviewCycle(8, "task-7", "code-review", 4, "post-code-review", r.OPUS, clean)
        expected = StopAnswered(False, StopReason.REVIEWED, 4, r.SONNET, decided)
        answers(edition, before, r.stop(result), expected, decided)


@each_review
@for_each("result", r.UNMADE)
@named("origin", "seeds", "2026.1-A22")
def test_a22_rev_12_bounded_review_without_it_the_stop_is_let_through(
    edition: Edition, result: ReviewResult, review: ReviewPhase
) -> None:
    # Given a review that is due
    before = ReviewCycle(8, "task-7", "lunch", 3, review, r.SONNET, 1)
    # When its reviewer fails, then it is named, and nothing is decided or stored
    expected = StopAnswered(True, StopReason.REVIEW_FAILED, 4, r.SONNET, None)
    answers(edition, before, r.stop(result), expected, before)


@for_each("result", r.UNMADE)
@named("2026.1", "origin+A22", "seeds+A22")
def test_a22_rev_12_bounded_review_with_it_the_attempt_counts(
    edition: Edition, result: ReviewResult
) -> None:
    before = ReviewCycle(8, "task-7", "lunch", 3, "code-review", r.SONNET, 1)
    decided = replace(before, phase_iteration=4, review_model=r.OPUS)
    expected = StopAnswered(False, StopReason.REVIEW_FAILED, 4, r.SONNET, decided)
    answers(edition, before, r.stop(result), expected, decided)


BY_HAND = ReviewCycle(8, "task-7", "lunch", None, "code-review", r.SONNET, 1)


@named("2026.1", "origin+A23", "seeds+A23", "2026.1-A08-A22")
def test_a23_rev_13_standalone_iteration_with_it_the_hook_keeps_out(edition: Edition) -> None:
    for max_reviews in (0, 1, 8):
        before = replace(BY_HAND, max_reviews=max_reviews)
        for result in ReviewResult:
            answers(edition, before, r.stop(result), r.let_go(StopReason.BY_HAND), before)


@named("origin", "seeds", "2026.1-A23")
def test_a23_rev_13_standalone_iteration_without_it_none_counts_as_nothing(
    edition: Edition,
) -> None:
    # Given a review begun by hand, when it is not clean
    for result in (r.FAIL, *r.UNREADABLE):
        decided = ReviewCycle(8, "task-7", "code-review", 1, "post-code-review", r.OPUS, 0)
        expected = StopAnswered(False, StopReason.REVIEWED, 1, r.SONNET, decided)
        # Then it was the first of an automatic cycle
        answers(edition, BY_HAND, r.stop(result), expected, decided)


@named("origin", "seeds", "2026.1-A23")
def test_a23_rev_13_standalone_iteration_without_it_the_limit_cannot_be_reached(
    edition: Edition,
) -> None:
    # Given the smallest limit, then there is a review all the same
    before = replace(BY_HAND, max_reviews=1, consecutive_clean=0)
    decided = ReviewCycle(1, "task-7", "code-review", 1, "post-code-review", r.OPUS, 1)
    expected = StopAnswered(False, StopReason.REVIEWED, 1, r.SONNET, decided)
    answers(edition, before, r.stop(), expected, decided)


@for_each(
    ("name", "stored_iteration", "stored_model", "stored_clean"),
    [("seeds", 1, r.OPUS, 2), ("2026.1-A23", 1, r.OPUS, 2), ("origin", None, r.SONNET, 1),
     ("2026.1-A09-A23", None, r.SONNET, 1)],
)  # fmt: skip
def test_a23_rev_13_and_rev_6_without_them_advancing_leaves_it_none(
    name: str, stored_iteration: int | None, stored_model: ReviewModel, stored_clean: int
) -> None:
    # Given a review begun by hand after a clean one, when it is clean, then the plan advances
    decided = ReviewCycle(8, "task-7", "code-review", 1, "next-task", r.OPUS, 2)
    stored = replace(
        decided,
        phase_iteration=stored_iteration,
        review_model=stored_model,
        consecutive_clean=stored_clean,
    )
    expected = StopAnswered(True, StopReason.ADVANCED, 1, r.SONNET, decided)
    answers(edition_named(name), BY_HAND, r.stop(), expected, stored)


@named("seeds", "2026.1-A23")
def test_a23_rev_13_and_rev_3_advancing_without_reviews_leaves_it_none(edition: Edition) -> None:
    before = replace(BY_HAND, max_reviews=0)
    phase = "code-review" if "A41" in edition.amendments else "lunch"
    decided = replace(before, phase=phase, next_phase="next-task")
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition, before, r.stop(), expected, decided)


@named("origin", "2026.1-A08-A23")
def test_a23_rev_13_and_rev_3_without_both_one_is_counted_in_memory(edition: Edition) -> None:
    before = replace(BY_HAND, max_reviews=0)
    decided = replace(before, phase_iteration=1)
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition, before, r.stop(), expected, before)


def test_a23_rev_13_and_rev_12_without_it_a_failed_attempt_counts_from_nothing() -> None:
    before = BY_HAND
    decided = replace(before, phase_iteration=1, review_model=r.OPUS)
    expected = StopAnswered(False, StopReason.REVIEW_FAILED, 1, r.SONNET, decided)
    answers(edition_named("2026.1-A23"), before, r.stop(r.FAILED[0]), expected, decided)
    expected = StopAnswered(True, StopReason.REVIEW_FAILED, 1, r.SONNET, None)
    answers(SEEDS, before, r.stop(r.FAILED[0]), expected, before)


FIRST_OF: list[tuple[StopReason, ReviewCycle]] = [
    (StopReason.MALFORMED, ReviewCycle(-1, None, "x", None, None)),
    (StopReason.NO_REVIEW_DUE, ReviewCycle(0, None, "x", None, "next-task")),
    (StopReason.REVIEWS_OFF, ReviewCycle(0, None, "x", 8, "code-review")),
    (StopReason.LIMIT_REACHED, ReviewCycle(2, None, "x", 2, "code-review")),
    (StopReason.LIMIT_REACHED, ReviewCycle(2, None, "x", r.BIGGEST, "code-review", r.SONNET, 5)),
]


@for_each("edition", [ORIGIN, SEEDS, CURRENT])
@for_each(("reason", "cycle"), FIRST_OF)
def test_rev_2_the_order_of_reasons_is_the_same_in_every_edition(
    edition: Edition, reason: StopReason, cycle: ReviewCycle
) -> None:
    sut = ModelSut(edition)
    sut.load(with_reviews(cycle))
    outcome = sut.apply(r.stop())
    assert isinstance(outcome, StopAnswered)
    assert (outcome.approved, outcome.reason) == (True, reason)


@named("origin", "seeds", "2026.1", "2026.2-A24")
def test_a24_rev_2_reviews_go_on_without_it_a_stop_after_a_block_is_not_looked_at(
    edition: Edition,
) -> None:
    # Given no plan at all, then not even that is missed
    assert ModelSut(edition).apply(r.stop(active=True)) == r.let_go(StopReason.HOOK_ACTIVE)
    # And of a plan whose review is due, nothing changes, whatever a reviewer would do
    for result in ReviewResult:
        answers(
            edition, r.DUE, r.stop(result, active=True), r.let_go(StopReason.HOOK_ACTIVE), r.DUE
        )


@for_each("active", [False, True])
@named("2026.2", "2026.1+A24", "seeds+A22+A24")
def test_a24_rev_12_reviews_go_on_with_it_a_failure_after_a_block_is_told_to_the_person(
    edition: Edition, active: bool
) -> None:
    # Given a reviewer that fails, then the attempt counts, and after a block the stop is approved
    decided = replace(r.DUE, phase_iteration=1, review_model=r.SONNET)
    expected = StopAnswered(active, StopReason.REVIEW_FAILED, 1, r.OPUS, decided)
    answers(edition, r.DUE, r.stop(r.FAILED[0], active=active), expected, decided)


@for_each("result", r.UNREADABLE)
@named("origin", "seeds", "2026.1", "2026.2-A25")
def test_a25_rev_5_no_verdict_is_no_review_without_it_it_counts_as_fail(
    edition: Edition, result: ReviewResult
) -> None:
    # Given a clean review, when the next says nothing or contradicts itself
    before = replace(r.DUE, phase_iteration=1, consecutive_clean=1)
    # Then the agent is sent to work on findings that there are not
    decided = ReviewCycle(8, "task-1", "code-review", 2, "post-code-review", r.SONNET, 0)
    expected = StopAnswered(False, StopReason.REVIEWED, 2, r.OPUS, decided)
    answers(edition, before, r.stop(result), expected, decided)


@for_each("result", r.UNREADABLE)
@named("2026.2", "2026.1+A25", "seeds+A22+A25")
def test_a25_rev_12_no_verdict_is_no_review_with_it_the_reviewer_has_failed(
    edition: Edition, result: ReviewResult
) -> None:
    before = replace(r.DUE, phase_iteration=1, consecutive_clean=1)
    decided = replace(before, phase_iteration=2, review_model=r.SONNET)
    expected = StopAnswered(False, StopReason.REVIEW_FAILED, 2, r.OPUS, decided)
    answers(edition, before, r.stop(result), expected, decided)


@each_review
@named("origin", "seeds", "2026.1", "2026.2-A26")
def test_a26_rev_14_findings_hold_the_stop_without_it_the_agent_may_forget_them(
    edition: Edition, review: ReviewPhase
) -> None:
    # Given open findings, below the limit, at it, and with reviews turned off or made by hand
    for limit, iteration in ((8, 3), (8, 8), (0, 3), (8, None)):
        before = ReviewCycle(limit, "task-7", review, iteration, review.post, r.SONNET, 1)
        # Then a stop is approved, as if there were nothing to do
        answers(edition, before, r.stop(), r.let_go(StopReason.NO_REVIEW_DUE), before)


@each_review
@named("2026.2", "2026.1+A26", "origin+A26")
def test_a26_rev_14_findings_hold_the_stop_with_it_the_agent_is_sent_back(
    edition: Edition, review: ReviewPhase
) -> None:
    before = ReviewCycle(8, "task-7", review, 3, review.post, r.SONNET, 1)
    decided = replace(before, phase_iteration=4)
    expected = StopAnswered(False, StopReason.FINDINGS_OPEN, None, None, decided)
    answers(edition, before, r.stop(), expected, decided)


@each_review
@named("2026.2", "2026.2+A41", "seeds+A26")
def test_a26_rev_7_and_rev_2_findings_hold_the_stop_with_it_reviews_off_advance(
    edition: Edition, review: ReviewPhase
) -> None:
    # Given open findings when a person turns reviews off, then they hold nothing
    before = ReviewCycle(0, "task-7", "lunch", 3, review.post, r.SONNET, 1)
    phase = review if "A41" in edition.amendments else "lunch"
    decided = replace(before, phase=phase, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition, before, r.stop(), expected, decided)


@named("2026.2", "origin+A24")
def test_a24_rev_2_rev_5_and_rev_8_reviews_go_on_with_it_a_stop_after_a_block_is_reviewed(
    edition: Edition,
) -> None:
    decided = replace(
        r.DUE, phase="code-review", phase_iteration=1, next_phase="post-code-review",
        review_model=r.SONNET,
    )  # fmt: skip
    expected = StopAnswered(False, StopReason.REVIEWED, 1, r.OPUS, decided)
    answers(edition, r.DUE, r.stop(r.FAIL, active=True), expected, decided)


@for_each("edition", [ORIGIN, SEEDS, CURRENT])
def test_rev_1_and_rev_9_what_agents_and_people_do_is_the_same_in_every_edition(
    edition: Edition,
) -> None:
    # Given a plan without reviews
    sut = ModelSut(edition)
    sut.load(with_reviews(None))
    assert sut.apply(r.stop()) == r.let_go(StopReason.NO_STATE)
    assert sut.apply(r.stop(plan=b.OTHER_PLAN)) == r.let_go(StopReason.NO_STATE)
    sut.refuses(r.new_plan(plan=b.OTHER_PLAN), unknown_plan(b.OTHER_PLAN))
    sut.refuses(r.create_tasks(), invalid_request("not_started"))
    sut.refuses(r.new_plan(-1), invalid_request(-1))
    # When agents and people act, then each edition answers the same
    assert sut.apply(r.new_plan(1)) == CycleChanged("new-plan", "plan-review", True)
    assert sut.apply(r.set_max_reviews(8)) == CycleChanged("new-plan", "plan-review")
    assert sut.apply(r.create_tasks()) == CycleChanged("create-tasks", "tasks-review")
    sut.refuses(r.post_review(), invalid_request("tasks-review"))
    sut.given(r.stop(r.FAIL))
    assert sut.apply(r.post_review()) == CycleChanged("post-tasks-review", "tasks-review")
    assert sut.cycle() == ReviewCycle(8, None, "post-tasks-review", 1, "tasks-review", r.SONNET, 0)
    assert sut.apply(r.next_task("t")) == CycleChanged("next-task", None)
    assert sut.apply(r.complete_task("t")) == CycleChanged("next-task", "code-review")
    assert sut.apply(r.next_task(None)) == CycleChanged("next-task", "all-code-review")
    assert sut.apply(r.set_next_phase(None)) == CycleChanged("next-task", None)
    assert sut.cycle() == ReviewCycle(8, None, "next-task", 0, None, r.OPUS, 0)


@named("origin", "seeds", "2026.1", "2026.2-A27")
def test_a27_rev_1_and_rev_9_continuing_everywhere_without_it_a_review_is_left_due(
    edition: Edition,
) -> None:
    # Given findings of a review by hand, and a person who misspells a phase
    sut = ModelSut(edition)
    sut.load(with_reviews(replace(r.DUE, phase_iteration=None, next_phase="post-code-review")))
    # Then a review is due that no stop has made, or none, silently
    assert sut.apply(r.post_review()) == CycleChanged("post-code-review", "code-review")
    sut.refuses(r.post_review(), invalid_request("code-review"))
    assert sut.apply(r.set_next_phase("lunch")) == CycleChanged("post-code-review", "lunch")
    assert sut.apply(r.stop()) == r.let_go(StopReason.NO_REVIEW_DUE)


@named("2026.2", "2026.1+A27", "origin+A27")
def test_a27_rev_1_rev_9_and_rev_11_continuing_everywhere_with_it_the_plan_goes_on(
    edition: Edition,
) -> None:
    sut = ModelSut(edition)
    sut.load(with_reviews(replace(r.DUE, phase_iteration=None)))
    assert sut.apply(r.post_review()) == CycleChanged("post-code-review", None)
    assert sut.apply(r.continue_plan()) == Route(Continuation.WORK, "next-task")
    sut.refuses(r.set_next_phase("lunch"), invalid_request("lunch"))
