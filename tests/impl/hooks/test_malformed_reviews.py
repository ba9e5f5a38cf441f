"""Files that are no state of reviews: they never block, and nobody writes over them."""

import json
import os
from pathlib import Path

import pytest

from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import StopAnswered, StopReason
from tests.impl.hooks.review_requests import (
    CONTINUE,
    CREATE_TASKS,
    DUE,
    SET_MAX_REVIEWS,
    new_plan,
    read_state,
    stop,
    write_state,
)


@pytest.fixture
def folder(tmp_path: Path) -> ReviewFolder:
    return ReviewFolder(tmp_path)


MALFORMED: dict[str, object] = {
    "half a file": '{"max_reviews": 8, "pha',
    "no object": [DUE],
    "a number without end": json.dumps({**DUE, "mine": 1}).replace("1}", "Infinity}"),
    "a limit beyond all numbers": json.dumps({**DUE, "max_reviews": 1}).replace(": 1,", ": 1e999,"),
    "a number of 5,000 digits": '{"max_reviews": ' + "9" * 5_000 + "}",
    "deeper than anybody reads": "[" * 100_000,
    "half a review": {**DUE, "max_reviews": 1.5},
    "without phase": {key: value for key, value in DUE.items() if key != "phase"},
}
"""What is no state; `tests/rules/reviews/test_review_files.py` has the rest of it."""


@pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_never_blocks_and_is_never_written(
    folder: ReviewFolder, content: object
) -> None:
    path = write_state(folder, content)
    before = path.read_bytes()
    assert folder.apply(stop()) == StopAnswered(approved=True, reason=StopReason.MALFORMED)
    for operation in (CREATE_TASKS, CONTINUE, SET_MAX_REVIEWS):
        with pytest.raises(MalformedState, match=r"state\.json is malformed.*expected"):
            folder.apply(operation)
    assert path.read_bytes() == before


def test_a_negative_limit_is_malformed_for_a_stop_only(folder: ReviewFolder) -> None:
    write_state(folder, {**DUE, "max_reviews": -1})
    assert folder.apply(stop()) == StopAnswered(approved=True, reason=StopReason.MALFORMED)
    folder.apply(SET_MAX_REVIEWS)
    assert read_state(folder)["max_reviews"] == 3


def test_a_new_plan_mends_wrong_fields_but_no_other_file(folder: ReviewFolder) -> None:
    write_state(folder, {"max_reviews": "many", "mine": 1})
    folder.apply(new_plan())
    assert read_state(folder)["mine"] == 1
    assert folder.cycle() == ReviewCycle()
    path = write_state(folder, "a note")
    with pytest.raises(MalformedState, match="not JSON"):
        folder.apply(new_plan())
    assert path.read_text() == "a note"


def test_a_folder_or_a_pipe_of_that_name_is_malformed_and_nobody_waits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "state.json")
    answer = ReviewFolder(tmp_path).apply(stop())
    assert answer == StopAnswered(approved=True, reason=StopReason.MALFORMED)
    (tmp_path / "other" / "state.json").mkdir(parents=True)
    with pytest.raises(MalformedState, match="not a regular file"):
        ReviewFolder(tmp_path / "other").apply(CREATE_TASKS)
