"""The processes of a program under test: each opens one store, and can be killed at any moment."""

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from signal import SIGKILL
from threading import Event

from conformance.adapters.connections import Broken, read_reply
from conformance.adapters.processes import ProcessConnection
from conformance.kit.core.plans import words_of
from conformance.kit.core.words import Call, CoreWords, Reply
from conformance.protocol.lines import BadMessage, written
from conformance.protocol.messages import VERSION, Clock
from spec.formats.messages import Message

PLACEHOLDER = "{store}"
"""The placeholder in a command for the path of the store."""
BEGUN, APART = 1_790_000_000_000, 2 * 86_400_000
"""When the first store is begun, and how much later each other, in milliseconds."""
INTERRUPTED = "interrupted"
"""Why a program that was stopped is asked nothing more."""
HELLO: Message = {"request": "hello", "protocols": [VERSION]}


@dataclass(frozen=True)
class Program:
    """A command to start, and how long its replies may take, in seconds.

    The stores of its processes are in `folder`, or where temporary files are. Each is begun at a
    moment of its own, after all that happens in those before it. It is asked nothing any more when
    it is `stopped`.
    """

    command: tuple[str, ...]
    edition: str | None = None
    start: float = 60.0
    reply: float = 30.0
    shortest_lease: int = 3_000
    folder: str | None = None
    spent: dict[str, list[float]] = field(default_factory=dict)
    idle: list["Process"] = field(default_factory=list)
    moments: Iterator[int] = field(default_factory=lambda: count(BEGUN, APART))
    stopped: Event = field(default_factory=Event)

    @property
    def names_store(self) -> bool:
        """Whether each process is started for one store, named in the command."""
        return any(PLACEHOLDER in word for word in self.command)

    def connect(self, store: Path) -> ProcessConnection:
        """Start the command. Raises `Broken`."""
        place = str(store / "store.db")
        return ProcessConnection([word.replace(PLACEHOLDER, place) for word in self.command])

    def process(self, store: Path) -> "Process":
        """Start a process, or take one that is idle. Raises `Broken`."""
        if self.idle and not self.names_store:
            process = self.idle.pop()
            process.program = self
            return process
        return Process(self, store)

    def usual(self, verb: str) -> float:
        """Return how many seconds such a request usually takes; 0 if none was made."""
        return statistics.median(self.spent.get(verb) or [0.0])

    def wait(self, verb: str, share: float) -> bool:
        """Wait for a share of the usual time of a request; return whether that is known."""
        pause(self.usual(verb) * share)
        return verb in self.spent

    def close(self) -> None:
        """End all processes that are idle."""
        while self.idle:
            self.idle.pop().connection.close(0.2)


