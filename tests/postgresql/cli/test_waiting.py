"""`planstate state claim --wait` on a server, which notifies of what is released."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.waiters import register, take_turns
from tests.servers import server_url

Driver = psycopg.Connection[Any]
NOTIFIES = psycopg.Connection.notifies
LIMIT = "60"
"""The seconds after which a test fails that would otherwise wait for ever."""


def test_of_many_who_wait_one_gets_the_step_and_the_others_wait_on(desk: Desk) -> None:
    # Given processes that wait for a step, when it is released again and again,
    register(desk)
    # then exactly one gets it each time, until all have had it.
    take_turns(desk)


@pytest.mark.parametrize("freeing", ["reset", "complete", "register", "shorter lease"])
def test_whatever_frees_a_step_wakes_those_who_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, freeing: str
) -> None:
    # Given a plan whose second step waits for the first, which is held,
    first = "## Phase 1: Two {#phase-1}\n\n### Step 1: Begin {#begin}\n"
    desk.write(PLAN, first + "\n### Step 2: End {#end}\n\n**Depends on:** #begin\n")
    desk.held("begin")
    held = ("begin", "--worktree", "ann")

    def wait(driver: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        # when it is freed while somebody listens, then that one is notified,
        monkeypatch.setattr("psycopg.Connection.notifies", NOTIFIES)
        if freeing == "reset":
            desk.state("reset", "begin")
        elif freeing == "complete":
            desk.state("complete", *held)
        elif freeing == "register":
            desk.write(PLAN, first + "\n### Step 2: End {#end}\n")
            desk.state("init")
        else:
            desk.state("heartbeat", *held, "--lease-duration", "0")
        found = [*NOTIFIES(driver, timeout=30, stop_after=stop_after)]
        assert (len(found), timeout > 50) == (1, True)
        return iter(found)

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    reply = desk.json("state", "claim", PLAN, "--worktree", "bob", "--wait", LIMIT)
    # and claims what there is.
    assert reply.data["claimed"]


def test_a_connection_that_is_lost_is_made_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who waits, whose connection ends,
    register(desk)
    drivers: list[Driver] = []

    def wait(driver: Driver, **how: Any) -> Iterator[object]:
        drivers.append(driver)
        if len(drivers) == 1:
            with psycopg.connect(server_url(), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", (driver.info.backend_pid,))
            return NOTIFIES(driver, **how)
        # when the step is released later, then the new connection is notified,
        desk.state("reset", "only")
        found = [*NOTIFIES(driver, timeout=30, stop_after=1)]
        assert len(found) == 1
        return iter(found)

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    # and the step is claimed.
    assert desk.state("claim", "--worktree", "bob", "--wait", LIMIT)["claimed"]
    assert len({id(driver) for driver in drivers}) == 2


def test_an_interrupt_says_that_nothing_was_claimed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(desk)

    def wait(*_: object, **__: object) -> Iterator[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", LIMIT)
    assert (reply.code, "nothing was claimed" in reply.err) == (3, True)
