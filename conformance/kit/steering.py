"""Steering: going on past divergences that are known, and skipping decisions that lead to them."""

from collections.abc import Callable

from conformance.differential.divergence import Divergence, is_known
from conformance.differential.policies import Policy
from conformance.differential.runner import Skipped
from conformance.differential.tally import Tally, decision_of
from model.transition import Transition
from spec.vocabulary.operations import Operation

OFTEN = 5
"""A decision is skipped that diverges in more than one of so many attempts."""


class SteerAround(Policy):
    """Keeps count in the tally, skips what is known to diverge, and goes on where nothing is lost.

    `known` are the divergences of findings.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.known: list[Divergence] = []

    def admit(self, operation: Operation, transition: Transition) -> None:
        """Raise `Skipped` for a decision that is not admitted."""
        if not self.admits(operation, transition):
            raise Skipped("it leads to a known divergence")

    def admits(self, operation: Operation, transition: Transition) -> bool:
        """Return whether to ask what is decided: not if it too often leads to known divergences."""
        if not self.tally.halting:
            return True
        decision = decision_of(operation, transition)
        if self.tally.halting[decision] * OFTEN <= self.tally.agreed[decision]:
            return True
        self.tally.avoided[decision] += 1
        return False

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of what the system does not support."""
        self.tally.unsupported[decision_of(operation, transition)] = why

    def diverged(self, divergence: Divergence) -> None:
        """Go on after a known divergence that left the states alike; raise any other."""
        self.count(divergence)
        if not divergence.state_agrees or not self.is_known(divergence):
            raise divergence

    def count(self, divergence: Divergence) -> None:
        """Count a divergence as evidence."""
        self.tally.differed[divergence.decision] += 1
        self.tally.halting[divergence.decision] += not divergence.state_agrees

    def is_known(self, divergence: Divergence) -> bool:
        """Return whether a divergence is that of a finding, met on another way."""
        return any(is_known(known, divergence) for known in self.known)


class ToTheEnd(Policy):
    """Asks every operation of a vector, past known divergences that left the states alike.

    What differs at its end is raised even if it is known: which vectors fail is the evidence of
    which clause is broken. `is_last` says whether the last operation has been asked.
    """

    def __init__(self, steering: SteerAround, is_last: Callable[[], bool]) -> None:
        self.steering = steering
        self.is_last = is_last

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of what the system does not support."""
        self.steering.unsupported(operation, transition, why)

    def diverged(self, divergence: Divergence) -> None:
        """Raise a divergence at the end of the vector, an unknown one, and one that halts."""
        self.steering.count(divergence)
        known = divergence.state_agrees and self.steering.is_known(divergence)
        if self.is_last() or not known:
            raise divergence
