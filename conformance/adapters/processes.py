"""A program under test, started and spoken to over its standard input and output."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from conformance.adapters.connections import Broken, LineChannel, describe_request
from conformance.protocol.visible import visible
from spec.formats.messages import Message

LAST_WORDS = 20
"""How many lines of standard error are kept."""
LONGEST_LINE = 4096
"""How many bytes of standard error are one line, also if none ends there."""
GRACE = 2.0
"""How long a program may take to end by itself, in seconds."""
FAR = "FAR-05:45"
"""A zone in which it is 5:45 hours later than in Greenwich, as POSIX writes that."""


class ProcessConnection:
    """A program that speaks the protocol. Its standard error is shown and never judged."""

    def __init__(self, command: Sequence[str], show: bool = False) -> None:
        self.command = command
        self.show = show
        self.last_words: deque[str] = deque(maxlen=LAST_WORDS)
        try:
            self.process = subprocess.Popen(
                command,
                env=in_a_zone(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            sentence = f"{command[0]} cannot be started: {error.strerror}; check the command"
            raise Broken("not started", sentence) from error
        self.requests, self.replies = piped(self.process.stdin), piped(self.process.stdout)
        stderr = piped(self.process.stderr)
        self.listener = threading.Thread(target=self._listen, args=(stderr,), daemon=True)
        self.listener.start()
        self.channel = LineChannel(self.replies.fileno(), self.requests.fileno(), self._ended)

    def exchange(self, request: Message, timeout: float) -> Message:
        """Send a request and give the reply; what breaks is ended, and carries its last words."""
        with self._ending_what_breaks(request):
            return self.channel.exchange(request, timeout)

    def send(self, lines: Sequence[str], timeout: float) -> None:
        """Send lines that are requests. What breaks is not ended yet: replies may be there."""
        self.channel.send(lines, timeout)

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the line that answers the oldest request without an answer."""
        if (line := self.channel.received_line()) is not None:
            return line
        with self._ending_what_breaks(request):
            return self.channel.receive(request, timeout)

    def signal(self, number: signal.Signals) -> bool:
        """Send a signal to the program and whatever it started; return whether it runs.

        What is killed has no effect from then on, so that what the program has started in sessions
        of its own ends first.
        """
        if number is signal.SIGKILL and signalled(self.process, signal.SIGSTOP):
            end_all(descendants_of(self.process.pid))
        return signalled(self.process, number)

    def close(self, grace: float | None = None) -> None:
        """End the program and whatever it started: first by closing its input, then by force."""
        with contextlib.suppress(OSError):
            self.requests.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE if grace is None else grace)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.replies.close()
        self.listener.join(GRACE)

    @contextlib.contextmanager
    def _ending_what_breaks(self, request: Message) -> Iterator[None]:
        try:
            yield
        except Broken as broken:
            if broken.kind == "hang" and self.process.poll() is not None:
                # It has ended, but something that it started keeps its output open.
                broken = self._ended(describe_request(request))
            # So that all that it said has been heard. What hangs has had its time.
            self.close(0.0 if broken.kind == "hang" else None)
            broken.last_words = list(self.last_words)
            raise broken from None

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                text = visible(line.decode(errors="replace").rstrip("\r\n"))
                self.last_words.append(text)
                if self.show:
                    print(f"| {text}", file=sys.stderr)

    def _ended(self, word: str) -> Broken:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        self.listener.join(GRACE)
        code = self.process.returncode
        if code is None:
            return Broken("closed", f"the program closed its output, and runs on, at {word}")
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return Broken("crash", f"the program ended {how} at {word}")


def signalled(process: subprocess.Popen[bytes], number: signal.Signals) -> bool:
    """Send a signal to a session's first process and its children; return whether it runs."""
    if process.poll() is not None:
        return False
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return False
    return True


def descendants_of(ancestor: int) -> list[int]:
    """Return the processes that a process has started, and those that they have, as Linux knows."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name of a program may hold anything.
            number, _, rest = stat.read_text(errors="replace").partition(" (")
            children.setdefault(int(rest.rpartition(") ")[2].split()[1]), []).append(int(number))
    found = [ancestor]
    for each in found:
        found += children.get(each, [])
    return found[1:]


def end_all(processes: Sequence[int]) -> None:
    """Kill processes, and wait until they have ended."""
    for each in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            handle = os.pidfd_open(each)
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            select.select([handle], [], [], GRACE)
            os.close(handle)


def piped(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream that was asked for as a pipe, and so is there."""
    assert stream is not None
    return stream


def in_a_zone(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment, by default that of this process, with a zone unless it has one.

    On a machine that follows UTC nobody would see that a program takes local time for it.
    """
    return {"TZ": FAR, **(os.environ if environment is None else environment)}
