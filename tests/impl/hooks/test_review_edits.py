"""People who edit the state while a review is made: no lock stops an editor."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from impl.hooks import state_file
from impl.hooks.review_state import ReviewFolder
from impl.store.review_stops import ReviewDue
from spec.vocabulary.review_cycles import ReviewModel
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason
from tests.rules.reviews import review_builders as r


@pytest.fixture
def folder(tmp_path: Path) -> ReviewFolder:
    reviews = ReviewFolder(tmp_path)
    reviews.apply(r.new_plan())
    reviews.apply(r.complete_task())
    return reviews


def editing(folder: ReviewFolder, **fields: Any) -> Callable[[ReviewDue], ReviewResult]:
    """Return a review that passes while somebody edits fields of the file."""

    def review(_: ReviewDue) -> ReviewResult:
        path = folder.folder / "state.json"
        found = state_file.read(path)
        assert found is not None
        state_file.replace(path, found | fields)
        return r.PASS

    return review


def test_an_edit_of_what_the_decision_does_not_touch_stays(folder: ReviewFolder) -> None:
    answer = folder.stop(editing(folder, max_reviews=3, mine="note"))
    cycle = folder.cycle()
    assert answer.decided == cycle
    assert cycle is not None
    assert (cycle.max_reviews, cycle.phase_iteration, cycle.next_phase) == (
        3,
        1,
        "post-code-review",
    )
    fields = state_file.read(folder.folder / "state.json")
    assert fields is not None
    assert fields["mine"] == "note"


def test_counters_that_were_edited_count_on_from_there(folder: ReviewFolder) -> None:
    answer = folder.stop(editing(folder, phase_iteration=4, consecutive_clean=1))
    assert (answer.reason, answer.review, answer.model) == (
        StopReason.ADVANCED,
        5,
        ReviewModel.OPUS,
    )
    assert answer.decided == folder.cycle()


NOT_DUE: dict[str, tuple[dict[str, Any], StopReason]] = {
    "no review": ({"next_phase": None}, StopReason.NO_REVIEW_DUE),
    "by hand": ({"phase_iteration": None}, StopReason.BY_HAND),
    "the end": ({"max_reviews": 1, "phase_iteration": 2}, StopReason.LIMIT_REACHED),
    "nonsense": ({"max_reviews": -1}, StopReason.MALFORMED),
}


@pytest.mark.parametrize(("fields", "reason"), NOT_DUE.values(), ids=NOT_DUE)
def test_what_people_decide_meanwhile_is_decided(
    folder: ReviewFolder, fields: dict[str, Any], reason: StopReason
) -> None:
    assert folder.stop(editing(folder, **fields)) == StopAnswered(approved=True, reason=reason)
    found = state_file.read(folder.folder / "state.json")
    assert found is not None
    assert found | fields == found


@pytest.mark.parametrize("fields", [{"next_phase": "plan-review"}, {"current_task": "task-2"}])
def test_a_review_of_something_else_than_is_due_by_now_does_not_count(
    folder: ReviewFolder, fields: dict[str, Any]
) -> None:
    answer = folder.stop(editing(folder, **fields))
    assert answer == StopAnswered(False, StopReason.REVIEW_FAILED, 1, ReviewModel.OPUS)
    cycle = folder.cycle()
    assert cycle is not None
    assert (cycle.phase_iteration, cycle.consecutive_clean) == (0, 0)


def test_the_attempt_is_stored_before_the_review_and_read_back_as_none(
    folder: ReviewFolder,
) -> None:
    during = []

    def review(_: ReviewDue) -> ReviewResult:
        during.append(folder.cycle())
        return r.PASS

    before = folder.cycle()
    assert before is not None
    answer = folder.stop(review)
    # The review under way is the first, and counts before it has a result.
    assert during == [replace(before, phase_iteration=1, review_model=ReviewModel.SONNET)]
    assert (answer.review, answer.model) == (1, ReviewModel.OPUS)


def test_a_state_that_is_gone_meanwhile_is_gone(folder: ReviewFolder) -> None:
    def review(_: ReviewDue) -> ReviewResult:
        (folder.folder / "state.json").unlink()
        return r.PASS

    assert folder.stop(review) == StopAnswered(approved=True, reason=StopReason.NO_STATE)
    assert folder.cycle() is None
