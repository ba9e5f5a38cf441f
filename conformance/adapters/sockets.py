"""A program under test that waits for connections, such as one that runs under a debugger."""

import socket
from collections.abc import Sequence

from conformance.adapters.connections import Broken, LineChannel
from spec.formats.messages import Message


class SocketConnection:
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
        self.channel = LineChannel(self.socket.fileno(), self.socket.fileno(), self._ended)

    def exchange(self, request: Message, timeout: float) -> Message:
        """Send a request and give the reply."""
        return self.channel.exchange(request, timeout)

    def send(self, lines: Sequence[str], timeout: float) -> None:
        """Send lines that are requests."""
        self.channel.send(lines, timeout)

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the line that answers the oldest request without an answer."""
        return self.channel.receive(request, timeout)

    def close(self) -> None:
        """Close the connection; the program runs on."""
        self.socket.close()

    def _ended(self, word: str) -> Broken:
        return Broken("closed", f"{self.place} closed the connection at {word}")
