"""A program under test that waits for connections, such as one that runs under a debugger."""

import socket
from collections.abc import Sequence

from conformance.adapters.connections import Broken, LineChannel


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
