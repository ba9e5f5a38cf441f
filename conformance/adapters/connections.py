"""Connections to an implementation: one request out, one reply in, or a word of what broke."""

import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from signal import Signals
from typing import Protocol, runtime_checkable

from conformance.protocol.lines import BadMessage, excerpt, parsed, written
from spec.formats.messages import Message

MOST_BYTES = 64 * 1024 * 1024
"""The longest reply that is read; whatever sends more is a flood."""


@dataclass
class Broken(Exception):
    """The implementation under test or its adapter broke, so nothing more can be learned.

    `kind` is `not started`, `crash`, `hang`, `garbage`, `half a line`, `closed`, `flood`, `refused`
    or `reset`; `last_words` are the last lines of its standard error. `requests` are those since
    the last reset that was answered, and the one that broke it.
    """

    kind: str
    sentence: str
    last_words: list[str] = field(default_factory=list)
    requests: tuple[Message, ...] = ()

    def __str__(self) -> str:
        return self.sentence


class Transport(Protocol):
    """What requests go through."""

    @property
    def last_words(self) -> Sequence[str]:
        """The last lines of its standard error, as far as there is one."""

    def exchange(self, request: Message, timeout: float) -> Message:
        """Return the reply to a request. Raises `Broken` after so many seconds at the latest."""

    def close(self) -> None:
        """Close the connection, also if that was done before."""


@runtime_checkable
class PipelinedTransport(Transport, Protocol):
    """A connection on which requests may be sent before those ahead of them are answered."""

    def send(self, lines: Sequence[str], timeout: float) -> None:
        """Send lines that are requests. Raises `Broken` if that cannot be done."""

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the line that answers the oldest request without an answer. Raises `Broken`."""


@runtime_checkable
class SignalledTransport(Transport, Protocol):
    """A connection to processes of its own, which can be stopped, continued and killed."""

    def signal(self, number: Signals) -> bool:
        """Send a signal to the processes; return whether there are any. Any thread may do that."""


@dataclass
class LineChannel:
    """Lines over two file descriptors, which may be the same one. `ended` says why they ended."""

    incoming: int
    outgoing: int
    ended: Callable[[str], Broken]
    buffer: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        os.set_blocking(self.incoming, False)
        os.set_blocking(self.outgoing, False)

    def exchange(self, request: Message, timeout: float) -> Message:
        """Send one line and return the next that comes back. Raises `Broken` if there is none."""
        word = describe_request(request)
        if self.buffer or self._readable(0):
            self._take(word)
            raise Broken("garbage", f"{excerpt(self._text())} came before {word} was asked")
        self.send([written(request)], timeout, word)
        line = self.receive(request, timeout)
        return read_reply(request, line)

    def send(self, lines: Sequence[str], timeout: float, word: str = "a request") -> None:
        """Send lines, and meanwhile read what comes back for those before."""
        data = "".join(f"{line}\n" for line in lines).encode()
        deadline = time.monotonic() + timeout
        while data:
            left = max(deadline - time.monotonic(), 0)
            readable, writable, _ = select.select([self.incoming], [self.outgoing], [], left)
            if not readable and not writable:
                raise self._hang(word, timeout)
            if not writable:
                self._take(word)
                continue
            try:
                data = data[os.write(self.outgoing, data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self.ended(word) from error

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the next line that comes back. Raises `Broken` if there is none."""
        word = describe_request(request)
        deadline = time.monotonic() + timeout
        searched = 0
        while (line := self.received_line(searched)) is None:
            searched = len(self.buffer)
            if not self._readable(deadline - time.monotonic()):
                raise self._hang(word, timeout)
            self._take(word)
        return line

    def received_line(self, searched: int = 0) -> bytes | None:
        """Return the next line if it was read already; it does not end in what was searched."""
        end = self.buffer.find(b"\n", searched)
        if end < 0:
            return None
        line = bytes(self.buffer[:end])
        del self.buffer[: end + 1]
        return line

    def _take(self, word: str) -> None:
        try:
            chunk = os.read(self.incoming, 1 << 16)
        except BlockingIOError:
            return
        except OSError as error:
            raise self.ended(word) from error
        if not chunk and self.buffer:
            broken = self.ended(word)
            half = f"the reply to {word} ends in the middle of a line, {excerpt(self._text())}"
            raise Broken("half a line", f"{half}; {broken.sentence}", broken.last_words)
        if not chunk:
            raise self.ended(word)
        self.buffer += chunk
        if len(self.buffer) > MOST_BYTES:
            megabytes = MOST_BYTES // 1024 // 1024
            raise Broken("flood", f"more than {megabytes} MB came in reply to {word}")

    def _readable(self, seconds: float) -> bool:
        return bool(select.select([self.incoming], [], [], max(seconds, 0))[0])

    def _text(self) -> str:
        return self.buffer.decode(errors="replace")

    def _hang(self, word: str, timeout: float) -> Broken:
        begun = f", only {excerpt(self._text())}" if self.buffer else ""
        return Broken("hang", f"no reply to {word} within {timeout:g} s{begun}")


class SocketConnection(LineChannel):
    """A program that speaks the protocol on a TCP port."""

    last_words: Sequence[str] = ()

    def __init__(self, host: str, port: int, timeout: float) -> None:
        self.place = f"{host}:{port}"
        try:
            self.socket = socket.create_connection((host, port), timeout)
        except OSError as error:
            sentence = f"nothing answers at {self.place}: {error.strerror or error}; start it first"
            raise Broken("not started", sentence) from error
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(self.socket.fileno(), self.socket.fileno(), self._closed)

    def close(self) -> None:
        """Close the connection; the program runs on."""
        self.socket.close()

    def _closed(self, word: str) -> Broken:
        return Broken("closed", f"{self.place} closed the connection at {word}")


def read_reply(request: Message, line: bytes) -> Message:
    """Return the line that answers a request as a message. Raises `Broken` if it is none."""
    try:
        return parsed(line.decode(), shows_halves=True)
    except (BadMessage, UnicodeDecodeError) as error:
        word = describe_request(request)
        raise Broken("garbage", f"the reply to {word} cannot be read: {error}") from error


def describe_request(request: Message) -> str:
    """Return a request as it is named in a sentence."""
    word = str(request.get("request"))
    return f"the operation {request.get('operation')}" if word == "op" else f"'{word}'"
