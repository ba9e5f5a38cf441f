"""REV-2 and the introduction of its area, where the state is kept in a file: `state.json`."""

import os
from pathlib import Path
from typing import Any

import pytest

from impl.hooks.state_file import MalformedState
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason
from tests.rules.reviews import review_builders as r
from tests.rules.reviews.review_folders import DUE, Fields, ReviewedFolder, dumped


def without(name: str) -> Fields:
    return {key: value for key, value in DUE.items() if key != name}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReviewedFolder:
    monkeypatch.setattr("os.fsync", lambda _: None)
    return ReviewedFolder(tmp_path)


def test_rev_2_the_file_has_the_seven_fields_by_their_names(folder: ReviewedFolder) -> None:
    # Given what an agent has begun
    folder.given(r.new_plan(5))
    assert folder.fields() == {
        "max_reviews": 5,
        "current_task": None,
        "phase": "new-plan",
        "phase_iteration": 0,
        "next_phase": "plan-review",
        "review_model": "opus",
        "consecutive_clean": 0,
    }


MALFORMED: dict[str, bytes | Fields] = {
    "empty": b"",
    "only white space": b" \n",
    "no JSON": b"{phase: next-task}",
    "half of it": dumped(DUE)[:-10],
    "more than it": dumped(DUE) + b"}",
    "null": b"null",
    "a list": dumped([DUE]),
    "a text": b'"code-review"',
    "a number": b"8",
    "an empty object": b"{}",
    "a number without end": dumped(DUE | {"mine": 1}).replace(b"1}", b"Infinity}"),
    "a limit beyond all numbers": dumped(DUE).replace(b": 8,", b": 1e999,"),
    "a number of 5,000 digits": b'{"max_reviews": ' + b"9" * 5_000 + b"}",
    "deeper than anybody reads": b"[" * 100_000,
    "no UTF-8": dumped(DUE).replace(b"task-1", b"\xff\xfe"),
    "UTF-16": dumped(DUE).decode().encode("utf-16"),
    "not a number": dumped(DUE).replace(b'"max_reviews": 8', b'"max_reviews": NaN'),
    "without phase": without("phase"),
    "without phase_iteration": without("phase_iteration"),
    "without next_phase": without("next_phase"),
    "max_reviews none": DUE | {"max_reviews": None},
    "max_reviews a text": DUE | {"max_reviews": "8"},
    "max_reviews half": DUE | {"max_reviews": 2.5},
    "max_reviews true": DUE | {"max_reviews": True},
    "max_reviews a list": DUE | {"max_reviews": [8]},
    "phase_iteration negative": DUE | {"phase_iteration": -1},
    "phase_iteration a text": DUE | {"phase_iteration": "0"},
    "phase_iteration half": DUE | {"phase_iteration": 0.5},
    "phase_iteration false": DUE | {"phase_iteration": False},
    "consecutive_clean none": DUE | {"consecutive_clean": None},
    "consecutive_clean negative": DUE | {"consecutive_clean": -1},
    "consecutive_clean a text": DUE | {"consecutive_clean": "0"},
    "consecutive_clean half": DUE | {"consecutive_clean": 1.5},
    "consecutive_clean true": DUE | {"consecutive_clean": True},
    "review_model none": DUE | {"review_model": None},
    "review_model a number": DUE | {"review_model": 1},
    "phase none": DUE | {"phase": None},
    "phase a number": DUE | {"phase": 1},
    "phase a list": DUE | {"phase": ["next-task"]},
    "next_phase a number": DUE | {"next_phase": 0},
    "next_phase false": DUE | {"next_phase": False},
    "next_phase an object": DUE | {"next_phase": {}},
    "current_task true": DUE | {"current_task": True},
    "current_task a list": DUE | {"current_task": []},
}

each_malformed = pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED)


@each_malformed
def test_rev_2_a_malformed_file_never_blocks(
    folder: ReviewedFolder, content: bytes | Fields
) -> None:
    # Given a file that holds no state
    folder.write(content)
    before = folder.file.read_bytes()
    # Then a stop is approved, and the file is left to people as it is
    for result in ReviewResult:
        assert folder.apply(r.stop(result)) == r.let_go(StopReason.MALFORMED)
    assert folder.apply(r.stop(active=True)) == r.let_go(StopReason.MALFORMED)
    # And commands say what is wrong
    for operation in (r.create_tasks(), r.continue_plan(), r.set_max_reviews(3)):
        with pytest.raises(MalformedState, match=r"state\.json is malformed.*expected"):
            folder.apply(operation)
    assert folder.file.read_bytes() == before


MALFORMED_AND: dict[str, Fields] = {
    "nothing due": {"next_phase": None},
    "by hand": {"phase_iteration": None},
    "reviews off": {"max_reviews": 0},
    "at the limit": {"phase_iteration": 8},
}


@pytest.mark.parametrize("others", MALFORMED_AND.values(), ids=MALFORMED_AND)
def test_rev_2_a_malformed_file_is_told_before_anything_in_it(
    folder: ReviewedFolder, others: Fields
) -> None:
    # Given another reason not to review, in a file of which one other field is malformed
    folder.write(DUE | others | {"consecutive_clean": "many"})
    assert folder.apply(r.stop()) == r.let_go(StopReason.MALFORMED)


