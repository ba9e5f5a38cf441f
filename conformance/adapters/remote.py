"""A system under test behind a connection: every reply is read and validated."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from conformance.adapters.connections import Broken, Connection, PipelinedConnection
from conformance.adapters.sut import RequestFailed, SystemUnderTest, UnsupportedRequest
from conformance.protocol.codec import (
    BadMessage,
    Message,
    answer_from,
    done_from,
    identity_from,
    operation_request,
    request_to_json,
    state_from,
)
from conformance.protocol.messages import (
    MOST_AHEAD,
    VERSION,
    Bye,
    Failed,
    Hello,
    Identity,
    Observe,
    ResetStore,
    Unsupported,
)
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register

Reply = TypeVar("Reply")

LEAST_AHEAD = 8
"""The smallest window in which anything is sent ahead of replies."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the first reply may take, and every other, in seconds."""

    start: float = 10.0
    operation: float = 5.0


class RemoteSystem:
    """A system that speaks the protocol. Every method raises `Broken` if no valid reply comes."""

    def __init__(self, connection: Connection, timeouts: Timeouts | None = None) -> None:
        self.connection = connection
        self.timeouts = timeouts or Timeouts()
        self.resets = 0
        self.identity = self._hello()

    def _hello(self) -> Identity:
        request = request_to_json(Hello((VERSION,)))
        reply = self.connection.exchange(request, self.timeouts.start)
        identity = self._read(identity_from, reply)
        if isinstance(identity, Failed):
            raise self.broken("refused", f"'hello' was answered with an error: {identity.message}")
        if identity.protocol != VERSION:
            chosen = f"the protocol {identity.protocol!r} was chosen"
            raise self.broken("refused", f"{chosen}; offered was {VERSION!r}")
        return identity

    def reset(self, register: Register | None = None) -> None:
        """Reset the system to nothing, or to the plan of a registration."""
        self.resets += 1
        self.require_reset(self._ask(reset_request(register)))

    def require_reset(self, reply: Message) -> None:
        """Read the reply to `reset`. Raises `Broken` if it was not done."""
        done = self._read(done_from, reply)
        if isinstance(done, Failed | Unsupported):
            why = done.message if isinstance(done, Failed) else done.why
            raise self.broken("refused", f"'reset' is needed and was not done: {why}")

    def apply(self, operation: Operation) -> Message:
        """Return the reply to an operation as it came, accepted or rejected.

        Raises `UnsupportedRequest` or `RequestFailed`.
        """
        return self.require_answer(self._ask(operation_request(operation)))

    def require_answer(self, message: Message) -> Message:
        """Read the reply to an operation. Raises `UnsupportedRequest` or `RequestFailed`."""
        reply = self._read(answer_from, message)
        if isinstance(reply, Unsupported):
            raise UnsupportedRequest(reply.why)
        if isinstance(reply, Failed):
            raise RequestFailed(reply.message)
        return reply

    def observe(self) -> Message:
        """Return everything that is stored as it came. Raises `RequestFailed`."""
        return self.require_state(self._ask(request_to_json(Observe())))

    def require_state(self, message: Message) -> Message:
        """Read the reply to `observe`. Raises `RequestFailed`."""
        reply = self._read(state_from, message)
        if isinstance(reply, Failed):
            raise RequestFailed(reply.message)
        return reply

    @property
    def pipeline(self) -> PipelinedConnection | None:
        """The connection if requests may be sent on it ahead of replies, otherwise `None`."""
        if self.window < LEAST_AHEAD or not isinstance(self.connection, PipelinedConnection):
            return None
        return self.connection

    @property
    def window(self) -> int:
        """How many requests may be without a reply at the same time."""
        return max(1, min(self.identity.window, MOST_AHEAD))

    def bye(self) -> None:
        """Send `bye`, wait for its reply and close the connection."""
        self._read(done_from, self._ask(request_to_json(Bye())))
        self.close()

    def close(self) -> None:
        """Close the connection, also if that was done before."""
        self.connection.close()

    def broken(self, kind: str, sentence: str) -> Broken:
        """Close the connection, so that all its output is read, and return what broke."""
        self.close()
        return Broken(kind, sentence, list(self.connection.last_words))

    def _ask(self, request: Message) -> Message:
        return self.connection.exchange(request, self.timeouts.operation)

    def _read(self, reader: Callable[[Message], Reply], reply: Message) -> Reply:
        try:
            return reader(reply)
        except BadMessage as error:
            raise self.broken("garbage", f"a reply does not fit the protocol: {error}") from error


def reset_request(register: Register | None = None) -> Message:
    """Return the request for an empty store, or for one with the plan of a registration."""
    if register is None:
        return request_to_json(ResetStore())
    return request_to_json(ResetStore(register.plan, register.definition, register.now))


def reset_to(system: SystemUnderTest, register: Register) -> None:
    """Reset a system to one plan, by one request if it is a remote one."""
    if isinstance(system, RemoteSystem):
        system.reset(register)
    else:
        system.reset()
        system.apply(register)
