"""A connection on which every request is spelled in another way, and means the same."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from conformance.adapters.connections import PipelinedTransport, Transport, read_reply
from conformance.adapters.remote import RemoteSystem
from conformance.protocol.spellings import SPELLINGS
from spec.formats.messages import Message


class SpelledConnection:
    """Writes requests in a spelling, one after the other."""

    def __init__(self, inner: PipelinedTransport, spelling: str) -> None:
        self.inner = inner
        self.spelling = spelling

    @property
    def last_words(self) -> Sequence[str]:
        """The last lines of its standard error, as far as there is one."""
        return self.inner.last_words

    def exchange(self, request: Message, timeout: float) -> Message:
        """Return the reply to a request. Raises `Broken` after so many seconds at the latest."""
        self.inner.send([SPELLINGS[self.spelling](request)], timeout)
        return read_reply(request, self.inner.receive(request, timeout))

    def close(self) -> None:
        """Close the connection, also if that was done before."""
        self.inner.close()


def in_spelling(connection: Transport, spelling: str) -> Transport:
    """Return a connection in a spelling, or as it is where no lines of ours are sent on it."""
    if spelling and isinstance(connection, PipelinedTransport):
        return SpelledConnection(connection, spelling)
    return connection


@contextmanager
def spelled(system: RemoteSystem, spelling: str) -> Iterator[None]:
    """Have the requests to a system spelled in another way; `""` leaves them as they are."""
    reopen = system.reopen
    system.connection = in_spelling(system.connection, spelling)
    if reopen is not None:
        system.reopen = lambda: in_spelling(reopen(), spelling)
    try:
        yield
    finally:
        if isinstance(system.connection, SpelledConnection):
            system.connection = system.connection.inner
        system.reopen = system.reopen and reopen
