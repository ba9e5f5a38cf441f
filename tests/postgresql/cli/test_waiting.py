"""`planstate state claim --wait` on a server, by the clock of the server."""

import time
from collections.abc import Callable
from typing import NoReturn

import psycopg
import pytest

from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.waiters import register
from tests.servers import server_url

DAY = 86_400
"""Seconds: longer than any test takes."""
WAIT = ("--wait", str(DAY))
LEASE = ("--lease-duration", str(DAY // 2))
CLAIM = ("state", "claim", PLAN, "--worktree", "bob")


class Clock:
    """The clock of a client: a pause moves it on, and then the next thing happens."""

    def __init__(self, patch: pytest.MonkeyPatch, *happening: Callable[[], object]) -> None:
        self.seconds = 0.0
        self.happening = list(happening)
        patch.setattr("time.monotonic", lambda: self.seconds)
        patch.setattr("time.sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        if self.happening:
            self.happening.pop(0)()


def end_all_connections() -> None:
    """End the connection of whoever waits, as a server does that is started anew."""
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE %s"
    with psycopg.connect(server_url(), autocommit=True) as other:
        assert other.execute(f"{others} AND pid <> pg_backend_pid()", ("COMMIT%",)).fetchall()


def test_who_finds_the_step_claimed_waits_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given bob, who waits for ann's step,
    register(desk)

    def overtaken() -> None:
        # when she releases it, and cleo claims it before bob does,
        desk.state("release", "only", "--worktree", "ann")
        assert desk.state("claim", "--worktree", "cleo")["claimed"]

    given_back = Clock(monkeypatch, overtaken, lambda: desk.state("reset", "only")).happening
    # then he waits until it is free, and claims it.
    assert desk.json(*CLAIM, *WAIT).data["claimed"]
    assert given_back == []


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

    def freed() -> None:
        if freeing == "reset":
            desk.state("reset", "begin")
        elif freeing == "complete":
            desk.state("complete", *held)
        elif freeing == "register":
            desk.write(PLAN, first + "\n### Step 2: End {#end}\n")
            desk.state("init")
        else:
            desk.state("heartbeat", *held, "--lease-duration", "0", "--shorten")

    # when it is freed while somebody waits, then that one claims what there is,
    clock = Clock(monkeypatch, freed)
    assert desk.json(*CLAIM, *WAIT).data["claimed"]
    # and does not wait for the end of the first lease.
    assert clock.seconds < 60


def test_a_connection_that_is_lost_is_made_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who waits, whose connection ends, when the step is released later,
    register(desk)
    Clock(monkeypatch, end_all_connections, lambda: desk.state("reset", "only"))
    # then it is claimed.
    assert desk.json(*CLAIM, *WAIT).data["claimed"]


@pytest.mark.parametrize("days", [-5, 5])
def test_a_wait_is_as_long_as_the_lease_by_the_clock_of_the_server(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    # Given a lease that ends in half a day, and a client whose clock is days slow or fast,
    register(desk)
    desk.state("heartbeat", "only", "--worktree", "ann", *LEASE)
    real, limits = time.time_ns, list[float]()
    monkeypatch.setattr("time.time_ns", lambda: real() + days * DAY * 10**9)

    def freed(_session: object, _mark: object, seconds: float) -> None:
        limits.append(seconds)
        desk.state("reset", "only")

    monkeypatch.setattr("impl.cli.waiting.until_changed", freed)
    # when it waits for the step, then for no longer than the lease.
    assert desk.json(*CLAIM, *WAIT).data["claimed"]
    assert [DAY / 4 < limit <= DAY / 2 + 1 for limit in limits] == [True]


def test_a_server_that_stays_away_is_reported_when_the_time_is_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given somebody who waits for a minute, whose server is gone after that,
    register(desk)

    def away(*_: object, **__: object) -> NoReturn:
        raise psycopg.OperationalError("nobody is there")

    def gone() -> None:
        end_all_connections()
        monkeypatch.setattr("psycopg.connect", away)

    clock = Clock(monkeypatch, gone)
    reply = desk.text(*CLAIM, "--wait", "60")
    # then it is tried again until the minute is over, and the environment is to blame.
    assert (reply.code, "the server cannot be reached (nobody is there)" in reply.err) == (4, True)
    assert 60 <= clock.seconds < 61
