"""The log of a plan folder's hook: a line of JSON for each event."""

import json
import os
from collections.abc import Callable
from pathlib import Path

from impl.files import append_line
from impl.times import iso

LOGS = "logs"
LOG_NAME = "stop-hook.jsonl"

LogValue = str | int | float | bool | None


class HookLog:
    """Appends lines to `logs/stop-hook.jsonl`; `clock` returns milliseconds.

    Follows no symbolic links. A log that cannot be written does not affect the hook's answer.
    """

    def __init__(self, folder: Path, clock: Callable[[], int]) -> None:
        self._logs = folder / LOGS
        self._clock = clock

    def write(self, happened: str, **details: LogValue) -> None:
        """Append one line: the time, the process, the event, and its details."""
        line = {"time": iso(self._clock()), "process": os.getpid(), "happened": happened, **details}
        try:
            self._append(json.dumps(line))
        except OSError:
            return

    def _append(self, line: str) -> None:
        self._logs.mkdir(exist_ok=True)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        logs = os.open(self._logs, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            descriptor = os.open(LOG_NAME, flags, 0o666, dir_fd=logs)
        finally:
            os.close(logs)
        try:
            append_line(descriptor, line)
        finally:
            os.close(descriptor)
