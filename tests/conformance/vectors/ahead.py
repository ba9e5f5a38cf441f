"""A connection in this process on which requests are sent ahead of replies; tours that do so."""

from collections import deque
from collections.abc import Sequence

from conformance.adapters.in_process import PythonConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.run import Validation
from conformance.kit.stages.shortening import shorten
from conformance.kit.stages.tours import play_tours
from conformance.protocol.lines import written
from model.explorer.scopes.scope import Scope
from spec.formats.messages import Message
from tests.conformance import validating


class AheadConnection(PythonConnection):
    """Answers at once, and keeps replies until they are asked for."""

    def __init__(self, system: SystemUnderTest) -> None:
        super().__init__(system)
        self.replies: deque[bytes] = deque()
        self.most_ahead = self.received = 0

    def send(self, lines: Sequence[str], timeout: float) -> None:  # noqa: ARG002
        """Answer lines, and keep the replies."""
        for line in lines:
            self.replies.append(written(self.answerer.answer_line(line)).encode())
        self.most_ahead = max(self.most_ahead, len(self.replies))

    def receive(self, request: Message, timeout: float) -> bytes:  # noqa: ARG002
        """Return the oldest reply that was kept."""
        self.received += 1
        return self.replies.popleft()


def remote(system: SystemUnderTest) -> RemoteSystem:
    """Return a system behind such a connection."""
    return RemoteSystem(AheadConnection(system))


def validated(system: SystemUnderTest, *scopes: Scope) -> Validation:
    """Validate a system, with requests sent ahead, by tours alone."""
    session = validating.session_of(remote(system), scopes=scopes)
    return validating.validated(session, play_tours, shorten, operations=100_000)
