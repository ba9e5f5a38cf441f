"""`planstate review continue`: how to go on after a crash, as text and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.impl.cli.stop_hook.hooks import Project, run


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


ROUTES: dict[str, tuple[dict[str, Any], str, str | None, str]] = {
    "findings": (
        {"next_phase": "post-code-review"},
        "post_review",
        "post-code-review",
        "address the findings of the last review: do post-code-review",
    ),
    "a review after findings": (
        {"phase": "post-code-review"},
        "stop",
        None,
        "the findings are addressed: stop, and the next review will run",
    ),
    "a review after work": ({}, "continue_task", None, 'continue the task "task-1"'),
    "a review after work on no task": (
        {"current_task": None},
        "continue_task",
        None,
        "continue the task that is not named",
    ),
    "work": ({"next_phase": "next-task"}, "work", "next-task", "do next-task"),
    "the end": (
        {"next_phase": None, "phase": "complete"},
        "finished",
        None,
        "everything is complete: report this to the user",
    ),
    "no way": (
        {"next_phase": "lun\nch"},
        "ask",
        None,
        'ask the user what to do: phase "next-task", next_phase "lun\\nch"',
    ),
}


@pytest.mark.parametrize(("fields", "route", "phase", "text"), ROUTES.values(), ids=ROUTES)
def test_the_phases_say_how_to_go_on(
    project: Project, fields: dict[str, Any], route: str, phase: str | None, text: str
) -> None:
    before = project.put(**fields)
    done = run("review", "continue", folder=project.root)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"bridge: {text}\n", "")
    done = run("review", "continue", "--json", "--root", str(project.root), folder=Path("/"))
    envelope = json.loads(done.stdout)
    assert (envelope["command"], envelope["status"]) == ("review continue", "ok")
    assert envelope["data"] == {
        "plan_folder": str(project.plan),
        "route": route,
        "phase": phase,
        "current_task": before["current_task"],
        "instruction": text,
    }
    assert project.state == before


def test_without_plans_there_is_no_way_on(tmp_path: Path) -> None:
    done = run("review", "continue", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: E047: there is no plan folder under {tmp_path}")


def test_without_state_there_is_no_way_on(project: Project) -> None:
    (project.plan / "plan.md").write_text("")
    done = run("--json", "review", "continue", folder=project.root)
    assert done.returncode == 1
    envelope = json.loads(done.stdout)
    assert envelope["status"] == "error"
    assert envelope["data"] == {
        "plan_folder": str(project.plan),
        "reason": "invalid_request",
        "given": "not_started",
    }


def test_a_malformed_state_is_a_clear_error(project: Project) -> None:
    project.put(phase=3)
    done = run("review", "continue", folder=project.root)
    assert (done.returncode, done.stdout) == (4, "")
    assert "error: E046: " in done.stderr
    assert "state.json is malformed: its phase is 3; expected a text: correct" in done.stderr
