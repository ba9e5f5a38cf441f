"""A process of a contest, as whoever holds it and continues it sees it."""

import select
import socket
import sys
from pathlib import Path

from conformance.adapters.connections import Broken, describe_request, read_reply
from conformance.adapters.processes import ProcessConnection
from conformance.protocol.codec import Message, written

SERVER = "conformance.mutants.races.server"
LONGEST = 60.0
"""Seconds that a process may take to start, or to answer once nobody holds it."""
LOCKS = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
UNLOCKS = ("COMMIT", "ROLLBACK", "END")
"""How statements begin that take the write lock, and those that return it."""


class HeldProcess:
    """A process on the store files of a folder, which is held before each of its statements.

    It runs the implementation, perhaps with one module `changed`.
    """

    def __init__(self, name: str, folder: Path, changed: str | None) -> None:
        place = folder / f"{name}.sock"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(place))
            listener.listen(1)
            listener.settimeout(LONGEST)
            command = [sys.executable, "-m", SERVER, str(place), str(folder)]
            self.connection = ProcessConnection([*command, *([changed] if changed else ())])
            try:
                self.channel, _ = listener.accept()
            except TimeoutError:
                self.connection.close()
                raise Broken("not started", f"no word from {SERVER}: run it by itself") from None
        self.statements = self.channel.makefile("rb")
        self.request: Message = {}
        self.held_before: str | None = None
        self.may_have_lock = False
        """Whether others may have to wait until this process goes on."""

    def ask(self, request: Message) -> None:
        """Send a request, and do not wait."""
        self.request = request
        self.may_have_lock = False
        self.connection.send([written(request)], LONGEST)

    def proceed(self, patience: float) -> Message | None:
        """Go on to the next statement, before which it is held, or to the reply.

        Returns the reply. After so many seconds without either, the process waits for another one,
        `held_before` is `None`, and so is what this returns.
        """
        if self.held_before is not None:
            if self.held_before.startswith((*LOCKS, *UNLOCKS)):
                self.may_have_lock = self.held_before.startswith(LOCKS)
            self.held_before = None
            self.channel.sendall(b".")
        replies = self.connection.replies
        places = (self.channel.fileno(), replies.fileno())
        readable, _, _ = select.select(places, [], [], patience)
        if places[0] in readable and (statement := self.statements.readline()):
            self.held_before = statement.decode().strip()
        elif readable:
            return read_reply(self.request, self.connection.receive(self.request, LONGEST))
        return None

    def finish(self, patience: float) -> Message | None:
        """Go on to the reply, or until it has to wait for another process for so many seconds."""
        while True:
            reply = self.proceed(patience)
            if reply is not None or self.held_before is None:
                return reply

    def answer(self) -> Message:
        """Return the reply to the last request. Raises `Broken` if there is none in time."""
        reply = self.finish(LONGEST)
        if reply is None:
            word = describe_request(self.request)
            raise Broken("hang", f"no reply to {word} within {LONGEST:g} s")
        return reply

    def close(self) -> None:
        """End the process."""
        self.statements.close()
        self.channel.close()
        self.connection.close(0.0)
