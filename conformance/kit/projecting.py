"""Comparing replies as texts first: what is just as expected is not looked at field by field."""

import json
from dataclasses import dataclass, field

from conformance.differential.comparator import Comparator
from conformance.protocol.codec import Message
from conformance.protocol.messages import Observed
from conformance.vectors.playing import names_left_out, without
from spec.editions import Edition
from spec.vocabulary.state import State

_ENCODER = json.JSONEncoder(sort_keys=True)


@dataclass
class ProjectingComparator(Comparator):
    """Compares a remote system with what it would say if it were right.

    Expected states are projected first: a field that is null or empty is left out where an equal
    reply has left it out. Texts are compared, as Python takes 1, 1.0 and True for equal. Each
    state, and each message that comes again, is written only once.
    """

    _names: set[str] = field(default_factory=set)
    _expected: tuple[State, str] | None = None
    _observed: tuple[Message, str] | None = None

    def follow(self, edition: Edition) -> None:
        """Compare the fields of another edition from now on."""
        super().follow(edition)
        self._expected = None

    def state_differences(self, expected: State, observed: State | Message) -> list[str]:
        """Return how a whole state differs from the model's, a line for each field."""
        if isinstance(observed, dict) and self.identity.observe is Observed.FULL:
            if self._text_of_state(expected) == self._text_of_message(observed):
                return []
            lines = super().state_differences(expected, observed)
            if not lines:
                self._learn(expected, observed)
            return lines
        return super().state_differences(expected, observed)

    def _text_of_state(self, state: State) -> str:
        if self._expected is None or self._expected[0] is not state:
            message = without(self._as_message(state), self._names)
            self._expected = (state, _ENCODER.encode(message))
        return self._expected[1]

    def _text_of_message(self, message: Message) -> str:
        if self._observed is None or self._observed[0] is not message:
            self._observed = (message, _ENCODER.encode(message))
        return self._observed[1]

    def _learn(self, expected: State, observed: Message) -> None:
        """Note which fields an equal reply leaves out."""
        found = set(names_left_out(self._as_message(expected), observed))
        if not found <= self._names:
            self._names |= found
            self._expected = None
