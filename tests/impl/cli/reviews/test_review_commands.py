"""`planstate review`: every action of agents and people is a command; nobody edits `state.json`."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from impl.files import lock
from tests.impl.cli.calling import DOCUMENTS, HOUR, PROGRAM, begin, end, run_program
from tests.impl.cli.stop_hook.hooks import FAIL, PASS, STATE, Project, run
from tests.profiles import requires_ci_profile


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    (made.plan / "plan.md").write_text("A bridge.")
    return made


def review(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a subcommand of `planstate review` in the project."""
    return run("review", *arguments, folder=project.root)


def envelope(project: Project, *arguments: str) -> dict[str, Any]:
    """Run a subcommand for programs; its document is as published."""
    found: dict[str, Any] = json.loads(
        run("--json", "review", *arguments, folder=project.root).stdout
    )
    DOCUMENTS[found["command"]].validate(found)
    return found


@requires_ci_profile
def test_a_plan_is_reviewed_by_commands_alone(project: Project) -> None:
    # Given a new plan, when its reviewer finds something,
    done = review(project, "new-plan", "--plan-folder", "bridge", "--max-reviews", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "stop: the plan-review is due, and the stop hook runs it" in done.stdout
    blocked = project.stop(FAIL)
    # then the agent is told a command that reports the findings as addressed,
    command = shlex.split(blocked.reason.partition("`")[2].partition("`")[0])
    assert command[:3] == ["planstate", "review", "post-review"]
    assert run(*command[1:], folder=Path("/")).returncode == 0
    # and after two clean reviews, each action leads to the next, until the plan is complete.
    assert project.stop(PASS).blocked
    assert review(project, "post-review").returncode == 0
    assert not project.stop(PASS).blocked
    for words in ("set --max-reviews 0", "create-tasks", "next-task 1", "complete-task 1"):
        assert review(project, *words.split()).returncode == 0
        project.hook()
    assert envelope(project, "next-task")["data"]["next_phase"] == "all-code-review"
    project.hook()
    assert envelope(project, "show")["data"]["next_command"] == "planstate review complete-plan"
    assert "everything is complete" in review(project, "complete-plan").stdout


def test_a_limit_of_one_is_stored_with_a_warning(project: Project) -> None:
    project.put()
    answer = envelope(project, "set", "--max-reviews", "1")
    assert answer["data"]["cannot_pass"] is True
    (issue,) = answer["issues"]
    assert issue["code"] == "cannot_pass"
    assert "`planstate review set --max-reviews N`" in issue["message"]


REFUSALS: dict[str, tuple[dict[str, Any] | None, str, str, object]] = {
    "no reviews": (None, "create-tasks", "have not started: it has no state.json", "not_started"),
    "a negative limit": (
        {},
        "new-plan --plan-folder bridge --max-reviews -3",
        "max_reviews is -3; expected a whole number from 0",
        -3,
    ),
    "no findings": ({}, "post-review", 'next_phase is "code-review"', "code-review"),
    "nothing next": ({"next_phase": None}, "post-review", 'next_phase is "none"', "none"),
    "no phase": ({}, "set --next-phase lunch", '"lunch" is no phase', "lunch"),
}


@pytest.mark.parametrize(("fields", "words", "told", "given"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_changes_nothing_and_names_a_command_that_works(
    project: Project, fields: dict[str, Any] | None, words: str, told: str, given: object
) -> None:
    before = None if fields is None else project.put(**fields)
    answer = envelope(project, *words.split())
    (issue,) = answer["issues"]
    assert (answer["status"], issue["code"]) == ("error", "E047")
    assert answer["data"]["given"] == given
    assert told in issue["message"]
    assert (project.plan / "state.json").exists() == (before is not None)
    if before is not None:
        assert project.state == before
    advised = shlex.split(answer["data"]["remedy"])
    assert run(*advised[1:], folder=project.root).returncode == 0


def test_a_folder_that_is_not_there_is_named(project: Project) -> None:
    done = review(project, "new-plan", "--plan-folder", "tunnel")
    assert (done.returncode, done.stdout) == (1, "")
    folder = project.plan.with_name("tunnel")
    assert f"error: E047: there is no plan folder {folder}; expected a folder" in done.stderr
    folder.mkdir()
    command = done.stderr.partition("`")[2].partition("`")[0]
    assert run(*shlex.split(command)[1:], folder=project.root).returncode == 0
    assert (folder / "state.json").exists()


def test_a_folder_is_named_in_several_ways(project: Project) -> None:
    project.put()
    elsewhere = project.root / "src"
    elsewhere.mkdir()
    for place, options in (
        (elsewhere, ()),
        (elsewhere, ("--plan-folder", "bridge")),
        (project.plan.parent, ("--plan-folder", "./bridge")),
        (Path("/"), ("--plan-folder", str(project.plan))),
        (Path("/"), ("--root", str(project.root))),
    ):
        done = run("review", "show", *options, folder=place)
        assert done.stdout.startswith('bridge: phase "next-task", next_phase "code-review"'), done
        assert "  consecutive_clean: 0\n" in done.stdout


def test_an_action_waits_for_a_review_that_runs(project: Project) -> None:
    project.put()
    with (project.plan / ".state.lock").open("w") as held:
        lock(held.fileno(), 0, "the folder")
        done = review(project, "create-tasks", "--wait", "0")
    assert done.returncode == 4
    assert "a review or another command runs there; try again when it has ended" in done.stderr
    assert project.state == STATE


def test_actions_at_once_are_all_recorded(project: Project) -> None:
    # Given reviews, when two fields are set at once, again and again,
    project.put()
    edits = [("--max-reviews", "20"), ("--next-phase", "complete")] * 3
    words = ("review", "set", "--wait", HOUR)
    processes = [begin(project.root, *words, *edit) for edit in edits]
    # then no command undoes another.
    assert [end(process).code for process in processes] == [0] * len(edits)
    assert project.state == STATE | {"max_reviews": 20, "next_phase": "complete"}


def test_an_action_imports_neither_the_database_nor_the_store(project: Project) -> None:
    project.put()
    code = f"import sys\ntry:\n    {PROGRAM}\nfinally:\n    print(*sys.modules, file=sys.stderr)\n"
    done = run_program(
        sys.executable, "-c", code, "review", "show", folder=project.root, check=True
    )
    assert not {"sqlite3", "impl.store.store", "subprocess"} & set(done.err.split())
