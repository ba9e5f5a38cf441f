"""Paths and branches of any bytes that a file system and git can hold: done, or refused by name."""

import os
from pathlib import Path

import pytest

from impl.git.repository import git
from tests.impl.cli.calling import call
from tests.impl.cli.desk import BRIDGE, PLAN, make_repository
from tests.impl.git.sites import add_worktree, use_ann

NO_TEXT = os.fsdecode(b"br\xfccke")
LINES = ("of two\nlines", "ends so\n")


def repository(root: Path, plan: str = PLAN) -> Path:
    """Return a repository with a plan."""
    make_repository(root)
    (root / plan).parent.mkdir()
    (root / plan).write_text(BRIDGE)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Plan")
    return root


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    use_ann(monkeypatch)


def worktree(root: Path, name: str, branch: str = "work") -> Path:
    """Return a linked worktree with something to commit."""
    folder = add_worktree(root, name, branch)
    (folder / "deck.txt").write_text("planks\n")
    return folder


def then_all_is_done(folder: Path) -> None:
    """Do the work on a step from its claim to its commit: each command succeeds."""
    step = ("deck", "--worktree", ".")
    texts = ("--message", "Lay", "--summary", "Laid.")
    script = (
        ("state", "init", PLAN),
        ("state", "claim", PLAN, "--worktree", ".", "--resume"),
        ("state", "complete", PLAN, "piers", "--worktree", ".", "--force"),
        ("state", "update", PLAN, *step, "--all", "completed"),
        ("state", "heartbeat", PLAN, *step),
        ("commit", "--worktree", ".", "--plan", PLAN, "--step", "deck", *texts),
        ("state", "show", PLAN),
        ("state", "reconcile", PLAN),
        ("store", "check"),
    )
    replies = [call(words, folder) for words in script]
    assert {reply.code for reply in replies} == {0}, replies
    assert "completed deck" in replies[5].out


@pytest.mark.parametrize("name", [*LINES, NO_TEXT], ids=["break", "end", "no text"])
def test_a_repository_may_have_any_path(tmp_path: Path, name: str) -> None:
    # Given a repository whose path has a line break, or is not text, then a step is done in it.
    then_all_is_done(worktree(repository(tmp_path / name / "bridge"), "ann"))


@pytest.mark.parametrize("name", LINES)
def test_a_worktree_may_have_a_line_break_in_its_path(tmp_path: Path, name: str) -> None:
    then_all_is_done(worktree(repository(tmp_path / "bridge"), name))


def test_a_branch_whose_name_is_no_text_is_kept_and_compared(tmp_path: Path) -> None:
    # Given a branch whose name is not UTF-8, when a step is done on it, then it is completed.
    then_all_is_done(worktree(repository(tmp_path / "bridge"), "ann", NO_TEXT))


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["text", "json"])
def test_a_plan_or_a_worktree_whose_path_is_no_text_is_refused_by_name(
    tmp_path: Path, json: tuple[str, ...]
) -> None:
    # Given a plan in a folder whose name is not UTF-8, and a worktree in one,
    root = repository(tmp_path / "bridge", f"{NO_TEXT}/plan.md")
    linked = worktree(root, NO_TEXT)
    # when they are named without that name, then they are refused, with what to do.
    for folder, words, code, advice in (
        (root / NO_TEXT, ("state", "init", "plan.md"), 1, "rename the document"),
        (root / NO_TEXT, ("state", "show", "plan.md"), 1, "rename the document"),
        (root / NO_TEXT, ("iterations", "start", "plan.md"), 1, "rename the document"),
        (linked, ("state", "claim", PLAN, "--worktree", "."), 2, "git worktree move"),
    ):
        reply = call([*json, *words], folder)
        assert reply.code == code, reply
        assert "udcfccke" in reply.out + reply.err, reply
        assert advice in reply.out + reply.err, reply
