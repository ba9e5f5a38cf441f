"""`planstate state claim --wait` on a server, which notifies of what is released."""

import time
from collections.abc import Iterator
from typing import Any, NoReturn

import psycopg
import pytest

from impl.cli.waiting import PAUSE
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.waiters import WAITERS, register, take_turns
from tests.profiles import requires_ci_profile
from tests.servers import server_url, started_server, url_of

Driver = psycopg.Connection[Any]
NOTIFIES = psycopg.Connection.notifies
HOUR_IN_NANOSECONDS = 3_600_000_000_000
OTHERS = """
SELECT count(*), count(*) FILTER (WHERE state = 'idle') FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
LIMIT = "60"
"""The seconds after which a test fails that would otherwise wait for ever."""


@requires_ci_profile
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


@requires_ci_profile
def test_those_who_wait_outlive_a_restart_of_the_server(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given processes that wait for a step,
    server = started_server()
    monkeypatch.setenv("PLANSTATE_STORE", url_of(server))
    register(desk)

    def restart() -> None:
        until_idle(url_of(server), WAITERS)
        server.stop()
        server.start()

    # when the server is stopped and started, and the step is released again and again,
    take_turns(desk, restart)
    # then exactly one gets it each time, until all have had it, and no session is left behind.
    until_idle(url_of(server), 0)
    server.cleanup()


def until_idle(url: str, most: int) -> None:
    """Return when so many sessions of clients are there, all idle."""
    with psycopg.connect(url, autocommit=True) as connection:
        while [*connection.execute(OTHERS)] != [(most, most)]:
            pass


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wait_is_as_long_as_the_lease_by_the_clock_of_the_server(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    # Given a lease that ends in a minute, and a client whose clock is an hour slow or fast,
    register(desk)
    desk.state("heartbeat", "only", "--worktree", "ann", "--lease-duration", "60")
    real, limits = time.time_ns, list[float]()
    monkeypatch.setattr("time.time_ns", lambda: real() + hours * HOUR_IN_NANOSECONDS)

    def wait(_: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        limits.append(timeout / stop_after)
        desk.state("reset", "only")
        return iter(())

    monkeypatch.setattr("psycopg.Connection.notifies", wait)
    # when it waits for the step, then for no longer than the lease.
    assert desk.state("claim", "--worktree", "bob", "--wait", "600")["claimed"]
    assert [50 < limit <= 60 + PAUSE for limit in limits] == [True]


def test_a_server_that_stays_away_is_reported_when_the_time_is_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who waits for a minute, whose server is gone after that,
    register(desk)
    seconds = 0.0

    def wait(driver: Driver, *, timeout: float, stop_after: int) -> Iterator[object]:
        with psycopg.connect(server_url(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (driver.info.backend_pid,))
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
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", LIMIT)
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
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", LIMIT)
    assert (reply.code, "nothing was claimed" in reply.err) == (3, True)
