"""A process of a contest, as whoever holds it and continues it sees it."""

import select
import socket
import sys
from pathlib import Path

from conformance.adapters.connections import read_reply
from conformance.adapters.processes import ProcessConnection
from conformance.protocol.lines import written
from conformance.vectors.killing.races import server
from spec.formats.messages import Message

UNLIMITED = 86_400.0
"""Seconds that no request takes: how fast a process is decides nothing."""


class HeldProcess:
    """A process on the current store of a folder, which is held before each of its statements."""

    def __init__(self, name: str, folder: Path) -> None:
        place = folder / f"{name}.sock"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(place))
            listener.listen(1)
            command = [sys.executable, "-m", server.__name__, str(place), str(folder)]
            self.connection = ProcessConnection(command)
            replies = self.connection.replies
            places = (listener.fileno(), replies.fileno())
            if places[1] in select.select(places, [], [])[0]:
                self.connection.receive({"request": "start"}, UNLIMITED)  # raises: it has ended
            self.channel, _ = listener.accept()
        self.statements = self.channel.makefile("rb")
        self.request: Message = {}
        self.held_before: str | None = None
        self.is_waiting = False
        """Whether the statement that it ran last has to wait for another process."""

    def ask(self, request: Message) -> None:
        """Send a request, and do not wait."""
        self.request = request
        self.connection.send([written(request)], UNLIMITED)

    def proceed(self, byte: bytes = server.TRY_AGAIN) -> Message | None:
        """Go on to the next statement, before which it is held, or to the reply.

        Returns the reply. Where the statement has to wait for another process, `is_waiting` is
        `True`, and to proceed is to try it again.
        """
        if self.held_before is not None or self.is_waiting:
            self.held_before, self.is_waiting = None, False
            self.channel.sendall(byte)
        replies = self.connection.replies
        places = (self.channel.fileno(), replies.fileno())
        readable, _, _ = select.select(places, [], [])
        if places[0] in readable and (line := self.statements.readline()):
            self.is_waiting = line == b"\n"
            self.held_before = None if self.is_waiting else line.decode().strip()
            return None
        return read_reply(self.request, self.connection.receive(self.request, UNLIMITED))

    def finish(self) -> Message | None:
        """Go on to the reply, or until it has to wait for another process."""
        while True:
            reply = self.proceed()
            if reply is not None or self.is_waiting:
                return reply

    def answer(self) -> Message:
        """Return the reply to the last request; if it has to wait, it gives up as after a time."""
        reply = self.finish()
        while reply is None:
            reply = self.proceed(server.GIVE_UP if self.is_waiting else server.TRY_AGAIN)
        return reply

    def close(self) -> None:
        """End the process."""
        self.statements.close()
        self.channel.close()
        self.connection.close(0.0)
