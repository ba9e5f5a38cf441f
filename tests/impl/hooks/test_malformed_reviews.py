"""Files that are no state of reviews: they never block, and nobody writes over them."""

import os
from pathlib import Path

import pytest

from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import StopAnswered, StopReason
from tests.rules.reviews import review_builders as r
from tests.rules.reviews.review_folders import DUE, ReviewedFolder


@pytest.fixture
def folder(tmp_path: Path) -> ReviewedFolder:
    return ReviewedFolder(tmp_path)


def test_a_negative_limit_is_malformed_for_a_stop_only(folder: ReviewedFolder) -> None:
    folder.write({**DUE, "max_reviews": -1})
    assert folder.apply(r.stop()) == StopAnswered(approved=True, reason=StopReason.MALFORMED)
    folder.apply(r.set_max_reviews(3))
    assert folder.fields()["max_reviews"] == 3


def test_a_new_plan_mends_wrong_fields_but_no_other_file(folder: ReviewedFolder) -> None:
    folder.write({"max_reviews": "many", "mine": 1})
    folder.apply(r.new_plan())
    assert folder.fields()["mine"] == 1
    assert folder.cycle() == ReviewCycle()
    folder.write(b"a note")
    with pytest.raises(MalformedState, match="not JSON"):
        folder.apply(r.new_plan())
    assert folder.file.read_text() == "a note"


def test_a_folder_or_a_pipe_of_that_name_is_malformed_and_nobody_waits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "state.json")
    answer = ReviewFolder(tmp_path).apply(r.stop())
    assert answer == StopAnswered(approved=True, reason=StopReason.MALFORMED)
    (tmp_path / "other" / "state.json").mkdir(parents=True)
    with pytest.raises(MalformedState, match="not a regular file"):
        ReviewFolder(tmp_path / "other").apply(r.create_tasks())
