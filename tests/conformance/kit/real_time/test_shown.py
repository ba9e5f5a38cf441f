"""What readers are shown of real leases: how to wait by hand, and what was not tested."""

import subprocess
from dataclasses import replace
from datetime import date

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import WHOLE
from conformance.differential.comparator import Comparator
from conformance.kit.deviations import Deviation, Witnessed
from conformance.kit.stages.known_deviations import replay_deviations
from conformance.kit.target import NamedSystem, requests_of, waits_before
from conformance.protocol.documents.validation import RealLeasesResult
from conformance.protocol.messages import Clock
from conformance.protocol.traces import Trace
from conformance.reports.findings import leases_as_text
from conformance.reports.words.differences import summary_of
from model.apply import apply
from spec.editions import CURRENT
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State
from tests.conformance.kit.real_time.unsettable import program
from tests.conformance.kit.real_time.waiting import FakeClock, leases_of
from tests.conformance.validating import session_of, validated
from tests.rules.builders import claim, document, register, step

REGISTER = register(document(step("one")))
CLAIM = claim("ann", now=10, lease=2_000)
TRACE = (REGISTER, CLAIM, claim("bob", now=3_110, lease=1_000_000))


@pytest.mark.parametrize("registers", [True, False])
def test_a_wait_comes_before_the_request_that_it_is_for(registers: bool) -> None:
    # Given a plan that is registered by an operation, or brought by the reset
    requests = requests_of(TRACE, registers, CURRENT)
    # Then the wait comes before the second claim
    [(at, seconds)] = waits_before(TRACE, requests).items()
    assert (requests[at]["worktree"], seconds) == ("bob", 3.1)


def test_the_lines_of_a_shell_wait() -> None:
    # Given the lines that are to be run by hand, of a program that repeats what it reads
    lines = NamedSystem(("--", "cat"), ("cat",)).snippet(
        TRACE, capabilities_of(WHOLE), real_time=True
    )
    assert "sleep 3.1\n" in lines
    # When they are run without the wait
    shell = subprocess.run(
        ["sh", "-c", lines.replace("sleep 3.1", "")], capture_output=True, text=True, check=True
    )
    # Then they send the requests one after the other
    assert len(shell.stdout.splitlines()) == len(requests_of(TRACE, True, CURRENT))


def test_a_report_explains_a_clock_that_cannot_be_set() -> None:
    result = RealLeasesResult(3.2, 1_000, ("a lease that expires",), {"a long lease": "no time"})
    explained, unsent, left_out = leases_as_text(result)
    assert "its clock cannot be set" in explained
    assert "in 3.2 s, and times may be 1 s off; tested: a lease that expires" in explained
    assert "no vector in which a lease expires was sent" in unsent
    assert left_out == "not tested: a long lease: no time"


def test_a_tolerance_is_for_times_and_for_the_ends_of_leases() -> None:
    # Given a clock that is put forward, and a lease that has ended for eight seconds
    identity = replace(WHOLE, clock=Clock.OFFSET)
    state = claimed(2_000)
    ready = Ready("plan.md", 10_000)
    # Then nobody asks as near to its end, unless the clock is known to be exact
    assert capabilities_of(identity).fitted(ready, state, 0) != ready
    assert capabilities_of(identity, tolerance=1_000).fitted(ready, state, 0) == ready
    # and times are compared as roughly
    shown = {"reply": "ok", "answer": "lease_renewed", "lease_expires_at": 5_000}
    near = {**shown, "lease_expires_at": 7_000}
    assert Comparator(identity).reply_differences(shown, near) == []
    assert Comparator(identity, tolerance=1_000).reply_differences(shown, near) != []


def claimed(lease: int) -> State:
    """Return a state in which a step is held from 0 on."""
    state = apply(State(), REGISTER).state
    return apply(state, replace(CLAIM, now=0, lease=lease)).state


@pytest.mark.parametrize(
    ("name", "is_stale"), [("leases never end", False), ("right", True)], ids=str
)
def test_the_witness_of_a_known_deviation_is_waited_for(name: str, is_stale: bool) -> None:
    # Given a known deviation with the trace of a lease that never ends
    clock = FakeClock()
    never = leases_of(program("leases never end", clock.of_program), clock)
    [first, *_] = filter(None, [each.shown for each in never.run()])
    trace = Trace(first.operations, summary_of(first.divergence), real_time=True)
    deviation = Deviation("CLM-4", "It is so.", date.max, "w.json")
    # When a program is validated
    served = program(name, clock.of_program)
    session = session_of(served, witnesses=[Witnessed(deviation, trace)], clock=clock)
    validation = validated(session, replay_deviations, operations=1)
    # Then the deviation is there, or stale
    assert bool(validation.stale) is is_stale
    assert bool([each for each in validation.findings if each.witnessed]) is not is_stale
