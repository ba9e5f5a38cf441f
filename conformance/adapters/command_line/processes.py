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
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from conformance.adapters.sut import BrokenProgram
from conformance.adapters.zones import in_a_zone
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
        reading = _Reading(process, tuple(command), timeout)
        try:
            return reading.whole()
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)


@dataclass
class _Reading:
    """Reads both outputs of a process until they are closed."""

    process: subprocess.Popen[bytes]
    command: tuple[str, ...]
    timeout: float
    printed: dict[str, bytearray] = field(
        default_factory=lambda: {"output": bytearray(), "errors": bytearray()}
    )

    def whole(self) -> Ended:
        """Return all that the process prints, once it has ended."""
        deadline = time.monotonic() + self.timeout
        with selectors.DefaultSelector() as selector:
            for name, stream in (("output", self.process.stdout), ("errors", self.process.stderr)):
                assert stream is not None
                selector.register(stream, selectors.EVENT_READ, name)
            while selector.get_map():
                ready = selector.select(max(deadline - time.monotonic(), 0))
                if not ready:
                    raise self._hang()
                for key, _ in ready:
                    self._take(selector, key)
        try:
            code = self.process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            raise self._hang() from None
        return Ended(self.command, code, *(bytes(text) for text in self.printed.values()))

    def _take(self, selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        stream: IO[bytes] = key.fileobj  # type: ignore[assignment]
        chunk = os.read(stream.fileno(), 1 << 16)
        if not chunk:
            selector.unregister(stream)
        self.printed[key.data] += chunk
        if len(self.printed[key.data]) > MOST_BYTES:
            megabytes = MOST_BYTES // 1024 // 1024
            raise BrokenProgram(f"`{shlex.join(self.command)}` printed more than {megabytes} MB")

    def _hang(self) -> BrokenProgram:
        return BrokenProgram(
            f"`{shlex.join(self.command)}` did not end, or did not close its output, within "
            f"{self.timeout:g} s" + last_words(bytes(self.printed["errors"]))
        )


def last_words(errors: bytes) -> str:
    """Return the last lines of standard error, if there are any."""
    lines = visible(errors.decode(errors="replace")).strip().splitlines()[-LAST_WORDS:]
    return f"; the last lines of its standard error: {' | '.join(lines)}" if lines else ""
