"""`observe` is sent along with each operation, and the replies are judged as if it were not."""

from collections.abc import Sequence

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.model import ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import EndedBadly, UnsupportedRequest
from conformance.protocol.codec import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from tests.conformance.vectors.ahead import AheadConnection

PLAN = "plan.md"
REGISTER = Register(PLAN, PlanDefinition("Bridge", "0" * 64, (StepDefinition("a", "A"),)), 1)
CLAIM = Claim(PLAN, "ann", "0" * 64, 2)
READY = Ready(PLAN, 3)
OPERATIONS: Sequence[Operation] = (REGISTER, CLAIM, READY, CLAIM)


class Counting(AheadConnection):
    """Counts how often lines are sent, and what is asked one by one."""

    def __init__(self, system: ModelSystem) -> None:
        super().__init__(system)
        self.batches: list[int] = []

    def send(self, lines: Sequence[str], timeout: float) -> None:
        """Send lines."""
        self.batches.append(len(lines))
        super().send(lines, timeout)


class Refusing(ModelSystem):
    """Cannot be asked what is ready."""

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        if isinstance(operation, Ready):
            raise UnsupportedRequest("nobody asks that")
        return super().apply(operation)


class Losing(AheadConnection):
    """Answers operations, and ends at the first `observe` that follows a claim."""

    claimed = False

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the next reply."""
        if request["request"] == "observe" and self.claimed:
            raise Broken("crash", "it ended at 'observe'")
        self.claimed = request.get("operation") == "claim"
        return super().receive(request, timeout)


def asked(system: RemoteSystem) -> list[Message]:
    replies = []
    for operation in OPERATIONS:
        replies += [system.apply(operation), system.observe()]
    return replies


def test_replies_are_the_same_and_each_operation_is_sent_with_observe() -> None:
    one_by_one = asked(RemoteSystem(AheadConnection(ModelSystem())))
    connection = Counting(ModelSystem())
    system = RemoteSystem(connection)
    with system.observing_ahead():
        assert asked(system) == one_by_one
    assert connection.batches == [2] * len(OPERATIONS)


def test_a_state_that_comes_again_is_read_once() -> None:
    system = RemoteSystem(AheadConnection(ModelSystem()))
    with system.observing_ahead():
        system.apply(REGISTER)
        first = system.observe()
        system.apply(READY)
        assert system.observe() is first


def test_a_state_that_nobody_wants_is_not_taken_for_the_next_reply() -> None:
    system = RemoteSystem(AheadConnection(ModelSystem()))
    with system.observing_ahead():
        system.apply(REGISTER)
        assert system.apply(CLAIM)["answer"] == "claimed"
        system.apply(READY)
    assert system.observe()["plans"][0]["steps"][0]["claimed_by"] == "ann"
    system.reset()
    assert system.observe()["plans"] == []


def test_what_cannot_be_asked_is_followed_by_the_right_replies() -> None:
    system = RemoteSystem(AheadConnection(Refusing()))
    with system.observing_ahead():
        system.apply(REGISTER)
        with pytest.raises(UnsupportedRequest, match="nobody asks that"):
            system.apply(READY)
        assert system.apply(CLAIM)["answer"] == "claimed"
        assert system.observe()["plans"][0]["last_claim_id"] == 1


def test_an_end_at_observe_is_no_end_at_the_operation() -> None:
    system = RemoteSystem(Losing(ModelSystem()), reopen=lambda: AheadConnection(ModelSystem()))
    with system.observing_ahead():
        system.apply(REGISTER)
        system.observe()
        assert system.apply(CLAIM)["answer"] == "claimed"
        with pytest.raises(EndedBadly, match="ended at 'observe'") as caught:
            system.observe()
        assert [each["request"] for each in caught.value.broken.requests][-1] == "observe"
        # A fresh one is there, which nothing more is expected of.
        assert system.apply(REGISTER)["answer"] == "registered"
        assert len(system.observe()["plans"]) == 1
