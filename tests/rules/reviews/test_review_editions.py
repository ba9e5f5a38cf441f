"""The amendments of stops, on the model. A10 stands with the routes."""

from collections.abc import Callable
from dataclasses import replace

from spec.editions import Edition, edition_named
from spec.vocabulary.rejections import invalid_request
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
@for_each(
    ("name", "has_a41"),
    [
        *((name, False) for name in ("seeds", "2026.2", "origin+A08")),
        *((name, True) for name in ("2026.1", "seeds+A41", "2026.2+A41")),
    ],
)
def test_a41_rev_3_skipped_review_named_with_it_the_phase_is_overwritten(
    name: str, has_a41: bool, review: ReviewPhase
) -> None:
    # Given reviews switched off, in an edition with A08, when the agent stops, then it advances
    before = ReviewCycle(0, "task-7", "post-plan-review", 5, review, r.SONNET, 1)
    phase = review if has_a41 else before.phase
    decided = replace(before, phase=phase, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(edition_named(name), before, r.stop(), expected, decided)


@each_review
@for_each("model", [r.OPUS, r.SONNET])
@for_each(
    ("name", "has_a09"),
    [
        *((name, False) for name in ("origin", "2026.1-A09", "seeds-A09")),
        *((name, True) for name in ("seeds", "2026.1", "origin+A09")),
    ],
)
def test_a09_rev_6_full_write_without_it_the_counters_stay_behind(
    name: str, has_a09: bool, model: ReviewModel, review: ReviewPhase
) -> None:
    # Given a clean review
    before = ReviewCycle(8, "task-7", "lunch", 3, review, model, 1)
    # When the next is clean too, then all of that is decided, and only with it all is stored
    decided = ReviewCycle(8, "task-7", review, 4, r.TARGETS[review], r.OTHER_MODEL[model], 2)
    phases_alone = replace(before, phase=review, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.ADVANCED, 4, model, decided)
    stored = decided if has_a09 else phases_alone
    answers(edition_named(name), before, r.stop(), expected, stored)


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


BY_HAND = ReviewCycle(8, "task-7", "lunch", None, "code-review", r.SONNET, 1)


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


@named("origin", "seeds", "2026.1", "2026.2-A24")
def test_a24_rev_2_rev_5_rev_8_and_rev_12_reviews_go_on_without_it_no_stop_after_a_block_is_seen(
    edition: Edition,
) -> None:
    # Given no plan at all, then not even that is missed
    assert ModelSut(edition).apply(r.stop(active=True)) == r.let_go(StopReason.HOOK_ACTIVE)
    # And of a plan whose review is due, nothing changes, whatever a reviewer would do
    for result in ReviewResult:
        answers(
            edition, r.DUE, r.stop(result, active=True), r.let_go(StopReason.HOOK_ACTIVE), r.DUE
        )


@for_each("result", r.UNREADABLE)
@named("origin", "seeds", "2026.1", "2026.2-A25")
def test_a25_rev_5_and_rev_12_no_verdict_is_no_review_without_it_it_counts_as_fail(
    edition: Edition, result: ReviewResult
) -> None:
    # Given a clean review, when the next says nothing or contradicts itself
    before = replace(r.DUE, phase_iteration=1, consecutive_clean=1)
    # Then the agent is sent to work on findings that there are not
    decided = ReviewCycle(8, "task-1", "code-review", 2, "post-code-review", r.SONNET, 0)
    expected = StopAnswered(False, StopReason.REVIEWED, 2, r.OPUS, decided)
    answers(edition, before, r.stop(result), expected, decided)


@each_review
@named("origin", "seeds", "2026.1", "2026.2-A26")
def test_a26_rev_14_rev_7_and_rev_2_findings_hold_the_stop_without_it_the_agent_may_forget_them(
    edition: Edition, review: ReviewPhase
) -> None:
    # Given open findings, below the limit, at it, and with reviews turned off or made by hand
    for limit, iteration in ((8, 3), (8, 8), (0, 3), (8, None)):
        before = ReviewCycle(limit, "task-7", review, iteration, review.post, r.SONNET, 1)
        # Then a stop is approved, as if there were nothing to do
        answers(edition, before, r.stop(), r.let_go(StopReason.NO_REVIEW_DUE), before)


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
