"""The implementation under test, seen from here: every reply is read and validated."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from conformance.adapters.connections import Broken, Connection
from conformance.protocol.codec import BadMessage, Message, operation_request, request_to_json
from conformance.protocol.messages import (
    VERSION,
    Bye,
    Failed,
    Hello,
    Identity,
    Observe,
    ResetStore,
    Unsupported,
)
from conformance.protocol.replies import answer_from, done_from, identity_from, state_from
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition

Reply = TypeVar("Reply")


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the first reply may take, and every other, in seconds."""

    start: float = 10.0
    operation: float = 5.0


class Subject:
    """Asks an implementation. Every method raises `Broken` if no valid reply comes."""

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

    def reset(
        self, plan: str | None = None, definition: PlanDefinition | None = None, now: int = 0
    ) -> None:
        """Let it forget everything, or hold one plan, newly registered at `now`."""
        self.resets += 1
        request = request_to_json(ResetStore(plan, definition, now))
        reply = self._read(done_from, self._ask(request))
        if isinstance(reply, Failed | Unsupported):
            why = reply.message if isinstance(reply, Failed) else reply.why
            raise self.broken("refused", f"'reset' is needed and was not done: {why}")

    def apply(self, operation: Operation) -> Message | Unsupported | Failed:
        """Ask an operation; give the accepted or rejected answer as it came."""
        return self._read(answer_from, self._ask(operation_request(operation)))

    def observe(self) -> Message | Failed:
        """Ask for everything that is stored."""
        return self._read(state_from, self._ask(request_to_json(Observe())))

    def bye(self) -> None:
        """Take leave and let go of it."""
        self._read(done_from, self._ask(request_to_json(Bye())))
        self.connection.close()

    def broken(self, kind: str, sentence: str) -> Broken:
        """Let go of what broke, so that all that it said has been heard."""
        self.connection.close()
        return Broken(kind, sentence, list(self.connection.last_words))

    def _ask(self, request: Message) -> Message:
        return self.connection.exchange(request, self.timeouts.operation)

    def _read(self, reader: Callable[[Message], Reply], reply: Message) -> Reply:
        try:
            return reader(reply)
        except BadMessage as error:
            raise self.broken("garbage", f"a reply does not fit the protocol: {error}") from error
