"""What a stop hook is called with: its event, its options, and the plan it is about.

With `--json` it answers programs that are no agent.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.impl.cli.calling import DOCUMENTS
from tests.impl.cli.stop_hook.hooks import APPROVED, FAIL, PASS, Project, run
from tests.profiles import requires_ci_profile


def test_where_there_is_no_plan_a_stop_is_approved(project: Project) -> None:
    assert project.hook(event={"cwd": str(project.plan)}).approval == APPROVED
    assert list(project.plan.iterdir()) == []


EVENTS = ["not json", "[1]", "\udcff", "[" * 100_000]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: ascii(event)[:20])
def test_an_event_that_is_none_does_not_block(project: Project, event: str) -> None:
    before = project.put()
    approval = project.hook("--root", str(project.root), event=event).approval
    assert "no review ran" in approval["systemMessage"]
    assert project.state == before
    (line,) = project.log()
    assert (line["approved"], line["reason"]) == (True, "malformed_event")
    assert line["error"] in approval["systemMessage"]


HALF_READ = {
    "cwd": ({"cwd": 1}, "the event's cwd is not a string"),
    "a folder that is gone": ({"cwd": "/nowhere"}, "the event's cwd /nowhere is not a folder"),
    "no path": ({"cwd": "null\0byte"}, 'the event\'s cwd "null\\u0000byte" is not a folder'),
    "no cwd": ({"cwd": None}, "the event's cwd is not a string"),
    "the flag": ({"stop_hook_active": "yes"}, "the event's stop_hook_active is not a boolean"),
    "the session": ({"session_id": 7}, "the event's session_id is not a string"),
}


@pytest.mark.parametrize(("fields", "words"), HALF_READ.values(), ids=HALF_READ)
def test_what_can_be_read_of_an_event_is_read_and_the_rest_is_reported(
    project: Project, fields: dict[str, Any], words: str
) -> None:
    project.put()
    event = {"cwd": str(project.root)} | fields
    arguments = ("--reviewer", project.reviewer(PASS))
    answer = project.hook(*arguments, event=event, CLAUDE_PROJECT_DIR=str(project.root)).answer
    assert "VERDICT: PASS" in answer["reason"]
    assert answer["systemMessage"] == words
    assert project.state["phase_iteration"] == 1


def test_a_wrong_cwd_that_leads_to_no_plan_is_reported(project: Project, tmp_path: Path) -> None:
    project.put()
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / ".git").mkdir(parents=True)
    told = project.hook(event={"cwd": 1}, CLAUDE_PROJECT_DIR=str(elsewhere)).approval
    assert f"no plan was found in {elsewhere}, so no review ran" in told["systemMessage"]


def test_an_agent_in_a_subfolder_is_in_the_project(project: Project) -> None:
    project.put()
    inner = project.root / "src" / "bridge"
    inner.mkdir(parents=True)
    arguments = ("--reviewer", project.reviewer(PASS))
    assert "VERDICT: PASS" in project.hook(*arguments, event={"cwd": str(inner)}).reason
    # But another repository within it is another project.
    (inner / ".git").mkdir()
    assert project.hook(*arguments, event={"cwd": str(inner)}).approval == APPROVED


def test_the_root_is_taken_before_the_folder_of_the_event(project: Project) -> None:
    project.put()
    reviewer = project.reviewer(PASS)
    arguments = ("--root", str(project.root), "--reviewer", reviewer)
    assert project.hook(*arguments, event="").blocked
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
    assert "did not run" in project.hook("--reviewer", f'"{reviewer}"').reason  # split there
    moved = tmp_path / "reviewer.sh"
    Path(reviewer).rename(moved)
    assert "VERDICT: PASS" in project.hook("--reviewer", str(moved)).reason
    assert {path.name for path in tmp_path.iterdir()} == {project.root.name, "reviewer.sh"}


@requires_ci_profile
def test_a_plan_folder_outside_of_the_project_is_not_written_to(
    project: Project, tmp_path: Path
) -> None:
    # Given a plan's folder, or one above it, that is a link out of the project
    before = project.put()
    outside = tmp_path.with_name(f"{tmp_path.name}-outside")
    for linked in (project.plan, project.plan.parent, project.plan.parents[1]):
        linked.rename(outside)
        linked.symlink_to(outside)
        # when an agent stops, then no review runs, nothing is written, and the person knows why.
        message = project.stop(PASS).approval["systemMessage"]
        assert message.startswith(f"no review ran: {project.plan} leads through a symbolic link")
        assert project.state == before
        assert [file.name for file in project.plan.iterdir()] == ["state.json"]
        linked.unlink()
        outside.rename(linked)
    # Nor does a command change its state, whether the folder is named or found.
    project.plan.rename(outside)
    project.plan.symlink_to(outside)
    for words in ((), ("--plan-folder", "bridge"), ("--plan-folder", str(project.plan))):
        ended = run("review", "set", "--max-reviews", "0", *words, folder=project.root)
        assert ended.returncode == 4, ended
        assert "which is outside of the project" in ended.stderr
        assert project.state == before
    project.plan.unlink()
    outside.rename(project.plan)
    # A link inside the project leads to reviews as any folder does.
    project.plan.rename(project.root / "inside")
    project.plan.symlink_to(project.root / "inside")
    assert project.stop(PASS).blocked


def test_a_blocked_stop_is_answered_with_all_that_was_decided(project: Project) -> None:
    before = project.put(phase_iteration=2, review_model="sonnet", consecutive_clean=1)
    answer = project.hook("--json", "--reviewer", project.reviewer(FAIL)).answer
    DOCUMENTS["review stop-hook"].validate(answer)
    data, stored = answer["data"], project.state
    assert stored.pop("mine") == before["mine"]
    assert (data["approved"], data["reason"]) == (False, "reviewed")
    assert (data["review"], data["model"], data["decided"]) == (3, "sonnet", stored)
    assert stored["next_phase"] == "post-code-review"
    assert data["to_agent"].startswith("code-review 3 of at most 8, by sonnet: VERDICT: FAIL.")


def test_the_folder_can_be_named(project: Project) -> None:
    # Given two plans, of which the one without reviews was changed last,
    project.put(max_reviews=0)
    other = project.plan.with_name("tunnel")
    other.mkdir()
    (other / "plan.md").write_text("A tunnel.")
    # when the other is named, then the stop is about that one,
    data = project.hook("--json", "--plan-folder", str(project.plan)).answer["data"]
    assert data["reason"] == "reviews_off"
    # and a folder that does not exist has no reviews, and stays away.
    nowhere = project.plan.with_name("nowhere")
    data = project.hook("--json", "--plan-folder", str(nowhere)).answer["data"]
    assert (data["approved"], data["reason"]) == (True, "no_state")
    assert data["to_person"] == f"no plan was found in {nowhere}, so no review ran"
    assert not nowhere.exists()
