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
        """Raise `CannotBeAsked` for an operation that is not to be asked."""

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of an operation that the system does not support."""

    def diverged(self, divergence: Divergence) -> None:
        """Raise the divergence, or return to go on."""
        raise divergence


class RaiseWanted(Policy):
    """Goes on after divergences that nobody wants, as long as the stored states are alike.

    With `adopts`, it also goes on from the state that the system shows, if that is a legal one.
    """

    def __init__(self, wanted: Callable[[Divergence], bool], adopts: bool = False) -> None:
        self.wanted = wanted
        self.adopts = adopts

    def diverged(self, divergence: Divergence) -> None:
        """Raise what is wanted, and what ends the run in any case."""
        can_go_on = divergence.state_agrees or (self.adopts and divergence.resume is not None)
        if self.wanted(divergence) or not can_go_on:
            raise divergence