class Process:
    """A process that is asked one request after the other."""

    def __init__(self, program: Program, store: Path) -> None:
        self.program, self.is_broken, self.unread = program, False, 0
        self.connection = program.connect(store)
        reply = self.connection.exchange(HELLO, program.start)
        try:
            self.words = words_of(reply, program.edition)
        except (BadMessage, KeyError, TypeError) as error:
            self.connection.close(0.2)
            raise Broken("refused", f"the reply to 'hello' does not fit: {error}") from error

    def open(self, store: Path, lease: int, now: int) -> bool:
        """Use the store in a folder, which is made if nothing is there; return whether it can."""
        request = {"request": "open", "store": str(store), "lease": lease, "now": now}
        if self.program.names_store:
            return True
        if isinstance(self.words, CoreWords):
            self._exchange(request, "open")
            return True
        if self.connection.exchange(request, self.program.reply).get("reply") == "ok":
            return True
        # A program that keeps plans is emptied.
        self._exchange({"request": "reset"}, "open")
        return False

    def ask(self, call: Call) -> tuple[Reply, Message, Message]:
        """Return the reply to a call, and both messages. Raises `Broken`."""
        message = self.words.message(call)
        found = self._exchange(message, call.verb)
        return self._read(call, found), message, found

    def send(self, calls: Sequence[Call]) -> list[Message]:
        """Send calls in one piece; return the messages."""
        messages = [*map(self.words.message, calls)]
        self.connection.send([written(each) for each in messages], self.program.reply)
        self.unread += len(messages)
        return messages

    def receive(self, call: Call, message: Message) -> tuple[Reply, Message]:
        """Return the reply to the first call that was sent and has none. Raises `Broken`."""
        self.unread -= 1
        reply = self._timed(call.verb, lambda limit: self._received(message, limit))
        return self._read(call, reply), reply

    def send_and_kill(self, call: Call, share: float) -> tuple[Message, Message | None, str]:
        """Send a call, and kill the process when that share of the usual time has passed.

        Return the message, the reply if there was one before, and what it says. If the usual time
        is not known, the process is killed after its reply.
        """
        (message,), reply, said = self.send([call]), None, ""
        if self.program.wait(call.verb, share):
            self.connection.signal(SIGKILL)
            self.connection.process.wait()
            with suppress(Broken):
                reply = read_reply(message, self.connection.channel.receive(message, 0.0))
                said = self._read(call, reply).said
        else:
            found, reply = self.receive(call, message)
            said = found.said
        self.kill()
        return message, reply, said

    def _read(self, call: Call, reply: Message) -> Reply:
        try:
            return self.words.read(call, reply)
        except (BadMessage, KeyError, TypeError) as error:
            raise Broken("garbage", f"the reply to {call.verb} does not fit: {error}") from error

    def kill(self) -> None:
        """Kill the process and whatever it started."""
        self.connection.signal(SIGKILL)
        self.connection.close(0.0)

    def close(self) -> None:
        """End the process, or keep it for another store, unless it broke or has more to say."""
        if self.program.names_store or self.is_broken or self.unread:
            self.connection.close(0.2)
        else:
            self.program.idle.append(self)

    def _exchange(self, message: Message, verb: str) -> Message:
        return self._timed(verb, lambda limit: self.connection.exchange(message, limit))

    def _received(self, message: Message, limit: float) -> Message:
        return read_reply(message, self.connection.receive(message, limit))

    def _timed(self, verb: str, reply_within: Callable[[float], Message]) -> Message:
        begun = time.monotonic()
        if self.program.stopped.is_set():
            self.is_broken = True
            raise Broken("ended", INTERRUPTED)
        try:
            # To open a store, a program may have to start a server.
            reply = reply_within(self.program.start if verb == "open" else self.program.reply)
        except Broken:
            self.is_broken = True
            raise
        self.program.spent.setdefault(verb, []).append(time.monotonic() - begun)
        if reply.get("reply") == "error":
            raise Broken("error", f"the program failed at {verb}: {reply.get('message')}")
        return reply


def pause(seconds: float) -> None:
    """Wait; a short time exactly, which a sleep would exceed."""
    end = time.perf_counter() + seconds
    time.sleep(max(seconds - 0.002, 0))
    while time.perf_counter() < end:
        pass


class Store:
    """A store in a folder of its own, which may be copied, replaced and deleted."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-core-", dir=folder))
        self.copy = self.folder / "backup"

    @property
    def path(self) -> Path:
        """The folder that the program gets."""
        path = self.folder / "store"
        path.mkdir(exist_ok=True)
        return path

    def back_up(self) -> None:
        """Copy the store."""
        shutil.copytree(self.path, self.copy, symlinks=True)

    def restore(self) -> None:
        """Put the copy in the place of the store."""
        self.delete()
        shutil.copytree(self.copy, self.path, symlinks=True, dirs_exist_ok=True)

    def delete(self) -> None:
        """Delete the store, not the folder it is in."""
        shutil.rmtree(self.path)

    def close(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Time:
    """The time of a scenario: the requests' own, or that of this machine."""

    def __init__(self, clock: Clock, began: int) -> None:
        self.is_real = clock is Clock.NONE
        self._now, self.tick = began, 10

    @property
    def now(self) -> int:
        """The time now, in milliseconds since 1970. Every look at it is a `tick` later."""
        if self.is_real:
            return round(time.time() * 1_000)
        self._now += self.tick
        return self._now

    @property
    def last(self) -> int:
        """The time at the last look, which counts as another one."""
        now = self.now
        return now if self.is_real else now - self.tick

    def passes(self, milliseconds: int) -> None:
        """Wait, or move the clock."""
        if self.is_real:
            time.sleep(milliseconds / 1_000)
        else:
            self._now += milliseconds
