"""Steps are not said to be done, and commits not kept, where the work is somewhere else."""

from pathlib import Path

import pytest

from impl.git.repository import git
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.yard import DOCUMENT, PLAN, Yard

LOG = Path(".planstate", "implementation-log.md")


@pytest.fixture
def yard(build_yard: BuildYard, monkeypatch: pytest.MonkeyPatch) -> Yard:
    yard = build_yard(DOCUMENT)
    with monkeypatch.context() as patch:
        patch.setenv("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z")  # before the claim
        git(yard.linked, "commit", "--quiet", "--amend", "--no-edit", "--allow-empty")
    yard.finish()
    return yard


@pytest.mark.parametrize("put_away", ["stash", "ignore", "commit"])
def test_a_commit_of_the_log_alone_says_so(yard: Yard, put_away: str) -> None:
    # Given a finished step whose work is in a stash, is ignored, or was committed by hand,
    if put_away == "ignore":
        (yard.linked / ".gitignore").write_text("deck.txt\n.gitignore\n")
    else:
        git(yard.linked, "add", "deck.txt")
        git(yard.linked, put_away, *(["--message=Lay"] if put_away == "commit" else []))
    # when it is committed, then it is completed, and what the commit lacks is said, if anything.
    data = yard.commit()["data"]
    assert data["files_staged"] == [LOG.as_posix()]
    assert not data["state_update_failed"]
    assert ("nothing but the log" in str(data["warnings"])) is (put_away != "commit")


def test_a_sparse_worktree_commits_everything_and_keeps_its_log(yard: Yard) -> None:
    # Given a worktree without most of its folders, in which a log was committed before,
    git(yard.linked, "sparse-checkout", "set", "--cone", "only")
    yard.commit()
    before = (yard.linked / LOG).read_text()
    git(yard.linked, "sparse-checkout", "reapply")
    assert not (yard.linked / LOG).exists()
    # when a file outside of them is committed, then it is in the commit, and the log goes on.
    (yard.linked / "new").mkdir()
    (yard.linked / "new" / "rail.txt").write_text("steel\n")
    staged = yard.commit()["data"]["files_staged"]
    assert staged == [LOG.as_posix(), "new/rail.txt"]
    assert (yard.linked / LOG).read_text().endswith(before.split("\n", 1)[1])
    # And if git refuses to commit, nothing of the log stays staged.
    yard.hook("pre-commit", "exit 1")
    (yard.linked / "new" / "rail.txt").write_text("iron\n")
    assert yard.run(*yard.commit_arguments()).code == 1
    assert git(yard.linked, "diff", "--cached", "--name-only") == "new/rail.txt\n"


def test_a_branch_that_was_renamed_is_not_advised(yard: Yard) -> None:
    yard.state("claim", PLAN, *yard.ann)
    git(yard.linked, "branch", "--move", "ann", "bob")
    told = yard.run(*yard.commit_arguments()).out
    assert "renamed or deleted: commit here with --any-branch" in told
    assert "switch" not in told


def test_a_commit_that_is_on_no_branch_is_reported_and_can_be_kept(yard: Yard) -> None:
    # Given a completed step whose commit was left by `git reset`,
    left = yard.commit()["data"]["commit_hash"]
    git(yard.linked, "reset", "--quiet", "--hard", "HEAD~1")
    # when the plan is reconciled, then that is said, and the command that is told keeps it.
    told = yard.run("state", "reconcile", PLAN).err
    assert f"commit {left}, which is on no branch" in told
    yard.shell(told.partition("run `")[2].partition("`")[0])
    assert "no branch" not in yard.run("state", "reconcile", PLAN).err
    assert git(yard.root, "branch", "--contains", left).split() == [f"kept-{left[:10]}"]


def test_a_step_of_a_plan_that_was_moved_is_completed_as_it_is_advised(yard: Yard) -> None:
    # Given a document that is somewhere else now,
    (yard.root / PLAN).rename(yard.root / "plans" / "elsewhere.md")
    # when its step is committed, then the advice completes it.
    told = str(yard.commit()["data"]["warnings"][0])
    assert "cannot be read; put it back" in told
    yard.shell(told.rpartition("run `")[2].partition("`")[0])
    assert yard.step().status == "completed"
