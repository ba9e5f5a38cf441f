"""What a stop is answered with and what is kept of it, in the store and in a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from impl.store.store import Store
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel, ReviewPhase
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason
from tests.impl.review_forms import FAIL, PASS, POST_REVIEW, FileForm, ReviewForm, new_plan, stop

OPUS, SONNET = ReviewModel.OPUS, ReviewModel.SONNET
DUE = ReviewCycle(8, "task-1", "next-task", 0, "code-review", OPUS, 0)
ADVANCES_TO = {
    "plan-review": "create-tasks",
    "tasks-review": "next-task",
    "code-review": "next-task",
    "all-code-review": "complete",
}


def approved(reason: StopReason) -> StopAnswered:
    return StopAnswered(approved=True, reason=reason)


UNREVIEWED = {
    "nothing is due": (replace(DUE, next_phase=None), StopReason.NO_REVIEW_DUE),
    "work is next": (replace(DUE, next_phase="next-task"), StopReason.NO_REVIEW_DUE),
    "findings are next": (replace(DUE, next_phase="post-code-review"), StopReason.NO_REVIEW_DUE),
    "an unknown word is next": (replace(DUE, next_phase="lunch"), StopReason.NO_REVIEW_DUE),
    "an empty word is next": (replace(DUE, next_phase=""), StopReason.NO_REVIEW_DUE),
    "the limit is negative": (replace(DUE, max_reviews=-1), StopReason.MALFORMED),
    "the limit is negative and nothing due": (
        replace(DUE, max_reviews=-1, next_phase=None),
        StopReason.MALFORMED,
    ),
    "it is by hand": (replace(DUE, phase_iteration=None), StopReason.BY_HAND),
    "it is by hand and reviews are off": (
        replace(DUE, phase_iteration=None, max_reviews=0),
        StopReason.BY_HAND,
    ),
    "the limit is reached": (replace(DUE, phase_iteration=8), StopReason.LIMIT_REACHED),
    "the limit was lowered": (
        replace(DUE, phase_iteration=8, max_reviews=2),
        StopReason.LIMIT_REACHED,
    ),
}


@pytest.mark.parametrize(("cycle", "reason"), UNREVIEWED.values(), ids=UNREVIEWED)
def test_a_stop_with_nothing_to_review_is_approved_and_changes_nothing(
    form: ReviewForm, cycle: ReviewCycle, reason: StopReason
) -> None:
    form.put(cycle)
    for _ in range(2):
        assert form.stop(FAIL) == approved(reason)
    assert form.cycle() == cycle


def test_without_reviews_there_is_no_state(form: ReviewForm) -> None:
    assert form.stop() == approved(StopReason.NO_STATE)


def test_an_unknown_plan_has_no_state_and_no_stop_is_rejected(tmp_path: Path) -> None:
    with Store.in_memory() as store:
        assert store.apply(stop()) == approved(StopReason.NO_STATE)
        assert store.apply(stop(active=True)) == approved(StopReason.HOOK_ACTIVE)
    nowhere = FileForm(tmp_path / "nowhere")
    assert nowhere.do(stop()) == approved(StopReason.NO_STATE)
    assert nowhere.do(stop(active=True)) == approved(StopReason.HOOK_ACTIVE)


def test_a_stop_of_a_hook_that_is_active_looks_at_nothing(form: ReviewForm) -> None:
    form.put(replace(DUE, max_reviews=-1))
    assert form.do(stop(active=True)) == approved(StopReason.HOOK_ACTIVE)
    assert form.cycle() == replace(DUE, max_reviews=-1)


@pytest.mark.parametrize(("review", "target"), ADVANCES_TO.items())
def test_without_reviews_a_stop_advances_at_once(
    form: ReviewForm, review: str, target: str
) -> None:
    before = replace(DUE, max_reviews=0, next_phase=review, phase_iteration=2, review_model=SONNET)
    form.put(before)
    after = replace(before, phase=review, next_phase=target)
    reason = StopReason.REVIEWS_OFF
    assert form.stop(FAIL) == StopAnswered(approved=True, reason=reason, decided=after)
    assert form.cycle() == after
    assert form.stop() == approved(StopReason.NO_REVIEW_DUE)


@pytest.mark.parametrize(("review", "target"), ADVANCES_TO.items())
def test_two_clean_reviews_advance_to_the_target(
    form: ReviewForm, review: str, target: str
) -> None:
    form.put(replace(DUE, next_phase=review))
    first = form.stop(PASS)
    assert (first.approved, first.reason) == (False, StopReason.REVIEWED)
    assert (form.kept().phase, form.kept().next_phase) == (review, f"post-{review}")
    form.given(POST_REVIEW)
    after = replace(DUE, phase=review, next_phase=target, phase_iteration=2, consecutive_clean=2)
    assert form.stop(PASS) == StopAnswered(True, StopReason.ADVANCED, 2, SONNET, after)
    assert form.cycle() == after


NOT_CLEAN = [ReviewResult.FAIL, ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS]


@pytest.mark.parametrize("result", NOT_CLEAN)
@pytest.mark.parametrize("review", ReviewPhase)
def test_a_review_that_is_not_clean_sends_back_and_counts_from_zero(
    form: ReviewForm, review: ReviewPhase, result: ReviewResult
) -> None:
    form.put(replace(DUE, next_phase=review, phase_iteration=4, consecutive_clean=1))
    after = replace(
        DUE,
        phase=review,
        next_phase=review.post,
        phase_iteration=5,
        review_model=SONNET,
        consecutive_clean=0,
    )
    assert form.stop(result) == StopAnswered(False, StopReason.REVIEWED, 5, OPUS, after)
    assert form.cycle() == after


FAILED = [ReviewResult.CRASHED, ReviewResult.TIMED_OUT, ReviewResult.NO_FILE]


@pytest.mark.parametrize("result", FAILED)
def test_a_reviewer_that_fails_counts_and_is_tried_again_up_to_the_limit(
    form: ReviewForm, result: ReviewResult
) -> None:
    form.put(replace(DUE, max_reviews=2, consecutive_clean=1))
    after = replace(DUE, max_reviews=2, consecutive_clean=1, phase_iteration=1, review_model=SONNET)
    assert form.stop(result) == StopAnswered(False, StopReason.REVIEW_FAILED, 1, OPUS, after)
    assert form.cycle() == after
    again = form.stop(result)
    assert (again.approved, again.review, again.model) == (False, 2, SONNET)
    assert form.stop(result) == approved(StopReason.LIMIT_REACHED)


@pytest.mark.parametrize("limit", [1, 2, 8])
def test_no_cycle_has_more_reviews_than_the_limit(form: ReviewForm, limit: int) -> None:
    form.given(new_plan(limit))
    for number in range(1, limit + 1):
        assert form.stop(FAIL).review == number
        form.given(POST_REVIEW)
    assert form.stop(FAIL) == approved(StopReason.LIMIT_REACHED)


def test_a_huge_limit_is_a_limit_like_any_other(form: ReviewForm) -> None:
    huge = 2**62 - 1
    form.put(replace(DUE, max_reviews=huge, phase_iteration=huge - 1))
    assert form.stop(FAIL).review == huge
    form.given(POST_REVIEW)
    assert form.stop(FAIL) == approved(StopReason.LIMIT_REACHED)


def test_the_models_take_turns(form: ReviewForm) -> None:
    form.given(new_plan())
    models = []
    for result in (FAIL, ReviewResult.CRASHED, FAIL, PASS):
        models.append(form.stop(result).model)
        if form.kept().next_phase == "post-plan-review":
            form.given(POST_REVIEW)
    assert models == [OPUS, SONNET, OPUS, SONNET]


def test_a_review_asked_for_after_advancing_goes_on_from_what_is_kept(form: ReviewForm) -> None:
    form.put(replace(DUE, phase_iteration=2, consecutive_clean=2))
    answer = form.stop(PASS)
    assert answer.decided == form.cycle()
    assert (answer.reason, form.kept().consecutive_clean) == (StopReason.ADVANCED, 3)
