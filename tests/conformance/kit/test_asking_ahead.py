"""Random operations are sent ahead of replies, and judged as if they were not."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.model import WHOLE, ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import UnsupportedRequest
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from conformance.protocol.codec import Message
from conformance.vectors.playing import Player
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State
from tests.conformance.vectors.ahead import AheadConnection
from tests.profiles import AT_NIGHT, requires_ci_profile

ASKED = 120
WINDOWS = (1, 8, 64)
Made = Callable[[], ModelSystem]


class Longer(ModelSystem):
    """Claims for a millisecond longer than was asked for."""

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        if isinstance(operation, Claim):
            operation = replace(operation, lease=operation.lease + 1)
        return super().apply(operation)


class Refusing(ModelSystem):
    """Cannot be asked what is ready."""

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        if isinstance(operation, Ready):
            raise UnsupportedRequest("nobody asks that")
        return super().apply(operation)


class ForgettingOnce(ModelSystem):
    """Shows an empty store, once, after so many operations."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after, self.answered = after, 0

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        self.answered += 1
        return super().apply(operation)

    def observe(self) -> State:
        """Return what is stored."""
        if self.answered == self.after:
            self.answered += 1
            return State()
        return super().observe()


class Ending(AheadConnection):
    """Ends at each claim that is rejected."""

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the next reply."""
        line = super().receive(request, timeout)
        if request.get("operation") == "claim" and b"rejected" in line:
            raise Broken("crash", "it ended")
        return line

    def exchange(self, request: Message, timeout: float) -> Message:
        """Return the reply to a request."""
        reply = super().exchange(request, timeout)
        if request.get("operation") == "claim" and reply["reply"] == "rejected":
            raise Broken("crash", "it ended")
        return reply


@pytest.fixture(autouse=True)
def _nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every system for as fast as it is said to be, or for as fast as can be."""

    def known(player: Player, _: float) -> None:
        player.system.pace = player.system.pace or 0.0

    monkeypatch.setattr(Player, "measured", known)


def at_random(
    make: Made,
    window: int,
    connect: Callable[[ModelSystem], AheadConnection] = AheadConnection,
    asked: int = ASKED,
) -> Validation:
    """Ask a system at random, so many requests ahead."""
    served = make()
    served.identity = replace(WHOLE, window=window)
    system = RemoteSystem(connect(served), reopen=lambda: connect(served))
    validation = Validation(
        system, capabilities_of(system.identity), RunLimits(0, None, asked), lambda *_: None
    )
    validation.run_at_random()
    return validation


def breaches(validation: Validation) -> set[tuple[str, ...]]:
    """Return what is wrong by the findings, without values."""
    return {finding.divergence.breach for finding in validation.findings}


def test_the_same_is_asked_and_agreed_on_however_much_is_sent_ahead() -> None:
    # Given a right system, when it is asked at random with windows of several sizes,
    runs = [at_random(ModelSystem, window) for window in WINDOWS]
    # then nothing differs, and the same decisions were shared as without a window.
    assert not any(run.findings for run in runs)
    assert all(run.tally.agreed == runs[0].tally.agreed for run in runs)
    assert all(run.tally.agreed.total() == run.tally.asked == ASKED for run in runs)
    # and no more was sent ahead than the window allows.
    ahead = [run.system.connection.most_ahead for run in runs]  # type: ignore[union-attr]
    assert ahead == [0, 8, 32]


@pytest.mark.parametrize(("pace", "ahead"), [(0.03, 32), (0.04, 0)])
def test_a_slow_system_is_asked_one_by_one(pace: float, ahead: int) -> None:
    # Given a system that took so many seconds for each reply to a vector,
    system = RemoteSystem(AheadConnection(ModelSystem()))
    system.pace = pace
    # when it is asked at random, then it is asked ahead only if all replies come within a second.
    validation = Validation(
        system, capabilities_of(system.identity), RunLimits(0, None, 40), lambda *_: None
    )
    validation.run_at_random()
    assert system.connection.most_ahead == ahead  # type: ignore[attr-defined]


def test_what_differs_is_found_and_shown_by_what_was_asked_up_to_it() -> None:
    # Given a system with a fault, when it is asked at random,
    one_by_one, *ahead = (at_random(Longer, window, asked=60) for window in WINDOWS[::2])
    for validation in ahead:
        # then the fault is found as without a window,
        assert breaches(validation) == breaches(one_by_one) != set()
        # in a trace of nothing but what is needed.
        [finding, *_] = validation.findings
        assert [type(each).__name__ for each in finding.operations] == ["Register", "Claim"]


@requires_ci_profile
def test_what_is_unsupported_is_noted_and_all_else_is_judged() -> None:
    for window in WINDOWS[::2]:
        # Given a system that cannot be asked something, when it is asked at random,
        validation = at_random(Refusing, window)
        # then that is noted, and the rest agrees.
        assert {each.kind for each in validation.tally.unsupported} == {Ready}
        assert not validation.findings
        assert Ready not in {each.kind for each in validation.tally.agreed}


def test_what_differs_once_is_found_although_it_is_not_seen_again() -> None:
    for after in range(20, 60, 3 if AT_NIGHT else 20):
        # Given a system that is wrong only once, after any operation, when it is asked at random,
        validation = at_random(partial(ForgettingOnce, after), window=64, asked=60)
        # then that is found.
        places = [each.divergence.places for each in validation.findings]
        assert places == [{"is missing"}], after


def test_what_was_asked_last_is_judged_too() -> None:
    # Given a system that is wrong only after the last operation of a run,
    validation = at_random(lambda: ForgettingOnce(60), window=64, asked=60)
    # then that is found.
    assert len(validation.findings) == 1


def test_an_end_is_laid_to_the_operation_that_it_came_at() -> None:
    for window in WINDOWS[::2]:
        # Given a program that ends at some operations, when it is asked at random,
        validation = at_random(ModelSystem, window, Ending, asked=300)
        # then each end is found at one of those, and something else was asked after it.
        assert validation.findings
        for finding in validation.findings:
            assert finding.divergence.bad_end is not None
            assert isinstance(finding.operations[-1], Claim)
        assert validation.tally.agreed.total() > ASKED // 2
