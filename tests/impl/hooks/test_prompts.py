"""The name of a review's file, and the prompt: safe for every id of a task and every folder."""

import json
import os
from pathlib import Path

import pytest

from impl.hooks import prompts
from impl.store.review_stops import ReviewDue
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase
from tests.cases import for_each

ODD_IDS = (
    "a b",
    "../../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    "-rf",
    'it\'s "quoted"',
    "$(touch made) `touch made`",
    "one\ntwo",
    "null\0byte",
    "\x1b[31mred",
    "Brücke",
    "half\ud800",
    "x" * 5_000,
    "con\\aux:1|2?3*",
)


def due(phase: ReviewPhase, task: str | None = "task-1", number: int = 3) -> ReviewDue:
    return ReviewDue(ReviewCycle(current_task=task), phase, number)


NAMES = {
    ReviewPhase.PLAN_REVIEW: "plan-review-3.md",
    ReviewPhase.TASKS_REVIEW: "tasks-review-3.md",
    ReviewPhase.CODE_REVIEW: "task-1.2_b-code-review-3.md",
    ReviewPhase.ALL_CODE_REVIEW: "all-code-review-3.md",
}


@for_each(("phase", "name"), NAMES.items())
def test_a_review_has_its_kind_and_number_in_its_name(phase: ReviewPhase, name: str) -> None:
    assert prompts.review_name(due(phase, "1.2_b")) == name


def test_a_review_of_an_odd_task_stays_in_the_folder(tmp_path: Path) -> None:
    for task in ODD_IDS:
        name = prompts.review_name(due(ReviewPhase.CODE_REVIEW, task))
        assert name.isascii()
        assert name.isprintable()
        assert not set(name) & set(" /\\'\"$`*?|:<>")
        assert name.endswith("-code-review-3.md")
        assert (tmp_path / name).resolve().parent == tmp_path.resolve()
        (tmp_path / name).write_text("it can be made")


def test_no_two_tasks_share_a_name() -> None:
    tasks = {*ODD_IDS, "a_b", "a-b", "a/b", "a\\b", "x" * 5_001, "x" * 60, "x" * 61, "all"}
    names = {prompts.review_name(due(ReviewPhase.CODE_REVIEW, task)) for task in tasks}
    assert len(names) == len(tasks)
    assert prompts.review_name(due(ReviewPhase.ALL_CODE_REVIEW)) not in names


@pytest.mark.parametrize("phase", ReviewPhase)
def test_a_prompt_names_the_kind_the_folder_the_tasks_and_the_file(
    tmp_path: Path, phase: ReviewPhase
) -> None:
    for name in ("tasks.md", "task-1.md", "task-1-code-review-2.md", "plan.md"):
        (tmp_path / name).write_text("")
    file = tmp_path / "review.md"
    lines = prompts.prompt(due(phase), tmp_path, file).splitlines()
    assert f"Kind of review: {phase}, number 3 of at most 8." in lines
    assert str(tmp_path) in lines
    assert str(file) in lines
    assert "Task files in the plan folder: task-1.md, tasks.md" in lines
    named = 'Current task, by its id: "task-1"' in lines
    assert named == (phase == ReviewPhase.CODE_REVIEW)
    assert "`VERDICT: PASS`" in lines[-1]


def test_an_odd_task_is_one_quoted_line_of_the_prompt(tmp_path: Path) -> None:
    usual = prompts.prompt(due(ReviewPhase.CODE_REVIEW), tmp_path, tmp_path / "r.md")
    for task in ODD_IDS:
        text = prompts.prompt(due(ReviewPhase.CODE_REVIEW, task), tmp_path, tmp_path / "r.md")
        assert len(text.splitlines()) == len(usual.splitlines())
        assert "\0" not in text
        (line,) = [line for line in text.splitlines() if line.startswith("Current task")]
        assert json.loads(line.partition(": ")[2]) == task[:1_000]


def test_very_many_tasks_are_counted_rather_than_named(tmp_path: Path) -> None:
    for number in range(203):
        (tmp_path / f"task-{number:03}.md").write_text("")
    text = prompts.prompt(due(ReviewPhase.TASKS_REVIEW), tmp_path, tmp_path / "r.md")
    assert "task-199.md and 3 more" in text
    assert "task-200.md" not in text


SHOWN = {
    "/home/ann/plans/bridge-2": "/home/ann/plans/bridge-2",
    "/home/ann/Brücke": "/home/ann/Brücke",
    "/home/ann b": '"/home/ann b"',
    '/home/"ann"\n': '"/home/\\"ann\\"\\n"',
    "/home/\ud800": '"/home/\\ud800"',
}


@for_each(("path", "shown"), SHOWN.items())
def test_a_path_is_shown_so_that_its_ends_show(path: str, shown: str) -> None:
    assert prompts.shown(path) == shown


def test_the_latest_review_is_that_written_last(tmp_path: Path) -> None:
    # Given reviews of two cycles of one task, of another task and of another kind
    written = {
        "task-1-code-review-9.md": 10,
        "task-1-code-review-2.md": 20,
        "task-2-code-review-3.md": 30,
        "task-1-code-review-2.earlier-1.md": 30,
        "all-code-review-1.md": 40,
    }
    for name, changed in written.items():
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, ns=(changed, changed))
    # Then the last one of a kind, and of a task, is found whatever its number
    latest = prompts.latest_review
    code, every = ReviewPhase.CODE_REVIEW, ReviewPhase.ALL_CODE_REVIEW
    assert latest(code, "1", tmp_path) == tmp_path / "task-1-code-review-2.md"
    assert latest(every, "1", tmp_path) == tmp_path / "all-code-review-1.md"
    assert latest(code, None, tmp_path) is None
    assert latest(ReviewPhase.PLAN_REVIEW, None, tmp_path) is None


def test_a_prompt_begins_with_the_ground_rules(tmp_path: Path) -> None:
    plan = tmp_path / ".taskie" / "plans" / "bridge"
    plan.mkdir(parents=True)
    for phase in ReviewPhase:
        text = prompts.prompt(due(phase), plan, plan / "review.md")
        assert text.startswith("Ground rules of every review:\n- Change nothing")
        assert "Read first" not in text
    # A project's own ground rules come before the assignment.
    for folder in (tmp_path / ".taskie", plan):
        (folder / "ground-rules.md").write_text("Be kind.")
        text = prompts.prompt(due(ReviewPhase.PLAN_REVIEW), plan, plan / "review.md")
        assert f"- Read first: {folder}/ground-rules.md\n" in text.partition("You are")[0]
