"""Commits, recovery and reports of workers whose plans are on a server."""

import os
from pathlib import Path

from impl.git.repository import git
from tests.impl.cli.desk import PLAN, Desk

HOST = os.uname().nodename


def worktree(desk: Desk, folder: Path) -> str:
    """Add a linked worktree with something to commit, which claims the first step."""
    git(desk.root, "add", "--all")
    git(desk.root, "commit", "--quiet", "--message", "Plan")
    git(desk.root, "worktree", "add", "--quiet", str(folder))
    (folder / "deck.txt").write_text("planks\n")
    desk.held(worktree=str(folder))
    return str(folder)


def commit_words(tree: str) -> tuple[str, ...]:
    named = ("--worktree", tree, "--step", "deck", "--plan", PLAN)
    return ("commit", *named, "--message", "Lay it", "--summary", "Laid.")


def test_a_commit_completes_the_step_on_the_server(desk: Desk, tmp_path: Path) -> None:
    # Given a worktree that has done all of its step,
    tree = worktree(desk, tmp_path / "ann")
    held = ("--worktree", tree)
    desk.state("complete", "piers", *held, "--force")
    desk.state("update", "deck", *held, "--all", "completed")
    # when it commits, then the step is completed there, with the commit.
    data = desk.json(*commit_words(tree)).data
    assert not data["state_update_failed"]
    deck, *_ = desk.state("show")["plan"]["steps"]
    assert (deck["status"], deck["commit_hash"]) == ("completed", data["commit_hash"])


def test_a_commit_with_open_items_is_recovered(desk: Desk, tmp_path: Path) -> None:
    # Given a commit that did not complete the step, because a substep is open,
    tree = worktree(desk, tmp_path / "ann")
    data = desk.json(*commit_words(tree)).data
    assert data["state_failure_reason"] == "open_items"
    # when it is recovered, then its items are closed, and a person reads what is left to do,
    review = '{"verdict": "APPROVE", "checkpoints": []}'
    words = ("recover", PLAN, "deck", "--worktree", tree, "--reason", "open_items")
    reply = desk.json(*words, "--review", "-", given=review)
    assert reply.code == 1
    # by commands that name the worker as it is stored.
    assert f"--worktree {HOST}:{tree}" in reply.out
