"""A system under test behind a connection: every reply is read and validated."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from conformance.adapters.connections import (
    Broken,
    PipelinedTransport,
    Transport,
    describe_request,
    read_reply,
)
from conformance.adapters.sut import (
    EndedBadly,
    RequestFailed,
    SystemUnderTest,
    UnsupportedRequest,
)
from conformance.protocol.codec import (
    answer_from,
    done_from,
    identity_from,
    operation_request,
    state_from,
    to_message,
)
from conformance.protocol.lines import BadMessage
from conformance.protocol.messages import (
    MOST_AHEAD,
    STATELESS,
    VERSION,
    AreaName,
    Bye,
    Failed,
    Hello,
    Identity,
    ObserveStore,
    ResetStore,
    Unsupported,
)
from conformance.protocol.spellings import SPELLINGS
from conformance.protocol.times import usual_tolerance
from conformance.protocol.visible import visible
from spec.editions import CURRENT, Edition
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

Reply = TypeVar("Reply")

LEAST_AHEAD = 8
"""The smallest window in which anything is sent ahead of replies."""
OBSERVE = to_message(ObserveStore())
MOST_IN_A_ROW = 50
"""Bad ends after which no other system is started, if no operation is answered between them."""
SAMPLE = Register("plan.md", PlanDefinition("Bridge", "0" * 64, (StepDefinition("a", "A"),)), 1)
"""The plan that a fresh system has to hold before it is asked anything else."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long the first reply may take, and every other, in seconds."""

    start: float = 10.0
    operation: float = 5.0


