"""`planstate commit` commits a linked worktree, and succeeds once git has committed."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from impl.cli.main import main
from spec.vocabulary.state import StepStatus
from tests.impl.git import faults
from tests.impl.git.sites import IDENTITY, PLAN, Site, build_site

Commit = Callable[..., int]

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
    for name, value in {**IDENTITY, "PLANSTATE_NOW": "60"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PLANSTATE_STORE", raising=False)
    built = build_site(tmp_path)
    # The worker's name is the worktree's folder, as the one who claims it gives it.
    built.claim(str(built.linked), now=2_000)
    built.finish(worktree=str(built.linked))
    monkeypatch.chdir(built.root)
    yield built
    built.state()


@pytest.fixture
def commit(site: Site) -> Commit:
    def run(*more: str, **changes: str) -> int:
        options = {
            "worktree": str(site.linked),
            "step": "piers",
            "plan": PLAN,
            "message": "Pour the piers",
            "summary": "Poured both.",
            **changes,
        }
        named = [word for name, value in options.items() for word in (f"--{name}", value)]
        return main(["commit", *named, *more])

    return run


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    envelope: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert set(envelope) == {"schema_version", "command", "status", "data", "issues"}
    assert envelope["schema_version"] == "1"
    assert envelope["command"] == "commit"
    return envelope


def test_a_commit_is_told_in_the_envelope(
    site: Site, commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commit("--json") == 0
    envelope = printed(capsys)
    assert envelope["status"] == "ok"
    assert envelope["issues"] == []
    assert envelope["data"] == {
        "committed": True,
        "already_committed": False,
        "commit_hash": site.commits()[0],
        "log_updated": True,
        "log_rotated": False,
        "files_staged": [".planstate/implementation-log.md", "pier.txt"],
        "state_update_failed": False,
        "warnings": [],
    }
    assert site.step().commit_hash == envelope["data"]["commit_hash"]


def test_a_commit_is_told_in_a_line(commit: Commit, capsys: pytest.CaptureFixture[str]) -> None:
    assert commit() == 0
    printed_text = capsys.readouterr()
    assert re.fullmatch("committed 2 files as [0-9a-f]{10} and completed piers\n", printed_text.out)
    assert printed_text.err == ""


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
    commit: Commit,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    fault: Any,
    reason: str,
) -> None:
    state = site.state()
    monkeypatch.chdir(site.linked)
    with fault(site):
        assert commit("--json", "--wait", "0") == 0
    envelope = printed(capsys)
    data = envelope["data"]
    assert set(data) == {*DATA, "state_failure_reason"}
    assert data["commit_hash"] == site.commits()[0]
    assert data["state_update_failed"]
    assert data["state_failure_reason"] == reason
    assert [issue["message"] for issue in envelope["issues"]] == data["warnings"]
    assert [issue["severity"] for issue in envelope["issues"]] == ["warning"]
    assert site.message().endswith(f"\n\nTug-Step: piers\nTug-Plan: {PLAN}\n")
    assert site.state() == state


def test_a_quiet_commit_says_all_the_same_that_the_step_is_not_completed(
    commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commit("-q", step="dome") == 0
    printed_text = capsys.readouterr()
    assert printed_text.out == ""
    assert printed_text.err.startswith("warning: git has committed, but step dome was not")
    assert f"completed: {PLAN} has no step dome; " in printed_text.err


def test_the_log_says_where_its_older_part_is(
    site: Site, commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    commit("--quiet", summary="x\n" * 495)
    site.write("rail.txt")
    assert commit("--json") == 0
    data = printed(capsys)["data"]
    assert data["log_rotated"]
    assert data["archived_path"].startswith(".planstate/archive/implementation-log-")


@pytest.mark.parametrize("plan", [PLAN, "bridge.md", "../plans/bridge.md"])
def test_a_plan_and_a_step_are_named_as_everywhere(
    site: Site, commit: Commit, monkeypatch: pytest.MonkeyPatch, plan: str
) -> None:
    monkeypatch.chdir(site.root / "plans")
    assert commit(plan=plan, step="#piers") == 0
    assert site.message().endswith(f"\n\nTug-Step: piers\nTug-Plan: {PLAN}\n")
    assert site.step().commit_hash == site.commits()[0]


def test_the_main_worktree_is_refused(
    site: Site, commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    commits, state = site.commits(), site.state()
    assert commit("--json", worktree=str(site.root)) == 1
    envelope = printed(capsys)
    assert envelope["status"] == "error"
    assert envelope["data"]["committed"] is False
    (issue,) = envelope["issues"]
    assert "is in the main worktree; expected a linked worktree" in issue["message"]
    assert issue["severity"] == "error"
    assert site.commits() == commits
    assert site.state() == state


def test_a_hook_that_refuses_is_told_in_its_own_words(
    site: Site, commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    commits, state = site.commits(), site.state()
    site.hook("pre-commit", "echo 'not on a Sunday' >&2; exit 1")
    assert commit() == 1
    printed_text = capsys.readouterr()
    assert printed_text.out == ""
    assert re.fullmatch(
        r"error: E047: nothing was committed: `git commit` .*: not on a Sunday "
        r"\(planspec explain E047\)\n",
        printed_text.err,
    )
    assert site.commits() == commits
    assert site.state() == state


def test_a_folder_that_is_no_worktree_is_a_broken_environment(
    commit: Commit, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert commit(worktree=str(tmp_path)) == 4
    assert "not a git repository" in capsys.readouterr().err
    assert commit("--json", worktree=str(tmp_path)) == 4
    data = printed(capsys)["data"]
    assert (data["plan_path"], data["anchor"], data["committed"]) == (PLAN, "piers", False)


def test_a_blank_message_is_wrong_usage(site: Site, commit: Commit) -> None:
    commits = site.commits()
    with pytest.raises(SystemExit, match="2"):
        commit(message=" \n")
    assert site.commits() == commits


def test_a_commit_that_meets_drift_says_what_updating_costs_and_how_to_do_without(
    site: Site, commit: Commit, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a document in which the step that is committed has changed
    with faults.edited_document(site):
        assert commit("--json") == 0
        [warning] = printed(capsys)["data"]["warnings"]
        # Then the warning names what the step would lose, and the command that completes it.
        assert f"drops what is gone: piers (held by {site.linked}, 2 finished items)" in warning
        found = re.search(
            "to complete the step as it was registered, run `planstate (.*?)`", warning
        )
        assert found is not None
        assert main(shlex.split(found[1])) == 0
    assert site.step().status is StepStatus.COMPLETED
