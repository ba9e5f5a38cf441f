"""Running a program once: what it printed and how it ended, within limits of time and size."""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.processes import in_a_zone
from conformance.adapters.sut import BrokenProgram
from conformance.protocol.visible import visible

MOST_BYTES = 16 * 1024 * 1024
"""The longest output that is read; whatever prints more is a flood."""
LAST_WORDS = 5
"""How many lines of standard error are told when something broke."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A program that ended by itself: its exit code, below 0 for a signal, and what it printed."""

    command: tuple[str, ...]
    code: int
    output: bytes
    errors: bytes

    def broken(self, problem: str) -> BrokenProgram:
        """Make a sentence of what is wrong: the command line, the exit code, the last words."""
        ending = f"signal {signal.Signals(-self.code).name}" if self.code < 0 else f"{self.code}"
        return BrokenProgram(
            f"`{shlex.join(self.command)}` ended with exit code {ending}: {problem}"
            + last_words(self.errors)
        )


def run(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    given: str,
    timeout: float,
    started: Callable[[subprocess.Popen[bytes]], None] = lambda _: None,
) -> Ended:
    """Run a program in a folder with a text as its standard input; `started` gets the process.

    Raises `BrokenProgram` if it cannot be started, has not ended after `timeout` seconds, or
    prints without end; whatever it has started is ended then.
    """
    with tempfile.TemporaryFile() as standard_input:
        standard_input.write(given.encode())
        standard_input.seek(0)
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=in_a_zone(environment),
                stdin=standard_input,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BrokenProgram(
                f"`{command[0]}` cannot be started: {error.strerror}; check the program's name"
            ) from error
    with process:
        started(process)
        try:
            return whole(process, tuple(command), timeout)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)


def whole(process: subprocess.Popen[bytes], command: tuple[str, ...], timeout: float) -> Ended:
    """Return all that a process prints, once it has ended and both its outputs are closed."""
    deadline = time.monotonic() + timeout
    output, errors = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        for stream, printed in ((process.stdout, output), (process.stderr, errors)):
            assert stream is not None
            selector.register(stream, selectors.EVENT_READ, printed)
        while selector.get_map():
            ready = selector.select(max(deadline - time.monotonic(), 0))
            if not ready:
                raise hang(command, timeout, bytes(errors))
            for key, _ in ready:
                if not (chunk := os.read(key.fd, 1 << 16)):
                    selector.unregister(key.fileobj)
                key.data.extend(chunk)
            if max(len(output), len(errors)) > MOST_BYTES:
                megabytes = MOST_BYTES // 1024 // 1024
                raise BrokenProgram(f"`{shlex.join(command)}` printed more than {megabytes} MB")
    try:
        code = process.wait(max(deadline - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        raise hang(command, timeout, bytes(errors)) from None
    return Ended(command, code, bytes(output), bytes(errors))


def hang(command: tuple[str, ...], timeout: float, errors: bytes) -> BrokenProgram:
    """Return that a program takes too long."""
    return BrokenProgram(
        f"`{shlex.join(command)}` did not end, or did not close its output, within "
        f"{timeout:g} s" + last_words(errors)
    )


def last_words(errors: bytes) -> str:
    """Return the last lines of standard error, if there are any."""
    lines = visible(errors.decode(errors="replace")).strip().splitlines()[-LAST_WORDS:]
    return f"; the last lines of its standard error: {' | '.join(lines)}" if lines else ""