class RemoteSystem:
    """A system that speaks the protocol. Every method raises `Broken` if no valid reply comes.

    With `reopen`, which connects to a fresh system, it raises `EndedBadly` once that is there.
    Requests have the fields of `edition`, which is chosen once the system has said who it is. A
    time may be `tolerance` milliseconds off, unless the clock is virtual. `asked` are the requests
    since the last reset that was answered, `ends` what broke it.
    """

    def __init__(
        self,
        connection: Transport,
        timeouts: Timeouts | None = None,
        reopen: Callable[[], Transport] | None = None,
    ) -> None:
        self.connection = connection
        self.timeouts = timeouts or Timeouts()
        self.resets = 0
        self.edition = CURRENT
        self.reopen: Callable[[], Transport] | None = None
        self.spelling = ""
        self.asked: list[Message] = []
        self.ends: list[Broken] = []
        self.in_a_row = 0
        self.identity = self._hello()
        self.tolerance = usual_tolerance(self.identity.clock)
        self.reopen = reopen

    def _hello(self) -> Identity:
        request = to_message(Hello((VERSION,)))
        reply = self.connection.exchange(request, self.timeouts.start)
        if "core" in reply and not reply.get("areas"):
            words = "it speaks the words of the core profile"
            raise self.broken("refused", f"{words}; judge it by `planspec conform --profile core`")
        identity = self._read(identity_from, reply)
        if isinstance(identity, Failed):
            raise self.broken("refused", f"'hello' was answered with an error: {identity.message}")
        if identity.protocol != VERSION:
            chosen = f"the protocol {identity.protocol!r} was chosen"
            raise self.broken("refused", f"{chosen}; offered was {VERSION!r}")
        shown = {name: visible(getattr(identity, name)) for name in ("name", "version", "language")}
        return replace(identity, **shown)

    def reset(self, register: Register | None = None) -> None:
        """Reset the system to nothing, or to the plan of a registration.

        One that breaks at that is reset again when it is fresh.
        """
        self.resets += 1
        request = reset_request(register, self.edition)
        try:
            reply = self._ask(request)
        except EndedBadly:
            try:
                reply = self._ask(request)
            except EndedBadly as again:
                raise again.broken from again
        self.require_reset(reply)

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
        return self.require_answer(self._ask(operation_request(operation, self.edition)))

    def require_answer(self, message: Message) -> Message:
        """Read the reply to an operation. Raises `UnsupportedRequest` or `RequestFailed`."""
        reply = self._read(answer_from, message)
        if isinstance(reply, Unsupported):
            raise UnsupportedRequest(reply.why)
        if isinstance(reply, Failed):
            raise RequestFailed(reply.message)
        self.in_a_row = 0
        return reply

    def observe(self) -> Message:
        """Return everything that is stored as it came. Raises `RequestFailed`."""
        return self.require_state(self._ask(OBSERVE))

    def require_state(self, message: Message) -> Message:
        """Read the reply to `observe`. Raises `RequestFailed`."""
        reply = self._read(state_from, message)
        if isinstance(reply, Failed):
            raise RequestFailed(reply.message)
        return reply

    def bad_reset(self, left: Sequence[str]) -> Broken:
        """Close the connection, and return that a reset left something in the store."""
        shown = ", ".join(left)
        return self.broken("reset", f"'reset' must empty the store, and 'observe' shows: {shown}")

    @property
    def pipeline(self) -> PipelinedTransport | None:
        """The connection if requests may be sent on it ahead of replies, otherwise `None`."""
        connection = self.connection
        is_wide = self.window >= LEAST_AHEAD
        return connection if is_wide and isinstance(connection, PipelinedTransport) else None

    @property
    def window(self) -> int:
        """How many requests may be without a reply at the same time."""
        return max(1, min(self.identity.window, MOST_AHEAD))

    def bye(self) -> None:
        """Send `bye`, wait for its reply and close the connection."""
        self.reopen = None
        self._read(done_from, self._ask(to_message(Bye())))
        self.close()

    def close(self) -> None:
        """Close the connection, also if that was done before."""
        self.connection.close()

    def broken(self, kind: str, sentence: str) -> Broken:
        """Close the connection, so that all its output is read, and return what broke."""
        self.close()
        return Broken(kind, sentence, list(self.connection.last_words), tuple(self.asked))

    def recover(self, broken: Broken) -> EndedBadly:
        """Start afresh after a bad end, and return it as the failure of the last request.

        Raises it if no fresh system can be had, or if that breaks at once too.
        """
        broken.requests = tuple(self.asked)
        reopen, self.reopen = self.reopen, None
        if reopen is None or self.in_a_row >= MOST_IN_A_ROW:
            raise broken
        self.connection.close()
        self.in_a_row += 1
        try:
            self.connection = reopen()
            self._require_sound()
        except (Broken, RequestFailed, UnsupportedRequest) as again:
            broken.sentence += f"; started again, it broke at once: {again}"
            raise broken from again
        self.reopen = reopen
        self.ends.append(broken)
        return EndedBadly(broken)

    def _require_sound(self) -> None:
        """Raise unless a fresh system is the same, can hold a plan, and can forget it."""
        if self._hello() != self.identity:
            raise self.broken("refused", "it declares something else in 'hello' than before")
        self.fill()
        self.observe()
        self.reset()

    def fill(self) -> bool:
        """Store a plan, so that there is something to forget; return whether a reset brings it."""
        registers = AreaName.PLANS in self.identity.areas
        is_brought = not registers and not set(self.identity.areas) <= STATELESS
        self.reset(SAMPLE if is_brought else None)
        if registers:
            with suppress(UnsupportedRequest, RequestFailed):
                self.apply(SAMPLE)
        return is_brought

    def note(self, request: Message) -> None:
        """Remember a request as the last that was asked."""
        if self.asked and self.asked[-1]["request"] == "reset":
            del self.asked[:-1]
        self.asked.append(request)

    def _ask(self, request: Message) -> Message:
        self.note(request)
        try:
            return self._exchanged(request, self.timeouts.operation)
        except Broken as broken:
            raise self.recover(broken) from broken

    @contextmanager
    def spelled(self, spelling: str) -> Iterator[None]:
        """Spell operations in another way for a while, where a line of ours is sent.

        What reads a line in pieces replies to each of them, so that a fresh system is asked after
        an error. One that cannot be started again is asked as usual.
        """
        self.spelling = spelling
        try:
            yield
        finally:
            self.spelling = ""

    def _exchanged(self, request: Message, timeout: float) -> Message:
        connection, reopen = self.connection, self.reopen
        is_line = request["request"] == "op" and isinstance(connection, PipelinedTransport)
        if not (self.spelling and is_line and reopen):
            return connection.exchange(request, timeout)
        assert isinstance(connection, PipelinedTransport)
        connection.send([SPELLINGS[self.spelling](request)], timeout)
        reply = read_reply(request, connection.receive(request, timeout))
        if reply["reply"] == "error":
            connection.close()
            self.connection = reopen()
            self.connection.exchange(to_message(Hello((VERSION,))), timeout)
        return reply

    def _read(self, reader: Callable[[Message], Reply], reply: Message) -> Reply:
        try:
            return reader(reply)
        except BadMessage as error:
            word = describe_request(self.asked[-1]) if self.asked else "'hello'"
            sentence = f"the reply to {word} does not fit the protocol: {error}"
            raise self.recover(self.broken("garbage", sentence)) from error


def reset_request(register: Register | None = None, edition: Edition = CURRENT) -> Message:
    """Return the request for an empty store, or for one with the plan of a registration."""
    if register is None:
        return to_message(ResetStore())
    request = to_message(ResetStore(register.plan, register.definition, register.now))
    return request | {"definition": operation_request(register, edition)["definition"]}


def reset_to(system: SystemUnderTest, register: Register) -> None:
    """Reset a system to one plan, by one request if it is a remote one."""
    if isinstance(system, RemoteSystem):
        system.reset(register)
    else:
        system.reset()
        system.apply(register)
