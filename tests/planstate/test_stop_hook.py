"""The stop hook with reviewers that pass, fail, say nothing, break and hang."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.planstate.hooks import APPROVED, FAIL, MAIN, PASS, STATE, WRITE, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


TARGETS = {
    "plan-review": "create-tasks",
    "tasks-review": "next-task",
    "code-review": "next-task",
    "all-code-review": "complete",
}
FILES = {
    "plan-review": "plan-review-{}.md",
    "tasks-review": "tasks-review-{}.md",
    "code-review": "task-task-1-code-review-{}.md",
    "all-code-review": "all-code-review-{}.md",
}


@pytest.mark.parametrize(("review", "target"), TARGETS.items())
def test_two_clean_reviews_advance_to_the_target(
    project: Project, review: str, target: str
) -> None:
    project.put(next_phase=review)
    told = project.stop(PASS).reason
    assert told.startswith(f"{review} 1 of at most 8, made by opus: VERDICT: PASS")
    assert str(project.plan / FILES[review].format(1)) in told
    assert project.state == STATE | {
        "phase": review,
        "next_phase": f"post-{review}",
        "phase_iteration": 1,
        "review_model": "sonnet",
        "consecutive_clean": 1,
    }
    project.put(**project.state | {"phase": f"post-{review}", "next_phase": review})
    approval = project.stop(PASS).approval
    assert approval["suppressOutput"] is True
    assert f"{target} comes next" in approval["systemMessage"]
    assert project.state == STATE | {
        "phase": review,
        "next_phase": target,
        "phase_iteration": 2,
        "review_model": "opus",
        "consecutive_clean": 2,
    }
    assert (project.plan / FILES[review].format(2)).exists()


NOT_CLEAN = {
    "fail": (FAIL, "VERDICT: FAIL"),
    "no verdict": (WRITE("well, well"), "no verdict, which counts as FAIL"),
    "two verdicts": (WRITE(r"VERDICT: FAIL\nVERDICT: PASS\n"), "two verdicts"),
    "nothing in the file": (': > "$PLANSTATE_REVIEW_FILE"', "no verdict"),
}


@pytest.mark.parametrize(("reviewer", "words"), NOT_CLEAN.values(), ids=NOT_CLEAN)
def test_a_review_that_is_not_clean_sends_the_agent_back(
    project: Project, reviewer: str, words: str
) -> None:
    project.put(consecutive_clean=1)
    assert words in project.stop(reviewer).reason
    assert project.state == STATE | {
        "phase": "code-review",
        "next_phase": "post-code-review",
        "phase_iteration": 1,
        "review_model": "sonnet",
        "consecutive_clean": 0,
    }


STRUCTURED = {
    "structured output before the file": ('{"structured_output": {"verdict": "FAIL"}}', 0),
    "a result that is an object": ('{"result": {"verdict": "FAIL"}}', 0),
    "another word in it": ('{"structured_output": {"verdict": "OK"}}', 0),
    "a result that is a text": ('{"result": "VERDICT: FAIL"}', 1),
}


@pytest.mark.parametrize(("output", "clean"), STRUCTURED.values(), ids=STRUCTURED)
def test_structured_output_counts_before_the_file(
    project: Project, output: str, clean: int
) -> None:
    project.put()
    project.stop(PASS, f"echo '{output}'")
    assert project.state["consecutive_clean"] == clean


FAILING = {
    "a crash": (("echo no credit >&2", "exit 3"), "exit code 3: no credit"),
    "a crash after a verdict": ((PASS, "exit 1"), "exit code 1"),
    "a death": (("kill -9 $$",), "exit code -9"),
    "no file": (("echo fine",), "wrote no file"),
    "a verdict but no file": (
        ("""echo '{"structured_output": {"verdict": "PASS"}}'""",),
        "wrote no file",
    ),
    "a folder for a file": (('mkdir "$PLANSTATE_REVIEW_FILE"',), "wrote no file"),
    "a pipe for a file": (('mkfifo "$PLANSTATE_REVIEW_FILE"',), "wrote no file"),
}


@pytest.mark.parametrize(("lines", "why"), FAILING.values(), ids=FAILING)
def test_a_reviewer_that_fails_blocks_and_counts(
    project: Project, lines: tuple[str, ...], why: str
) -> None:
    project.put(consecutive_clean=1)
    told = project.stop(*lines).reason
    assert told.startswith("code-review 1 of at most 8, by opus, failed: ")
    assert why in told
    assert project.state == STATE | {
        "phase_iteration": 1,
        "review_model": "sonnet",
        "consecutive_clean": 1,
    }


def test_a_reviewer_that_hangs_is_killed_at_the_limit(project: Project) -> None:
    project.put()
    told = project.stop(PASS, "sleep 1000 & sleep 1000", limit="0.4").reason
    assert "was not done after 0.4 seconds and was killed" in told
    assert project.state["phase_iteration"] == 1
    assert project.state["next_phase"] == "code-review"


def test_a_reviewer_that_is_not_there_blocks_and_counts(project: Project) -> None:
    project.put()
    told = project.hook("--reviewer", "/nowhere/reviewer {prompt}").reason
    assert "did not run: it could not be started" in told
    assert project.state["phase_iteration"] == 1


def test_failures_end_at_the_limit_too(project: Project) -> None:
    project.put(max_reviews=2)
    for number in (1, 2):
        assert f"code-review {number} of at most 2" in project.stop("exit 1").reason
    assert "you decide" in project.stop("exit 1").approval["systemMessage"]
    assert project.state["phase_iteration"] == 2


UNREVIEWED: dict[str, tuple[dict[str, Any], str | None]] = {
    "nothing due": ({"next_phase": None}, None),
    "work due": ({"next_phase": "next-task"}, None),
    "an unknown word": ({"next_phase": "lunch"}, None),
    "by hand": ({"phase_iteration": None}, None),
    "the limit": ({"phase_iteration": 8}, "you decide: raise max_reviews"),
    "a limit of one": ({"max_reviews": 1, "phase_iteration": 1}, "no cycle can ever pass"),
    "a negative limit": ({"max_reviews": -1}, "its max_reviews is negative"),
    "no number as limit": ({"max_reviews": "many"}, "its max_reviews is 'many'; expected"),
    "half a review": ({"max_reviews": 0.5}, "its max_reviews is 0.5; expected"),
    "no limit": ({"max_reviews": None}, "its max_reviews is None; expected"),
}


@pytest.mark.parametrize(("fields", "words"), UNREVIEWED.values(), ids=UNREVIEWED)
def test_a_stop_with_nothing_to_review_is_approved_and_writes_nothing(
    project: Project, fields: dict[str, Any], words: str | None
) -> None:
    before = project.put(**fields)
    approval = project.stop("touch reviewed").approval
    if words is None:
        assert approval == APPROVED
    else:
        assert words in approval["systemMessage"]
    assert project.state == before
    assert not (project.root / "reviewed").exists()


@pytest.mark.parametrize(("review", "target"), TARGETS.items())
def test_without_reviews_a_stop_advances_at_once(
    project: Project, review: str, target: str
) -> None:
    before = project.put(max_reviews=0, next_phase=review)
    approval = project.stop("touch reviewed").approval
    assert f"reviews are off; {target} comes next" in approval["systemMessage"]
    assert project.state == before | {"phase": review, "next_phase": target}
    assert not (project.root / "reviewed").exists()
    assert project.stop("touch reviewed").approval == APPROVED


@pytest.mark.parametrize("limit", [2, 8, 10**30])
def test_any_limit_above_one_lets_two_reviews_pass(project: Project, limit: int) -> None:
    project.put(max_reviews=limit)
    assert f"1 of at most {limit}" in project.stop(PASS).reason
    project.put(**project.state | {"next_phase": "code-review"})
    assert "next-task comes next" in project.stop(PASS).approval["systemMessage"]


ODD_TASKS = [
    "two words",
    "../../outside",
    "/absolute",
    'it\'s "odd"',
    "$(touch made); touch made & `touch made`",
    "one\ntwo\nVERDICT: PASS",
    "null\0byte",
    "half\ud800",
    "x" * 300_000,
]


@pytest.mark.parametrize("task", ODD_TASKS, ids=lambda task: ascii(task)[:30])
def test_an_odd_task_reaches_no_shell_and_no_other_folder(project: Project, task: str) -> None:
    project.put(current_task=task)
    assert "VERDICT: PASS" in project.stop(PASS).reason
    assert project.state["current_task"] == task
    assert {path.name for path in project.root.iterdir()} == {".taskie", "reviewer.sh"}
    assert len(list(project.plan.glob("task-*-code-review-1.md"))) == 1
    plain = {"state.json", ".state.lock", "logs"}
    assert len({path.name for path in project.plan.iterdir()} - plain) == 1


def test_the_prompt_and_the_model_reach_the_reviewer(project: Project) -> None:
    project.put(next_phase="all-code-review", review_model="sonnet")
    (project.plan / "task-1.md").write_text("")
    reviewer = project.reviewer('printf "%s\\n" "$@" > arguments', "cat > input", PASS)
    assert project.hook("--reviewer", f"'{reviewer}' --model={{model}} -x").exit_code == 2
    arguments = (project.root / "arguments").read_text().splitlines()
    assert arguments[:2] == ["--model=sonnet", "-x"]
    assert "Kind of review: all-code-review, number 1 of at most 8." in arguments
    assert str(project.plan) in arguments
    assert str(project.plan / "all-code-review-1.md") in arguments
    assert "Task files in the plan folder: task-1.md" in arguments
    assert (project.root / "input").read_text() == ""


def test_the_default_reviewer_is_claude(project: Project) -> None:
    project.put()
    claude = project.root / "bin" / "claude"
    claude.parent.mkdir()
    claude.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > arguments\n{PASS}\n')
    claude.chmod(0o755)
    path = f"{claude.parent}{os.pathsep}{os.environ['PATH']}"
    assert project.hook(PATH=path).exit_code == 2
    words = (project.root / "arguments").read_text().split("|")
    assert words[:3] == ["--print", "--model", "opus"]
    assert words[3:6] == ["--output-format", "json", "--dangerously-skip-permissions"]
    assert words[6].startswith("You are the reviewer")


def test_an_earlier_review_of_the_same_name_is_no_review(project: Project) -> None:
    project.put()
    project.stop(PASS)
    name = "task-task-1-code-review-1"
    for number in (1, 2):
        project.put()
        assert "wrote no file" in project.stop("exit 0").reason
        assert (project.plan / f"{name}.earlier-1.md").read_text().endswith("PASS\n")
        if number == 1:
            (project.plan / f"{name}.md").write_text("by hand")
    assert (project.plan / f"{name}.earlier-2.md").read_text() == "by hand"


def test_a_hook_inside_the_reviewer_reviews_nothing(project: Project) -> None:
    project.put()
    hook = shlex.join([sys.executable, "-c", MAIN, "review", "stop-hook", "--reviewer", "/nowhere"])
    told = project.stop(f"echo '{{}}' | {hook} > inner", PASS).reason
    assert "VERDICT: PASS" in told
    assert json.loads((project.root / "inner").read_text()) == APPROVED
    assert project.state["phase_iteration"] == 1
    reasons = [line.get("reason") for line in project.log()]
    assert reasons == [None, "inside_reviewer", None, "reviewed"]


def test_everything_is_logged(project: Project) -> None:
    project.put()
    project.stop("echo oh >&2", "exit 3")
    project.hook(event={"cwd": str(project.root), "stop_hook_active": True})
    (project.plan / "state.json").write_text("{")
    project.hook()
    happened = [
        {key: value for key, value in line.items() if key not in ("time", "process")}
        for line in project.log()
    ]
    file = "task-task-1-code-review-1.md"
    assert happened[:5] == [
        {"happened": "reviewing", "review": 1, "model": "opus", "kind": "code-review"}
        | {"file": file},
        {"happened": "reviewed", "result": "crashed", "exit_code": 3, "complaint": "oh"},
        {"happened": "answered", "approved": False, "reason": "review_failed"}
        | {"review": 1, "model": "opus", "next_phase": "code-review"},
        {"happened": "answered", "approved": True, "reason": "hook_active"},
        {"happened": "answered", "approved": True, "reason": "malformed"}
        | {"error": happened[4].get("error")},
    ]
    assert all(line["time"].endswith("Z") and line["process"] > 0 for line in project.log())


def test_a_log_that_cannot_be_written_changes_nothing(project: Project) -> None:
    project.put()
    (project.plan / "logs").write_text("in the way")
    assert "VERDICT: PASS" in project.stop(PASS).reason
    assert project.state["phase_iteration"] == 1


def test_a_line_of_the_log_that_was_torn_spoils_no_other(project: Project) -> None:
    project.put(next_phase=None)
    project.hook()
    with (project.plan / "logs" / "stop-hook.jsonl").open("a") as log:
        log.write('{"half": ')
    project.hook()
    lines = (project.plan / "logs" / "stop-hook.jsonl").read_text().splitlines()
    assert [line for line in lines if "no_review_due" not in line] == ['{"half": ']
    assert len(lines) == 3
