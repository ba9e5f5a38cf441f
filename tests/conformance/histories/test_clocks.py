"""Histories of servers with clocks of their own."""

from typing import Any

import pytest

from conformance.histories.linearizability import Verdict
from spec.formats.histories import Dead, Event, Fail, History, HistoryClock, Invoke, Ok
from spec.formats.messages import outcome_to_json
from spec.vocabulary.claims import NothingClaimable
from spec.vocabulary.holding import LeaseRenewed
from tests.conformance.histories.simulated import BEGINNING, claimed, verdict_of
from tests.rules.builders import claim, heartbeat, release

MILLISECOND = 1_000_000
SERVER = History("2026.2", HistoryClock.SERVER, BEGINNING, started_at=10_000, tolerance=20)


def asked(process: str, began: int, ended: int, number: int, **fields: Any) -> tuple[Invoke, Ok]:
    """Return a claim with a lease of 100 ms, and an answer; its interval is in milliseconds."""
    invoke = Invoke(process, began * MILLISECOND, claim(process))
    return invoke, Ok(process, ended * MILLISECOND, claimed(number=number, **fields))


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        # the lease of the first ends between 10,100 and 10,105 ms of the server's clock
        ({"began": 110, "ended": 130, "lease_expires_at": 10_215}, Verdict.EXPLAINED),
        ({"began": 90, "ended": 130, "lease_expires_at": 10_215}, Verdict.EXPLAINED),
        ({"began": 50, "ended": 60, "lease_expires_at": 10_155}, Verdict.CONTRADICTED),
        # an answer that shows a time far from the events
        ({"began": 110, "ended": 130, "lease_expires_at": 99_215}, Verdict.CONTRADICTED),
    ],
)
def test_a_server_takes_a_lease_only_when_it_is_over(
    second: dict[str, Any], verdict: Verdict
) -> None:
    # Given a server that gives a step to one, and then to another
    events: list[Event] = [
        *asked("one", 0, 5, lease_expires_at=10_102, number=1),
        *asked("two", **second, number=2, reclaimed=True),
    ]
    # When that is judged, then the lease must have been over at some time of the second call.
    assert verdict_of(SERVER, events) is verdict


def test_what_is_claimable_is_split_at_the_ends_of_leases() -> None:
    # Given a server that gave both steps, and an answer without any time as one lease may end
    nothing = outcome_to_json(NothingClaimable(False, 2))
    events: list[Event] = [
        *asked("one", 0, 5, lease_expires_at=10_102, number=1),
        Invoke("two", 6 * MILLISECOND, release("b", "two")),
        Fail("two", 7 * MILLISECOND, {"reply": "rejected", "code": "E050"}),
        Invoke("one", 95 * MILLISECOND, claim("one")),
        Ok("one", 105 * MILLISECOND, nothing),
    ]
    # When that is judged, then no time explains it: the own step and the other are claimable.
    assert verdict_of(SERVER, events) is Verdict.CONTRADICTED


def test_a_lease_whose_answer_was_lost_may_have_begun_at_any_time() -> None:
    # Given a client that is killed long after it asked for a step, and gets no answer
    nothing = outcome_to_json(NothingClaimable(False, 2))
    other = claimed("b", 2, 0, lease_expires_at=11_397)
    events: list[Event] = [
        Invoke("one", 0, claim("one")),
        Invoke("two", 395 * MILLISECOND, claim("two", lease=1_000)),
        Ok("two", 398 * MILLISECOND, other),
        Dead("one", 400 * MILLISECOND),
        # When somebody else is told that nothing is claimable
        Invoke("three", 450 * MILLISECOND, claim("three")),
        Ok("three", 452 * MILLISECOND, nothing),
    ]
    # Then the lost answer explains it: its lease may have begun last
    assert verdict_of(SERVER, events) is Verdict.EXPLAINED


def test_a_heartbeat_that_asks_for_less_answers_the_end_that_the_step_had() -> None:
    # Given a server that gave a step for 100 ms, and a heartbeat that asks for 10 ms (CLM-13.12)
    asks = heartbeat("a", "one", lease=10)
    renewed = outcome_to_json(LeaseRenewed(10_102))
    events: list[Event] = [
        *asked("one", 0, 5, lease_expires_at=10_102, number=1),
        Invoke("one", 20 * MILLISECOND, asks),
        Ok("one", 25 * MILLISECOND, renewed),
    ]
    # When that is judged, then the answer is explained, though no time plus 10 ms is that end;
    assert verdict_of(SERVER, events) is Verdict.EXPLAINED
    # and an end that the step never had is not.
    events[-1] = Ok("one", 25 * MILLISECOND, outcome_to_json(LeaseRenewed(10_090)))
    assert verdict_of(SERVER, events) is Verdict.CONTRADICTED


def test_a_lease_of_nothing_ends_when_it_began() -> None:
    # Given a claim for no time at all, answered with an end within the call, and long behind it,
    for end, verdict in ((10_003, Verdict.EXPLAINED), (10_102, Verdict.CONTRADICTED)):
        events: list[Event] = [
            Invoke("one", 0, claim("one", lease=0)),
            Ok("one", 5 * MILLISECOND, claimed(number=1, lease_expires_at=end)),
        ]
        # when that is judged, then the end says when it began.
        assert verdict_of(SERVER, events) is verdict
