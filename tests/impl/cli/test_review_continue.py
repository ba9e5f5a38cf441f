"""`planstate review continue`: how to go on after a crash, as text and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.impl.cli.stop_hook.hooks import Project, run

ROUTES: dict[str, tuple[dict[str, Any], str, str | None, str, str | None]] = {
    "findings": (
        {"next_phase": "post-code-review"},
        "post_review",
        "post-code-review",
        "address the findings of the last review: do post-code-review",
        "post-review",
    ),
    "a review after findings": (
        {"phase": "post-code-review"},
        "stop",
        None,
        "nothing is left to do before the next review: stop, and it will run",
        None,
    ),
    "the plan": (
        {"phase": "new-plan", "next_phase": "plan-review", "current_task": None},
        "continue_work",
        "new-plan",
        "finish the work of new-plan, then stop: its review is due",
        None,
    ),
    "a review by hand": (
        {"phase": "post-plan-review", "next_phase": None, "phase_iteration": None},
        "work",
        "create-tasks",
        "do create-tasks",
        "create-tasks",
    ),
    "a review after work": (
        {},
        "continue_task",
        None,
        'continue the task "task-1"',
        "complete-task task-1",
    ),
    "a review after work on no task": (
        {"current_task": None},
        "stop",
        None,
        "nothing is left to do before the next review: stop, and it will run",
        None,
    ),
    "work": ({"next_phase": "next-task"}, "work", "next-task", "do next-task", "next-task TASK"),
    "the end": (
        {"next_phase": None, "phase": "complete"},
        "finished",
        None,
        "everything is complete: report this to the user",
        None,
    ),
    "no way": (
        {"next_phase": "lun\nch"},
        "ask",
        None,
        'ask the user what to do: phase "next-task", next_phase "lun\\nch"',
        "set --next-phase PHASE",
    ),
}


@pytest.mark.parametrize(("fields", "route", "phase", "text", "words"), ROUTES.values(), ids=ROUTES)
def test_the_phases_say_how_to_go_on(
    project: Project,
    fields: dict[str, Any],
    route: str,
    phase: str | None,
    text: str,
    words: str | None,
) -> None:
    before = project.put(**fields)
    then = f"then run: planstate review {words}\n" if words else ""
    done = run("review", "continue", folder=project.root)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"bridge: {text}\n{then}", "")
    done = run("review", "continue", "--json", "--root", str(project.root), folder=Path("/"))
    envelope = json.loads(done.stdout)
    assert (envelope["command"], envelope["status"]) == ("review continue", "ok")
    assert envelope["data"] == {
        "plan_folder": str(project.plan),
        "route": route,
        "phase": phase,
        "current_task": before["current_task"],
        "instruction": text,
        "next_command": words and in_this_project(project, words),
    }
    assert project.state == before


def in_this_project(project: Project, words: str) -> str:
    """Return a command line that names the root of the project, as the command before did."""
    name, _, rest = words.partition(" ")
    return f"planstate review {name} --root={project.root} {rest}".rstrip()


def test_without_plans_there_is_no_way_on(tmp_path: Path) -> None:
    done = run("review", "continue", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: E047: there is no plan folder under {tmp_path}")
