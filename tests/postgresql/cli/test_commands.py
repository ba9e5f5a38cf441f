"""`planstate` on a server: the same commands, for the workers of several machines."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from impl.git.repository import git
from tests.impl.cli.desk import PLAN, Desk, make_repository, refusal
from tests.impl.cli.servers.naming import name_repository
from tests.impl.cli.waiters import ONE_STEP
from tests.servers import server_url

HOST = os.uname().nodename
DAY = 86_400
"""Seconds: longer than any test takes."""


def test_the_same_worktree_on_two_machines_is_two_workers(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a worktree that holds a step,
    desk.held(worktree="/work/bridge")
    # when one of the same path on another machine claims and releases,
    monkeypatch.setattr("impl.cli.workers.host_prefix", lambda: "other:")
    assert desk.state("claim", "--worktree", "/work/bridge")["anchor"] == "paint"
    reply = desk.json("state", "release", PLAN, "deck", "--worktree", "/work/bridge")
    # then the step is not taken for its own.
    assert refusal(reply) == ("E049", "ownership_violation")
    assert f"held by {HOST}:/work/bridge, not by other:/work/bridge" in reply.out


def test_two_repositories_share_a_server_without_meeting(desk: Desk, tmp_path: Path) -> None:
    # Given another repository with a plan of the same path,
    desk.held()
    other = make_repository(tmp_path / "other")
    name_repository(other, 'repository = "test_other"\n')
    desk.go(other)
    try:
        # when its store is looked at, then it is empty.
        assert desk.json("state", "show").data["plans"] == []
    finally:
        with psycopg.connect(server_url(), autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS test_other CASCADE")


def test_clients_whose_clocks_differ_neither_steal_nor_lose_a_lease(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a worker whose clock is days slow, with a lease of half a day,
    def claim(worktree: str, *more: str, days: int) -> dict[str, Any]:
        monkeypatch.setattr("time.time_ns", lambda: real() + days * DAY * 10**9)
        lease = ("--lease-duration", str(DAY // 2))
        return desk.state("claim", "--worktree", worktree, *lease, *more)

    real = time.time_ns
    desk.write(PLAN, ONE_STEP)
    desk.state("init")
    claimed = claim("slow", days=-5)
    # when one whose clock is days fast claims, then it cannot,
    assert not claim("fast", days=5)["claimed"]
    # because the lease ends by the clock of the server,
    with psycopg.connect(server_url()) as connection:
        [(end,)] = connection.execute(
            "SELECT extract(epoch FROM %s::timestamptz - clock_timestamp())",
            (claimed["lease_expires"],),
        )
    assert DAY / 4 < end <= DAY / 2
    # which is also what people are shown.
    assert "lease expires in 11 h" in desk.text("state", "show", PLAN).out
    # And one that was taken over by the fast clock is live for the slow one too.
    assert claim("fast", "--force", days=5)["claimed"]
    assert not claim("slow", days=-5)["claimed"]


def test_an_older_checkout_does_not_take_claims_away(desk: Desk) -> None:
    # Given a step that is being worked on, and a checkout whose document lacks it,
    desk.held()
    desk.state("claim", "--worktree", "bob")
    desk.write(PLAN, ONE_STEP)
    # when the plan is updated from it,
    reply = desk.json("state", "init", PLAN)
    # then that is refused, and the claims are listed with what to do,
    assert refusal(reply) == ("E047", "invalid_request")
    message = reply.envelope["issues"][0]["message"]
    for part in (f"deck (held by {HOST}:ann, lease expires in", "paint (held by", "`git pull`"):
        assert part in message
    assert [each["anchor"] for each in desk.state("show")["plan"]["steps"]][:2] == ["deck", "paint"]
    # a dry run shows it, and --force does it.
    assert desk.state("init", "--dry-run")["dropped"] == 3
    assert desk.state("init", "--force")["dropped"] == 3
    assert [each["anchor"] for each in desk.state("show")["plan"]["steps"]] == ["only"]


def test_a_missing_driver_is_asked_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given an installation without the extra, when a server is named,
    monkeypatch.delitem(sys.modules, "impl.store.database.postgresql", raising=False)
    monkeypatch.delattr("impl.store.database.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    reply = desk.json("state", "show")
    # then the error says what to install.
    assert reply.code == 4
    assert "`pip install 'planspec[postgresql]'`" in reply.envelope["issues"][0]["message"]


def test_a_server_that_is_away_is_reported_without_the_password(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a URL with a password, of a server that is not there,
    monkeypatch.setenv("PGPASSWORD", "")
    monkeypatch.setenv("PLANSTATE_STORE", "postgresql://ann:hunter2@127.0.0.1:1/plans")
    for command in (("state", "show"), ("store", "check"), ("state", "init", PLAN)):
        # when it is used, then the error says so, and the password is nowhere.
        reply = desk.json(*command)
        assert (reply.code, reply.envelope["issues"][0]["code"]) == (4, "E046")
        assert "the server cannot be reached" in reply.out
        assert "hunter2" not in reply.out + reply.err


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
