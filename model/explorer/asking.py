"""Asking the model: each operation once in a state, whoever asks it there.

An event of the scope, the request advised after a refusal and what must be possible are often the
same operation.
"""

from model.apply import apply
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


class ModelAnswers:
    """The transitions of an edition, remembered for the state that was looked at last."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.state: State | None = None
        self.transitions: dict[Operation, Transition] = {}

    def look_at(self, state: State) -> None:
        """Remember the transitions of a state from now on, and forget all others."""
        if state is not self.state:
            self.state, self.transitions = state, {}

    def apply(self, state: State, operation: Operation) -> Transition:
        """Return the transition of an operation in any state."""
        if state is not self.state:
            return apply(state, operation, self.edition)
        known = self.transitions.get(operation)
        if known is None:
            known = self.transitions[operation] = apply(state, operation, self.edition)
        return known
