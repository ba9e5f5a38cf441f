"""What an operation takes grows with the steps of a plan, and not with their square."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from model.apply import apply
from spec.properties.changes import Change
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import broken
from spec.properties.transitions import applicable_step_properties
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show, State

PATH, ONE, LEASE = "plan.md", "one", 1_000
HALF, WHOLE = 40, 80

Request = Callable[[int], Operation]


def chain(count: int, document_hash: str = "chain", depends_on: str | None = None) -> Register:
    """Return the registration of steps that wait for one another, the first for `depends_on`."""
    steps = tuple(
        StepDefinition(
            f"s{number}",
            "Step",
            dependencies=(f"s{number - 1}",) if number else tuple(filter(None, [depends_on])),
        )
        for number in range(count)
    )
    return Register(PATH, PlanDefinition("Chain", document_hash, steps), 0)


CLAIM = Claim(PATH, ONE, "chain", 0, LEASE)
REQUESTS: dict[str, tuple[list[Operation], Request]] = {
    "register": ([], chain),
    "register a cycle": ([], lambda count: chain(count, depends_on=f"s{count - 1}")),
    "register again": ([CLAIM], lambda count: chain(count, "changed")),
    "claim": ([], lambda _: CLAIM),
    "claim nothing": ([CLAIM], lambda _: Claim(PATH, "two", "chain", 0, LEASE)),
    "ready": ([CLAIM], lambda _: Ready(PATH, 2 * LEASE)),
    "show": ([CLAIM], lambda _: Show(PATH, "chain", 0)),
    "start": ([CLAIM], lambda _: Start(PATH, "s0", ONE, 0)),
    "heartbeat": ([CLAIM], lambda _: Heartbeat(PATH, "s0", ONE, 0, LEASE)),
    "release": ([CLAIM], lambda _: Release(PATH, "s0", 0, ONE)),
    "complete": ([CLAIM], lambda _: Complete(PATH, "s0", ONE, "chain", 0)),
    "reconcile": ([CLAIM], lambda _: Reconcile(PATH, (CommitLogEntry(PATH, "s0", "a" * 40),), 0)),
}

NEW_PLANS = ("register", "register a cycle")


def executed(call: Callable[[], object]) -> int:
    """Return how many instructions of the interpreter a call executes."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def apply_and_check(state: State, operation: Operation) -> None:
    """Apply an operation to the model, and check the properties of what it did."""
    transition = apply(state, operation)
    change = Change(state, operation, transition.outcome, transition.state)
    assert broken(applicable_step_properties(change), change) == []
    assert all(broken(INVARIANTS, plan) == [] for plan in transition.state.plans)


def taken_by(name: str, count: int) -> int:
    """Return how many instructions a request takes on a chain of so many steps."""
    before, request = REQUESTS[name]
    state = State()
    for operation in () if name in NEW_PLANS else (chain(count), *before):
        state = apply(state, operation).state
    apply_and_check(state, request(count))  # what is cached is not counted
    return executed(lambda: apply_and_check(state, request(count)))


@pytest.mark.parametrize("name", REQUESTS)
def test_twice_the_steps_take_about_twice_as_much(name: str) -> None:
    # Given a chain of steps, and one of twice as many, when something is requested of each,
    half, whole = taken_by(name, HALF), taken_by(name, WHOLE)
    # then the model and the properties take about twice as much for the longer one.
    assert whole <= 2.1 * half
