"""Comparing states as texts first: what is just as expected is not looked at field by field."""

from dataclasses import dataclass, field

from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.reply_lines import ReplyLines
from conformance.protocol.messages import Observed
from spec.formats.messages import Message
from spec.vocabulary.state import State


@dataclass
class ProjectingComparator(Comparator):
    """Compares a remote system with what it would say if it were right.

    Texts are compared, as Python takes 1, 1.0 and True for equal.
    """

    _lines: ReplyLines = field(default_factory=ReplyLines)

    def state_differences(self, expected: State, observed: State | Message) -> list[Difference]:
        """Return how a whole state differs from the model's, field by field."""
        if not isinstance(observed, dict) or self.identity.observe is not Observed.FULL:
            return super().state_differences(expected, observed)
        text = self._lines.encoder.encode(observed)
        if text == self._lines.state(expected, self.edition):
            return []
        found = super().state_differences(expected, observed)
        if not found:
            self._lines.learn(self._as_message(expected), observed, text)
        return found