@pytest.mark.parametrize(
    ("missing", "stands_for"),
    [
        ("max_reviews", 8),
        ("current_task", None),
        ("review_model", r.OPUS),
        ("consecutive_clean", 0),
    ],
)
def test_rev_2_a_missing_field_stands_for_a_value(
    folder: ReviewedFolder, missing: str, stands_for: Any
) -> None:
    # Given a file without one of the fields that may be missing
    folder.write(without(missing))
    assert getattr(folder.cycle(), missing) == stands_for
    # Then the first review is made as if the value stood there
    decided = ReviewCycle(
        8,
        None if missing == "current_task" else "task-1",
        "code-review",
        1,
        "post-code-review",
        r.SONNET,
        0,
    )
    assert folder.apply(r.stop(r.FAIL)) == StopAnswered(
        False, StopReason.REVIEWED, 1, r.OPUS, decided
    )
    assert folder.cycle() == decided


WELL_FORMED: dict[str, tuple[Fields, ReviewCycle]] = {
    "words that are no phases": (
        {"phase": "größe", "next_phase": ""},
        ReviewCycle(8, "task-1", "größe", 0, "", r.OPUS, 0),
    ),
    "no task": ({"current_task": None}, ReviewCycle(8, None, "next-task", 0, "code-review")),
    "an empty task": ({"current_task": ""}, ReviewCycle(8, "", "next-task", 0, "code-review")),
    "a numbered task": ({"current_task": 3}, ReviewCycle(8, "3", "next-task", 0, "code-review")),
    "a task with a point": (
        {"current_task": 1.20},
        ReviewCycle(8, "1.2", "next-task", 0, "code-review"),
    ),
    "big numbers": (
        {"max_reviews": r.BIGGEST, "phase_iteration": r.BIGGEST, "consecutive_clean": r.BIGGEST},
        ReviewCycle(r.BIGGEST, "task-1", "next-task", r.BIGGEST, "code-review", r.OPUS, r.BIGGEST),
    ),
    "by hand": (
        {"phase_iteration": None, "review_model": "sonnet"},
        ReviewCycle(8, "task-1", "next-task", None, "code-review", r.SONNET, 0),
    ),
    "the limit below the counter": (
        {"max_reviews": 0, "phase_iteration": 9},
        ReviewCycle(0, "task-1", "next-task", 9, "code-review", r.OPUS, 0),
    ),
}


@pytest.mark.parametrize(("fields", "cycle"), WELL_FORMED.values(), ids=WELL_FORMED)
def test_rev_2_a_file_is_the_state_it_says(
    folder: ReviewedFolder, fields: Fields, cycle: ReviewCycle
) -> None:
    folder.write(DUE | fields)
    assert folder.cycle() == cycle


CHANGING = {
    "create-tasks": (r.create_tasks(), DUE),
    "next-task": (r.next_task("task-2"), DUE),
    "no task left": (r.next_task(None), DUE),
    "complete-task": (r.complete_task(), DUE),
    "complete-plan": (r.complete_plan(), DUE),
    "max_reviews": (r.set_max_reviews(3), DUE),
    "next_phase": (r.set_next_phase("complete", by_hand=True), DUE),
    "post-review": (r.post_review(), DUE | {"next_phase": "post-code-review"}),
    "blocked": (r.stop(r.FAIL), DUE),
    "advanced": (r.stop(), DUE | {"consecutive_clean": 1}),
    "reviews off": (r.stop(), DUE | {"max_reviews": 0}),
    "a reviewer that crashed": (r.stop(ReviewResult.CRASHED), DUE),
}
"""Everything that writes a file that is there, and what has to stand in it before."""

each_change = pytest.mark.parametrize(("operation", "before"), CHANGING.values(), ids=CHANGING)


@each_change
def test_rev_1_a_write_keeps_the_fields_that_it_does_not_know(
    folder: ReviewedFolder, operation: Any, before: Fields
) -> None:
    # Given a file with more in it than the rules know
    more = {"note": "für Menschen 🦀", "nested": {"a": [1, 2.5, None]}, "phases": True, "": ""}
    folder.write(before | more)
    # When the state changes
    folder.given(operation)
    # Then all of that is still there
    found = folder.fields()
    assert {name: found[name] for name in more} == more
    assert set(found) == {*DUE, *more}


TASKS = {"a number": (b"3", "3"), "a number with a zero at its end": (b"1.20", "1.20")}


@pytest.mark.parametrize(("written", "task"), TASKS.values(), ids=TASKS)
def test_rev_1_a_write_leaves_a_task_that_is_a_number_as_it_is(
    folder: ReviewedFolder, written: bytes, task: str
) -> None:
    # Given a task that is a number in the file
    folder.write(dumped(DUE).replace(b'"task-1"', written))
    assert folder.cycle().current_task == task
    # When something else changes, then it is still that number
    folder.given(r.stop(r.FAIL))
    assert b'"current_task": ' + written + b"," in folder.file.read_bytes()
    # And when the task changes, it is a name
    folder.given(r.complete_task("4"))
    assert folder.fields()["current_task"] == "4"


@each_change
def test_rev_1_a_write_replaces_the_whole_file_at_once(
    folder: ReviewedFolder, tmp_path: Path, operation: Any, before: Fields
) -> None:
    # Given somebody who has the file open under another name
    folder.write(before)
    content = folder.file.read_bytes()
    os.link(folder.file, tmp_path / "opened.json")
    # When the state changes
    folder.given(operation)
    # Then the file of before is as it was, and another one stands in its place
    assert (tmp_path / "opened.json").read_bytes() == content
    assert folder.file.read_bytes() != content
    # And nothing else is left behind that could be taken for the state
    assert [path.name for path in tmp_path.glob("state.json*")] == ["state.json"]
