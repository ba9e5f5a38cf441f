"""What is left to do after a command: the one command for it, which works as it is written."""

import shlex
import sqlite3
from contextlib import closing

import pytest

from tests.impl.cli.calling import Reply
from tests.impl.cli.yard import PLAN, STEP, Yard


def closed(yard: Yard, *words: str) -> Reply:
    """Close the items of the step that the worktree holds, in that worktree."""
    words = words or ("--all", "completed")
    return yard.run("state", "update", PLAN, STEP, "--worktree", ".", *words, folder=yard.linked)


def advised(reply: Reply) -> str:
    """Return the last command that a warning names."""
    assert reply.code == 0, reply
    return reply.err.rpartition("run `")[2].partition("`")[0]


def test_the_last_update_after_a_commit_names_the_commit_to_repeat(yard: Yard) -> None:
    # Given a commit that has not completed its step, because items are open,
    warning = yard.commit()["data"]["warnings"][0]
    assert warning.endswith("then repeat the command")
    # when some of them are closed, then there is nothing to say yet,
    assert closed(yard, "--task", "1:completed").err == ""
    # and when all are, then the command that is named completes the step with that commit.
    done = yard.shell(advised(closed(yard)))
    assert (done.code, "found nothing new to commit" in done.out) == (0, True), done
    step = yard.step()
    assert (str(step.status), step.commit_hash is not None) == ("completed", True)


@pytest.mark.parametrize("how", [(), ("--force",)], ids=["closed", "forced"])
def test_a_step_that_is_completed_after_its_commit_names_what_records_it(
    yard: Yard, how: tuple[str, ...]
) -> None:
    # Given a commit that has not completed its step,
    commit_hash = yard.commit()["data"]["commit_hash"]
    if not how:
        closed(yard)
    # when the step is completed without it, then the command that is named records it.
    named = ("--worktree", str(yard.linked), *how)
    done = yard.shell(advised(yard.run("state", "complete", PLAN, STEP, *named)))
    assert (done.code, yard.step().commit_hash) == (0, commit_hash), done


def test_nothing_is_said_of_a_commit_of_another_claim(yard: Yard) -> None:
    # Given a step that was committed, given back, and claimed again,
    yard.commit()
    yard.state("release", PLAN, STEP, "--force")
    yard.state("claim", PLAN, "--worktree", str(yard.linked))
    # when its items are closed and it is completed, then its commit is still to be made.
    reply = yard.run("state", "complete", PLAN, STEP, "--worktree", str(yard.linked), "--force")
    assert (reply.code, reply.err) == (0, "")


@pytest.mark.parametrize("first", ["3600", "60"])
def test_a_heartbeat_renews_for_as_long_as_before(
    yard: Yard, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a step that is leased for another time than the usual one,
    monkeypatch.setenv("PLANSTATE_NOW", "2000000000000")
    named = (PLAN, STEP, "--worktree", str(yard.linked))
    yard.state("release", *named)
    yard.state("claim", PLAN, *named[2:], "--lease-duration", first)
    # when it is renewed later, then for that time, and for another one once that is asked for.
    for now, words, length in (
        (2_000_000_001_000, (), int(first)),
        (2_000_000_002_000, ("--lease-duration", "600", "--shorten"), 600),
        (2_000_000_003_000, (), 600),
    ):
        monkeypatch.setenv("PLANSTATE_NOW", str(now))
        yard.state("heartbeat", *named, *words)
        assert yard.step().lease_expires_at == now + length * 1_000, words


def test_the_command_after_an_update_names_store_and_claim(yard: Yard) -> None:
    # Given a store elsewhere, and a worker that names its claim,
    yard.commit()
    step = yard.step()
    elsewhere = yard.root.parent / "the state.db"
    with closing(sqlite3.connect(yard.store)) as store, closing(sqlite3.connect(elsewhere)) as copy:
        store.backup(copy)
    more = ("--store", str(elsewhere), "--claim-id", str(step.claim_id))
    # when its last item is closed, then the command that is named says both.
    command = advised(closed(yard, "--all", "completed", *more))
    assert set(more) <= set(shlex.split(command))
    assert yard.shell(command).code == 0
