"""Asking the model: each operation once in a state, whoever asks it there.

An event of the scope, the request advised after a refusal and what must be possible are often the
same operation.
"""

from functools import partial

from model.apply import apply
from model.explorer.asked import RecordingEdition
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


class ModelAnswers:
    """The transitions of an edition, remembered for the state that was looked at last.

    A recording edition is asked, as far as it can see, also for what is remembered.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.state: State | None = None
        self.transitions: dict[Operation, Transition] = {}
        self.asked: dict[Operation, set[str]] = {}

    def look_at(self, state: State) -> None:
        """Remember the transitions of a state from now on, and forget all others."""
        if state is not self.state:
            self.state, self.transitions, self.asked = state, {}, {}

    def apply(self, state: State, operation: Operation) -> Transition:
        """Return the transition of an operation in any state."""
        if state is not self.state:
            return apply(state, operation, self.edition)
        known = self.transitions.get(operation)
        if known is None:
            known = self.transitions[operation] = self.first_answer(state, operation)
        elif isinstance(self.edition, RecordingEdition):
            self.edition.asked.update(self.asked[operation])
        return known

    def first_answer(self, state: State, operation: Operation) -> Transition:
        """Return a transition, and remember what the edition was asked for it."""
        if not isinstance(self.edition, RecordingEdition):
            return apply(state, operation, self.edition)
        find = partial(apply, state, operation, self.edition)
        transition, self.asked[operation] = self.edition.ask(find)
        return transition
