"""The errors log: one line of JSON for each violation, appended by several processes."""

import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from impl.store.database.opening import StoreUnavailable

NAME = "errors.jsonl"

SECONDS_BETWEEN_ATTEMPTS = 0.01


class ErrorsLog(NamedTuple):
    """A log that this process has locked."""

    descriptor: int

    def append(self, entry: Mapping[str, object]) -> None:
        """Append one line in one write. Raises `OSError` if that is not possible."""
        line = json.dumps(entry).encode() + b"\n"
        if (
            not self._ends_with_a_line()
        ):  # a process was killed during a write, or the disk was full
            line = b"\n" + line
        written = os.write(self.descriptor, line)
        if written < len(line):
            raise OSError(f"only {written} of {len(line)} bytes could be written")

    def _ends_with_a_line(self) -> bool:
        size = os.fstat(self.descriptor).st_size
        return size == 0 or os.pread(self.descriptor, 1, size - 1) == b"\n"


@contextmanager
def held(path: Path, timeout_seconds: float) -> Iterator[ErrorsLog]:
    """Lock a log, which is created if it is missing, until the block or the process ends.

    Raises `StoreUnavailable` after a timeout.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        _lock(path, descriptor, timeout_seconds)
        yield ErrorsLog(descriptor)
    finally:
        os.close(descriptor)


def _lock(path: Path, descriptor: int, timeout_seconds: float) -> None:
    end = time.monotonic() + timeout_seconds
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= end:
                raise StoreUnavailable(
                    f"another process holds {path}; expected it to make way in time: try again, "
                    "or wait longer"
                ) from error
        time.sleep(SECONDS_BETWEEN_ATTEMPTS)
