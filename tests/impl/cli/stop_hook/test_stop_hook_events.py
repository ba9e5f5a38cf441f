"""What a stop hook is called with: its event, its options, and the plan it is about."""

import os
from pathlib import Path

import pytest

from tests.impl.cli.stop_hook.hooks import APPROVED, PASS, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_hook_that_is_active_approves_and_changes_nothing(project: Project) -> None:
    before = project.put()
    event = {"cwd": str(project.root), "stop_hook_active": True, "session_id": "x"}
    assert project.hook(event=event).approval == APPROVED
    assert project.state == before


@pytest.mark.parametrize("fields", [{}, {"cwd": "/nowhere"}, {"cwd": "null\0byte"}])
def test_where_there_is_no_plan_a_stop_is_approved(
    project: Project, fields: dict[str, str]
) -> None:
    event = {"cwd": str(project.plan)} | fields
    assert project.hook(event=event).approval == APPROVED
    assert list(project.plan.iterdir()) == []


def test_a_plan_without_state_is_not_reviewed(project: Project) -> None:
    (project.plan / "plan.md").write_text("# Bridge")
    assert project.hook().approval == APPROVED
    assert project.log()[0]["reason"] == "no_state"


EVENTS = ["not json", "[1]", '{"cwd": 1}', '{"stop_hook_active": "yes"}', "\udcff", "[" * 100_000]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: ascii(event)[:20])
def test_an_event_that_is_none_does_not_block(project: Project, event: str) -> None:
    before = project.put()
    process = project.start("--root", str(project.root))
    assert process.stdin is not None
    process.stdin.reconfigure(errors="surrogateescape")  # type: ignore[attr-defined]
    approval = project.end(process, event).approval
    assert "no review ran" in approval["systemMessage"]
    assert project.state == before
    (line,) = project.log()
    assert (line["approved"], line["reason"]) == (True, "malformed_event")
    assert line["error"] in approval["systemMessage"]


def test_an_event_that_is_none_is_logged_nowhere_without_a_plan(project: Project) -> None:
    process = project.start("--root", str(project.root))
    assert "no review ran" in project.end(process, "?").approval["systemMessage"]
    assert list(project.plan.iterdir()) == []


def test_the_root_is_taken_before_the_folder_of_the_event(project: Project) -> None:
    project.put()
    reviewer = project.reviewer(PASS)
    arguments = ("--root", str(project.root), "--reviewer", reviewer)
    assert project.hook(*arguments, event="").exit_code == 2
    assert project.state["phase_iteration"] == 1


def test_the_plan_that_was_changed_last_is_reviewed(project: Project) -> None:
    before = project.put()
    other = project.plan.with_name("other")
    other.mkdir()
    (other / "plan.md").write_text("")
    os.utime(project.plan / "state.json", ns=(1, 1))
    assert project.stop(PASS).approval == APPROVED
    assert project.state == before
    os.utime(other / "plan.md", ns=(0, 0))
    assert "VERDICT: PASS" in project.stop(PASS).reason


WRONG_OPTIONS = {
    "an unknown option": ("--bogus",),
    "no limit": ("--time-limit", "soon"),
    "a limit of nothing": ("--time-limit", "0"),
    "a limit without end": ("--time-limit", "inf"),
    "an empty reviewer": ("--reviewer", " "),
    "half a reviewer": ("--reviewer", "'review"),
    "an empty root": ("--root", ""),
}


@pytest.mark.parametrize("arguments", WRONG_OPTIONS.values(), ids=WRONG_OPTIONS)
def test_wrong_options_do_not_block(project: Project, arguments: tuple[str, ...]) -> None:
    before = project.put()
    ended = project.hook(*arguments)
    assert (ended.exit_code, ended.output) == (1, "")
    assert "error" in ended.told
    assert project.state == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_cannot_be_written_does_not_block(project: Project) -> None:
    project.put()
    project.plan.chmod(0o555)
    try:
        approval = project.stop(PASS).approval
    finally:
        project.plan.chmod(0o755)
    assert "the stop hook failed" in approval["systemMessage"]


def test_a_lock_that_cannot_be_made_does_not_block(project: Project) -> None:
    before = project.put()
    (project.plan / ".state.lock").mkdir()
    approval = project.stop(PASS).approval
    assert "the stop hook failed" in approval["systemMessage"]
    assert project.state == before
    assert project.log()[-1]["reason"] == "hook_failed"


def test_a_project_with_an_odd_name_is_a_project(tmp_path: Path) -> None:
    project = Project(tmp_path / 'it\'s a\n"bridge" $(touch made) é')
    project.put()
    reviewer = project.reviewer(PASS)
    assert project.hook("--reviewer", f'"{reviewer}"').exit_code != 0  # split at the quotes
    moved = tmp_path / "reviewer.sh"
    Path(reviewer).rename(moved)
    assert "VERDICT: PASS" in project.hook("--reviewer", str(moved)).reason
    assert {path.name for path in tmp_path.iterdir()} == {project.root.name, "reviewer.sh"}
