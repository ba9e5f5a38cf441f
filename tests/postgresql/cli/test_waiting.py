"""`planstate state claim --wait` on a server, which notifies of what is released."""

import time
from collections.abc import Iterator
from itertools import count
from typing import Any, NoReturn

import psycopg
import pytest

from impl.cli.waiting import PAUSE
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.waiters import register
from tests.servers import server_url

Driver = psycopg.Connection[Any]
NOTIFIES = psycopg.Connection.notifies
DAY = 86_400
"""Seconds: longer than any test takes."""
WAIT = ("--wait", str(DAY))
LEASE = ("--lease-duration", str(DAY // 2))


def notified(driver: Driver) -> Iterator[object]:
    """Return what a session was notified of, which must be something."""
    driver.execute("SELECT")  # before its answer comes what was notified
    found = [*NOTIFIES(driver, timeout=0)]
    assert found
    return iter(found)


def test_who_is_woken_and_finds_the_step_claimed_waits_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given bob, who waits for ann's step,
    register(desk)
    waits = count(1)

    def wait(driver: Driver, **_: Any) -> Iterator[object]:
        # when she releases it, and cleo claims it before bob does,
        if next(waits) == 1:
            desk.state("release", "only", "--worktree", "ann")
            assert desk.state("claim", "--worktree", "cleo")["claimed"]
        else:
            desk.state("release", "only", "--worktree", "cleo")
        return notified(driver)

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    # then he waits until she releases it, and claims it.
    assert desk.state("claim", "--worktree", "bob", *WAIT)["claimed"]
    assert next(waits) == 3


@pytest.mark.parametrize("freeing", ["reset", "complete", "register", "shorter lease"])
def test_whatever_frees_a_step_wakes_those_who_wait(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, freeing: str
) -> None:
    # Given a plan whose second step waits for the first, which is held,
    first = "## Phase 1: Two {#phase-1}\n\n### Step 1: Begin {#begin}\n"
    desk.write(PLAN, first + "\n### Step 2: End {#end}\n\n**Depends on:** #begin\n")
    desk.state("init")
    desk.state("claim", "--worktree", "ann", *LEASE)
    held = ("begin", "--worktree", "ann")

    def wait(driver: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        assert (timeout > DAY / 4, stop_after) == (True, 1)
        # when it is freed while somebody listens, then that one is notified,
        if freeing == "reset":
            desk.state("reset", "begin")
        elif freeing == "complete":
            desk.state("complete", *held)
        elif freeing == "register":
            desk.write(PLAN, first + "\n### Step 2: End {#end}\n")
            desk.state("init")
        else:
            desk.state("heartbeat", *held, "--lease-duration", "0", "--shorten")
        return notified(driver)

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    reply = desk.json("state", "claim", PLAN, "--worktree", "bob", *WAIT)
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
                other.execute("SELECT pg_terminate_backend(%s)", (driver.info.backend_pid,))
            return NOTIFIES(driver, **how)
        # when the step is released later, then the new connection is notified,
        desk.state("reset", "only")
        return notified(driver)

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    # and the step is claimed.
    assert desk.state("claim", "--worktree", "bob", *WAIT)["claimed"]
    assert len({id(driver) for driver in drivers}) == 2


@pytest.mark.parametrize("days", [-5, 5])
def test_a_wait_is_as_long_as_the_lease_by_the_clock_of_the_server(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    # Given a lease that ends in half a day, and a client whose clock is days slow or fast,
    register(desk)
    desk.state("heartbeat", "only", "--worktree", "ann", *LEASE)
    real, limits = time.time_ns, list[float]()
    monkeypatch.setattr("time.time_ns", lambda: real() + days * DAY * 10**9)

    def wait(_: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        limits.append(timeout / stop_after)
        desk.state("reset", "only")
        return iter(())

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    # when it waits for the step, then for no longer than the lease.
    assert desk.state("claim", "--worktree", "bob", *WAIT)["claimed"]
    assert [DAY / 4 < limit <= DAY / 2 + PAUSE for limit in limits] == [True]


def test_a_server_that_stays_away_is_reported_when_the_time_is_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who waits for a minute, whose server is gone after that,
    register(desk)
    seconds = 0.0

    def wait(driver: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        with psycopg.connect(server_url(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", (driver.info.backend_pid,))
        monkeypatch.setattr("psycopg.connect", away)
        return NOTIFIES(driver, timeout=timeout, stop_after=stop_after)

    def away(*_: object, **__: object) -> NoReturn:
        raise psycopg.OperationalError("nobody is there")

    def sleep(pause: float) -> None:
        nonlocal seconds
        seconds += pause

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    monkeypatch.setattr("time.monotonic", lambda: seconds)
    monkeypatch.setattr("time.sleep", sleep)
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", "60")
    # then it is tried again until the minute is over, and the environment is to blame.
    assert (reply.code, "the server cannot be reached (nobody is there)" in reply.err) == (4, True)
    assert 60 <= seconds < 61


def test_an_interrupt_says_that_nothing_was_claimed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(desk)

    def wait(*_: object, **__: object) -> Iterator[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", "60")
    assert (reply.code, "nothing was claimed" in reply.err) == (3, True)
