"""REV-2 to REV-8, REV-12, REV-13: what becomes of a stop."""

from dataclasses import replace
from itertools import combinations
from typing import Any

from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel, ReviewPhase
from spec.vocabulary.reviews import (
    Continuation,
    ReviewResult,
    Route,
    Stop,
    StopAnswered,
    StopReason,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.reviews import review_builders as r
from tests.rules.suts import Sut, with_reviews

EVERY_RESULT = list(ReviewResult)

each_review = for_each("review", r.REVIEWS)
each_model = for_each("model", [r.OPUS, r.SONNET])
each_result = for_each("result", EVERY_RESULT)


def answers(sut: Sut, cycle: ReviewCycle, operation: Stop, expected: StopAnswered) -> None:
    """Assert an answer, and that exactly what is decided is stored."""
    sut.load(with_reviews(cycle))
    assert sut.apply(operation) == expected
    assert sut.cycle() == (expected.decided or cycle)


# REV-2


@each_result
def test_rev_2_a_plan_that_is_not_known_has_no_state(sut: Sut, result: ReviewResult) -> None:
    # Given another plan with a review that is due
    sut.given(b.register(b.FAMILY), r.new_plan())
    before = sut.state()
    # Then a stop is approved, and never refused
    assert sut.apply(r.stop(result, plan=b.OTHER_PLAN)) == r.let_go(StopReason.NO_STATE)
    assert sut.state() == before


def test_rev_2_a_plan_without_reviews_has_no_state(reviews: Sut) -> None:
    before = reviews.state()
    assert reviews.apply(r.stop()) == r.let_go(StopReason.NO_STATE)
    assert reviews.apply(r.stop(active=True)) == r.let_go(StopReason.NO_STATE)
    assert reviews.state() == before


@for_each("max_reviews", [-1, -8, -r.BIGGEST])
@for_each("next_phase", ["code-review", "lunch", None])
def test_rev_2_a_negative_limit_is_malformed(
    reviews: Sut, next_phase: str | None, max_reviews: int
) -> None:
    cycle = replace(r.DUE, max_reviews=max_reviews, next_phase=next_phase)
    answers(reviews, cycle, r.stop(), r.let_go(StopReason.MALFORMED))


@for_each("next_phase", [None, *r.WORK, *r.NO_PHASES])
def test_rev_2_only_a_review_phase_is_reviewed(reviews: Sut, next_phase: str | None) -> None:
    # Given any other next phase, whatever the phase is
    for phase in ("code-review", "next-task"):
        cycle = replace(r.DUE, phase=phase, next_phase=next_phase, consecutive_clean=1)
        answers(reviews, cycle, r.stop(), r.let_go(StopReason.NO_REVIEW_DUE))


WAYS: dict[StopReason, dict[str, Any]] = {
    StopReason.MALFORMED: {"max_reviews": -1},
    StopReason.NO_REVIEW_DUE: {"next_phase": "next-task"},
    StopReason.BY_HAND: {"phase_iteration": None},
    StopReason.REVIEWS_OFF: {"max_reviews": 0},
    StopReason.LIMIT_REACHED: {"max_reviews": 2, "phase_iteration": 2},
}
"""The ways of being let go without a review, in the order in which they are looked at."""

SEVERAL_WAYS = [
    ways
    for size in range(1, len(WAYS) + 1)
    for ways in combinations(WAYS, size)
    if len({name for way in ways for name in WAYS[way]}) == sum(len(WAYS[way]) for way in ways)
]
"""Those that can be true at once."""


@for_each("ways", SEVERAL_WAYS)
def test_rev_2_of_several_reasons_the_first_one_is_given(
    reviews: Sut, ways: tuple[StopReason, ...]
) -> None:
    # Given several reasons not to review
    fields: dict[str, Any] = {}
    for way in ways:
        fields |= WAYS[way]
    for active in (False, True):
        reviews.load(with_reviews(replace(r.DUE, **fields)))
        # When the agent stops, whatever a reviewer would do, and whether or not it was blocked
        outcome = reviews.apply(r.stop(ReviewResult.CRASHED, active=active))
        # Then it is told the first of them, and no reviewer is run
        assert isinstance(outcome, StopAnswered)
        assert outcome.approved
        assert (outcome.reason, outcome.review, outcome.model) == (ways[0], None, None)


# REV-3


@each_review
def test_rev_3_without_reviews_a_stop_advances_at_once(reviews: Sut, review: ReviewPhase) -> None:
    # Given reviews switched off, and counters that are not as they begin
    before = ReviewCycle(0, "task-7", "lunch", 5, review, r.SONNET, 1)
    # When the agent stops, then only the next phase changes, and no reviewer is run
    decided = replace(before, next_phase=r.TARGETS[review])
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    for result in EVERY_RESULT:
        answers(reviews, before, r.stop(result), expected)


@each_review
def test_rev_3_the_phase_goes_on_naming_the_last_review(reviews: Sut, review: ReviewPhase) -> None:
    # Given a review that was made, of this kind or another, before reviews were turned off
    for last in (*r.REVIEWS, *r.POST):
        before = replace(r.DUE, max_reviews=0, phase=last, next_phase=review)
        reviews.load(with_reviews(before))
        # When the next one is skipped, then the phase still names that review
        reviews.given(r.stop())
        assert reviews.cycle().phase == last


# REV-4


@for_each(
    ("max_reviews", "made"),
    [(1, 1), (2, 2), (8, 8), (r.BIGGEST, r.BIGGEST), (2, 3), (1, 8), (8, r.BIGGEST)],
)
@for_each("due", ["code-review", "post-code-review"])
def test_rev_4_at_the_limit_a_person_decides(
    reviews: Sut, due: str, max_reviews: int, made: int
) -> None:
    # Given as many reviews as there may be, or more since somebody lowered the limit
    limits = replace(r.DUE, max_reviews=max_reviews, phase_iteration=made)
    cycle = replace(limits, next_phase=due, consecutive_clean=1)
    # Then the stop is approved, nothing is stored, and so is every later one
    for result in EVERY_RESULT:
        answers(reviews, cycle, r.stop(result), r.let_go(StopReason.LIMIT_REACHED))


@for_each("max_reviews", [1, 2, 3, 8])
def test_rev_2_and_rev_4_a_cycle_has_as_many_reviews_as_its_limit(
    reviews: Sut, max_reviews: int
) -> None:
    # Given a plan whose reviews always find something
    reviews.given(r.new_plan(max_reviews))
    numbers = []
    for _ in range(max_reviews):
        outcome = reviews.apply(r.stop(r.FAIL))
        assert isinstance(outcome, StopAnswered)
        numbers.append(outcome.review)
        reviews.given(r.post_review())
    # Then each is numbered, and there is none after the last
    assert numbers == list(range(1, max_reviews + 1))
    assert reviews.apply(r.stop(r.FAIL)) == r.let_go(StopReason.LIMIT_REACHED)


AT_THE_LIMIT = replace(r.DUE, max_reviews=2, phase_iteration=2)


def test_rev_4_a_person_may_raise_the_limit(reviews: Sut) -> None:
    reviews.load(with_reviews(AT_THE_LIMIT))
    reviews.given(r.set_max_reviews(3))
    outcome = reviews.apply(r.stop(r.FAIL))
    assert isinstance(outcome, StopAnswered)
    assert (outcome.reason, outcome.review) == (StopReason.REVIEWED, 3)


# REV-5, REV-8


@each_review
@each_model
@for_each("active", [False, True])
@for_each(
    ("result", "clean_before", "clean"),
    [*((r.FAIL, before, 0) for before in (0, 1, 2, 5)), (r.PASS, 0, 1)],
)
def test_rev_5_and_rev_8_a_review_that_is_not_the_second_clean_one_blocks(
    reviews: Sut,
    review: ReviewPhase,
    model: ReviewModel,
    active: bool,
    result: ReviewResult,
    clean_before: int,
    clean: int,
) -> None:
    # Given a review that is due, after some clean ones
    before = ReviewCycle(8, "task-7", "lunch", 3, review, model, clean_before)
    # When it finds something, or is the first clean one, also after the hook's own block
    stop = r.stop(result, active=active)
    # Then the clean ones are counted, the other model is next, and the findings are worked on
    decided = ReviewCycle(8, "task-7", review, 4, f"post-{review}", r.OTHER_MODEL[model], clean)
    answers(reviews, before, stop, StopAnswered(False, StopReason.REVIEWED, 4, model, decided))


# REV-6, REV-7


@each_review
@each_model
@for_each("clean", [1, 2, 7, r.BIGGEST - 1])
@for_each("active", [False, True])
def test_rev_5_and_rev_6_and_rev_7_two_clean_reviews_in_a_row_advance(
    reviews: Sut, review: ReviewPhase, model: ReviewModel, clean: int, active: bool
) -> None:
    # Given a clean review, or more that somebody wrote there
    before = ReviewCycle(8, "task-7", "lunch", 3, review, model, clean)
    # When the next is clean too, then the plan advances, and all of that is stored
    decided = ReviewCycle(
        8, "task-7", review, 4, r.TARGETS[review], r.OTHER_MODEL[model], clean + 1
    )
    expected = StopAnswered(True, StopReason.ADVANCED, 4, model, decided)
    answers(reviews, before, r.stop(active=active), expected)


def test_rev_7_a_plan_goes_all_the_way(reviews: Sut) -> None:
    # Given a plan of two tasks whose reviews are all clean
    path: list[tuple[str | None, ...]] = []
    for action in (
        r.new_plan(),
        r.create_tasks(),
        r.next_task("task-1"),
        r.complete_task("task-1"),
        r.next_task("task-2", tests_first=True),
        r.complete_task("task-2"),
        r.next_task(None),
        r.complete_plan(),
    ):
        reviews.given(action)
        cycle = reviews.cycle()
        path.append((cycle.phase, cycle.next_phase, cycle.current_task))
        if cycle.next_phase in r.REVIEWS:
            reviews.given(r.stop(), r.post_review(), r.stop())
            path.append((reviews.cycle().phase, reviews.cycle().next_phase))
    # Then it is reviewed at each turn, and complete in the end
    assert path == [
        ("new-plan", "plan-review", None),
        ("plan-review", "create-tasks"),
        ("create-tasks", "tasks-review", None),
        ("tasks-review", "next-task"),
        ("next-task", None, "task-1"),
        ("next-task", "code-review", "task-1"),
        ("code-review", "next-task"),
        ("next-task-tdd", None, "task-2"),
        ("next-task-tdd", "code-review", "task-2"),
        ("code-review", "next-task"),
        ("next-task", "all-code-review", None),
        ("all-code-review", "complete"),
        ("complete", None, None),
    ]
    assert reviews.apply(r.continue_plan()) == Route(Continuation.FINISHED)


# REV-12


@each_review
@each_model
@for_each("result", r.FAILED)
def test_rev_5_and_rev_12_a_reviewer_that_fails_blocks_and_counts(
    reviews: Sut, review: ReviewPhase, model: ReviewModel, result: ReviewResult
) -> None:
    for clean in (0, 1, 2):
        # Given a review that is due
        before = ReviewCycle(8, "task-7", "lunch", 3, review, model, clean)
        # When its reviewer fails, then the attempt counts and the model changes, and nothing else
        decided = replace(before, phase_iteration=4, review_model=r.OTHER_MODEL[model])
        expected = StopAnswered(False, StopReason.REVIEW_FAILED, 4, model, decided)
        answers(reviews, before, r.stop(result), expected)


@for_each("result", r.FAILED)
def test_rev_12_after_a_block_a_failed_review_counts_and_is_left_to_the_person(
    reviews: Sut, result: ReviewResult
) -> None:
    # Given a stop that follows the hook's own block
    again = r.stop(result, active=True)
    # When its reviewer fails, then the attempt counts, the review stays due, and the agent stops
    decided = replace(r.DUE, phase_iteration=1, review_model=r.SONNET)
    expected = StopAnswered(True, StopReason.REVIEW_FAILED, 1, r.OPUS, decided)
    answers(reviews, r.DUE, again, expected)
    # And the attempts that fail end at the limit
    reviews.load(with_reviews(replace(r.DUE, max_reviews=3)))
    reasons = [reviews.apply(again) for _ in range(4)]
    assert reasons[-1] == r.let_go(StopReason.LIMIT_REACHED)
    assert r.let_go(StopReason.LIMIT_REACHED) not in reasons[:-1]


# REV-14

each_findings = for_each(("post", "review"), list(zip(r.POST, r.REVIEWS, strict=True)))


@each_findings
@each_model
def test_rev_14_a_stop_with_open_findings_is_blocked_and_counts(
    reviews: Sut, post: str, review: ReviewPhase, model: ReviewModel
) -> None:
    for clean in (0, 1, 5):
        # Given findings that nobody has reported as worked on
        before = ReviewCycle(8, "task-7", review, 3, post, model, clean)
        # When the agent stops, whether or not it was blocked before
        decided = replace(before, phase_iteration=4)
        expected = StopAnswered(False, StopReason.FINDINGS_OPEN, None, None, decided)
        # Then it is sent back, only the attempt counts, and no reviewer is run
        for result in EVERY_RESULT:
            for active in (False, True):
                answers(reviews, before, r.stop(result, active=active), expected)


def test_rev_14_open_findings_hold_until_the_limit_or_the_post_review(reviews: Sut) -> None:
    # Given a review that finds something, and an agent that only stops
    reviews.given(r.new_plan(4), r.stop(r.FAIL))
    reasons = []
    for _ in range(4):
        outcome = reviews.apply(r.stop(r.PASS))
        assert isinstance(outcome, StopAnswered)
        reasons.append((outcome.approved, outcome.reason))
    # Then the stops end at the limit
    held, over = (False, StopReason.FINDINGS_OPEN), (True, StopReason.LIMIT_REACHED)
    assert reasons == [held] * 3 + [over]
    assert reviews.cycle().next_phase == "post-plan-review"
    # And where the post-review is made before it, the next review is made
    reviews.given(r.new_plan(4), r.stop(r.FAIL), r.stop(r.FAIL), r.post_review())
    outcome = reviews.apply(r.stop(r.PASS))
    assert isinstance(outcome, StopAnswered)
    assert (outcome.reason, outcome.review) == (StopReason.REVIEWED, 3)


@each_findings
def test_rev_14_and_rev_7_without_reviews_open_findings_hold_nothing(
    reviews: Sut, post: str, review: ReviewPhase
) -> None:
    # Given reviews that a person turns off while findings are open
    before = replace(r.DUE, max_reviews=0, phase=review, phase_iteration=3, next_phase=post)
    decided = replace(before, next_phase=r.TARGETS[review])
    # Then the stop goes on to what follows that kind of review
    expected = StopAnswered(True, StopReason.REVIEWS_OFF, None, None, decided)
    answers(reviews, before, r.stop(), expected)


@each_findings
def test_rev_14_and_rev_13_findings_of_a_review_by_hand_hold_nothing(
    reviews: Sut, post: str, review: ReviewPhase
) -> None:
    before = replace(r.DUE, phase=review, phase_iteration=None, next_phase=post)
    answers(reviews, before, r.stop(), r.let_go(StopReason.BY_HAND))


# REV-13


@each_review
@for_each("max_reviews", [0, 1, 8, r.BIGGEST])
def test_rev_13_a_review_by_hand_is_not_automated(
    reviews: Sut, review: ReviewPhase, max_reviews: int
) -> None:
    # Given a review that a person began, whatever the limit
    before = ReviewCycle(max_reviews, "task-7", "lunch", None, review, r.SONNET, 1)
    # Then the hook keeps out of it, whatever a reviewer would do
    for result in EVERY_RESULT:
        answers(reviews, before, r.stop(result), r.let_go(StopReason.BY_HAND))
