"""Policies: what a divergence leads to."""

from collections.abc import Callable

from conformance.differential.divergence import Divergence
from model.transition import Transition
from spec.vocabulary.operations import Operation


class Policy:
    """Decides which operations are asked, and whether a run goes on after a divergence.

    This one asks everything and raises every divergence.
    """

    def admit(self, operation: Operation, transition: Transition) -> None:
        """Raise `Skipped` for an operation that is not to be asked."""

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of an operation that the system does not support."""

    def diverged(self, divergence: Divergence) -> None:
        """Raise the divergence, or return to go on."""
        raise divergence


class RaiseWanted(Policy):
    """Goes on after divergences that nobody wants, as long as the stored states are alike."""

    def __init__(self, wanted: Callable[[Divergence], bool]) -> None:
        self.wanted = wanted

    def diverged(self, divergence: Divergence) -> None:
        """Raise what is wanted, and what ends the run in any case."""
        if self.wanted(divergence) or not divergence.state_agrees:
            raise divergence
