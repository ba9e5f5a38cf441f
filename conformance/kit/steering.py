"""Steering: going on past divergences that are known, and skipping decisions that lead to them."""

from collections.abc import Callable

from conformance.adapters.connections import Broken
from conformance.differential.divergence import Divergence
from conformance.differential.policies import Policy
from conformance.differential.runner import Skipped
from conformance.differential.tally import OFTEN, Tally, decision_of
from conformance.kit.finding import ConformanceFinding
from model.transition import Transition
from spec.vocabulary.operations import Operation


class SteerAround(Policy):
    """Keeps count in the tally, and goes on behind what is known from `findings`.

    The reference adopts what the system stores then. Where that is not legal, decisions that lead
    there are skipped. `ends` are those of the system that were divergences.
    """

    def __init__(self, tally: Tally, findings: list[ConformanceFinding]) -> None:
        self.tally = tally
        self.findings = findings
        self.ends: list[Broken] = []

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
        """Go on after a known divergence if the reference can follow; raise any other."""
        self.count(divergence)
        if divergence.resume is None or not self.is_known(divergence):
            raise divergence

    def count(self, divergence: Divergence) -> None:
        """Count a divergence as evidence."""
        self.tally.differed[divergence.decision] += 1
        self.tally.halting[divergence.decision] += divergence.resume is None
        if divergence.bad_end is not None:
            self.tally.breaking[divergence.decision] += 1
            self.ends.append(divergence.bad_end)

    def is_known(self, divergence: Divergence) -> bool:
        """Return whether a divergence is that of a finding, met on another way."""
        return any(finding.covers(divergence) for finding in self.findings)


class ToTheEnd(Policy):
    """Asks every operation of a vector, past known divergences behind which a run can go on.

    What is known to break the system is not asked again.
    What differs at its end is raised even if it is known: which vectors fail is the evidence of
    which clause is broken. `is_last` says whether the last operation has been asked, and `failed`
    takes every divergence.
    """

    def __init__(
        self,
        steering: SteerAround,
        is_last: Callable[[], bool],
        failed: Callable[[Divergence], None] = lambda _: None,
    ) -> None:
        self.steering = steering
        self.is_last = is_last
        self.failed = failed

    def admit(self, operation: Operation, transition: Transition) -> None:
        """Raise `Skipped` for a decision that breaks the system."""
        if self.steering.tally.breaks(decision_of(operation, transition)):
            raise Skipped("it breaks the system")

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of what the system does not support."""
        self.steering.unsupported(operation, transition, why)

    def diverged(self, divergence: Divergence) -> None:
        """Raise a divergence at the end of the vector, an unknown one, and one that halts."""
        self.steering.count(divergence)
        self.failed(divergence)
        known = divergence.resume is not None and self.steering.is_known(divergence)
        if self.is_last() or not known:
            raise divergence
