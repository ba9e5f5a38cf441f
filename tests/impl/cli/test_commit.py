"""`planstate commit` commits a linked worktree, and succeeds once git has committed."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spec.vocabulary.state import StepStatus
from tests.impl.cli.calling import Reply, call
from tests.impl.cli.committers import arguments, committed
from tests.impl.git import faults
from tests.impl.git.sites import PLAN, Site, held_site, use_ann

DATA = {
    "committed",
    "already_committed",
    "commit_hash",
    "log_updated",
    "log_rotated",
    "files_staged",
    "state_update_failed",
    "warnings",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    use_ann(monkeypatch)
    monkeypatch.setenv("PLANSTATE_NOW", "60")
    built = held_site(tmp_path)
    monkeypatch.chdir(built.root)
    yield built
    built.stored()


def commit(site: Site, *more: str, **changes: str) -> Reply:
    """Commit the step that the linked worktree holds; it is told in text."""
    words = [word for word in arguments(site, **changes) if word != "--json"]
    return call([*words, *more])


def test_a_commit_is_told_in_the_envelope(site: Site) -> None:
    reply = commit(site, "--json")
    assert (reply.code, reply.envelope["command"], reply.envelope["issues"]) == (0, "commit", [])
    assert reply.data == {
        "committed": True,
        "already_committed": False,
        "commit_hash": site.commits()[0],
        "log_updated": True,
        "log_rotated": False,
        "files_staged": [".planstate/implementation-log.md", "pier.txt"],
        "state_update_failed": False,
        "warnings": [],
    }
    assert site.step().commit_hash == reply.data["commit_hash"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (faults.edited_document, "drift"),
        (faults.missing_document, "db_error"),
        (faults.folder_as_store, "db_error"),
        (faults.locked_store, "db_error"),
        (faults.no_main_worktree, "db_error"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_commit_that_completes_nothing_succeeds_and_says_why(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    fault: Any,
    reason: str,
) -> None:
    state = site.stored()
    monkeypatch.chdir(site.linked)
    with fault(site):
        reply = commit(site, "--json", "--wait", "0")
    data = reply.data
    assert set(data) == {*DATA, "state_failure_reason"}
    assert data["commit_hash"] == site.commits()[0]
    assert data["state_update_failed"]
    assert data["state_failure_reason"] == reason
    assert [issue["message"] for issue in reply.envelope["issues"]] == data["warnings"]
    assert [issue["severity"] for issue in reply.envelope["issues"]] == ["warning"]
    assert f"\n\nTug-Step: piers\nTug-Plan: {PLAN}\n" in site.message()
    assert site.stored() == state


def test_a_commit_warns_that_the_step_is_not_completed(site: Site) -> None:
    code, _, err = commit(site, step="dome")
    assert code == 0
    assert err.startswith("warning: git has committed, but step dome was not")
    assert f"completed: {PLAN} has no step dome; " in err


@pytest.mark.parametrize("plan", [PLAN, "bridge.md", "../plans/bridge.md"])
def test_a_plan_and_a_step_are_named_as_everywhere(
    site: Site, monkeypatch: pytest.MonkeyPatch, plan: str
) -> None:
    monkeypatch.chdir(site.root / "plans")
    assert commit(site, plan=plan, step="#piers").code == 0
    assert f"\n\nTug-Step: piers\nTug-Plan: {PLAN}\n" in site.message()
    assert site.step().commit_hash == site.commits()[0]


def test_the_main_worktree_is_refused(site: Site) -> None:
    commits, state = site.commits(), site.stored()
    reply = commit(site, "--json", worktree=str(site.root))
    assert (reply.code, reply.envelope["status"]) == (1, "error")
    assert reply.envelope["data"]["committed"] is False
    (issue,) = reply.envelope["issues"]
    assert "is in the main worktree; expected a linked worktree" in issue["message"]
    assert issue["severity"] == "error"
    assert site.commits() == commits
    assert site.stored() == state


def test_a_folder_that_is_no_worktree_is_a_broken_environment(site: Site, tmp_path: Path) -> None:
    reply = commit(site, "--json", worktree=str(tmp_path))
    assert reply.code == 4
    assert "not a git repository" in reply.envelope["issues"][0]["message"]
    data = reply.envelope["data"]
    assert (data["plan_path"], data["anchor"], data["committed"]) == (PLAN, "piers", False)


def test_a_blank_message_is_wrong_usage(site: Site) -> None:
    commits = site.commits()
    assert commit(site, message=" \n").code == 2
    assert site.commits() == commits


def test_a_commit_that_meets_drift_says_how_to_see_the_costs_and_how_to_do_without(
    site: Site,
) -> None:
    # Given a document in which the step that is committed has changed
    with faults.edited_document(site):
        [warning] = committed(site)["warnings"]
        # Then the warning names the command that shows what the update discards, and the command
        # that completes the step.
        assert re.search(
            "an update would discard: run `planstate state init .* --dry-run`", warning
        )
        found = re.search("to complete the step as registered, run `planstate (.*?)`", warning)
        assert found is not None
        assert call(shlex.split(found[1])).code == 0
    assert site.step().status is StepStatus.COMPLETED
