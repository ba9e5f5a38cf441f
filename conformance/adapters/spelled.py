"""A connection on which every operation is spelled in another way, and means the same."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from conformance.adapters.connections import PipelinedTransport, Transport, read_reply
from conformance.adapters.remote import RemoteSystem
from conformance.protocol.codec import to_message
from conformance.protocol.messages import VERSION, Hello
from conformance.protocol.spellings import SPELLINGS
from spec.formats.messages import Message


class SpelledConnection:
    """Writes operations in a spelling, one after the other.

    After an error it goes on with a fresh system, if it can `reopen` one: what has read a line in
    pieces replies to each of them.
    """

    def __init__(
        self, inner: Transport, spelling: str, reopen: Callable[[], Transport] | None
    ) -> None:
        self.inner = inner
        self.spelling = spelling
        self.reopen = reopen

    @property
    def last_words(self) -> Sequence[str]:
        """The last lines of its standard error, as far as there is one."""
        return self.inner.last_words

    def exchange(self, request: Message, timeout: float) -> Message:
        """Return the reply to a request. Raises `Broken` after so many seconds at the latest."""
        inner = self.inner
        if request["request"] != "op" or not isinstance(inner, PipelinedTransport):
            return inner.exchange(request, timeout)
        inner.send([SPELLINGS[self.spelling](request)], timeout)
        reply = read_reply(request, inner.receive(request, timeout))
        if reply["reply"] == "error" and self.reopen is not None:
            inner.close()
            self.inner = self.reopen()
            self.inner.exchange(to_message(Hello((VERSION,))), timeout)
        return reply

    def close(self) -> None:
        """Close the connection, also if that was done before."""
        self.inner.close()


@contextmanager
def spelled(system: RemoteSystem, spelling: str) -> Iterator[None]:
    """Have the requests to a system spelled in another way; `""` leaves them as they are.

    So does a connection on which no lines of ours are sent.
    """
    reopen = system.reopen

    def dressed(plain: Transport) -> Transport:
        if spelling and isinstance(plain, PipelinedTransport):
            return SpelledConnection(plain, spelling, reopen)
        return plain

    system.dressed = dressed
    system.connection = system.dressed(system.connection)
    try:
        yield
    finally:
        system.dressed = lambda plain: plain
        if isinstance(system.connection, SpelledConnection):
            system.connection = system.connection.inner
