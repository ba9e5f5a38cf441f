"""The log of a plan folder's hook: a line of JSON for each event."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from impl.files import append_line, folder_below, require_one_name
from impl.json_text import parse_json
from impl.times import iso

LOGS = "logs"
LOG_NAME = "stop-hook.jsonl"

MOST_READ = 64 * 1024
"""The number of bytes at the end of the log in which the blocks of a turn are looked for."""

LogValue = str | int | float | bool | None


class HookLog:
    """Appends lines to `logs/stop-hook.jsonl`; `clock` returns milliseconds.

    Follows no links. A log that cannot be written or read never affects whether the hook
    approves.
    """

    def __init__(self, folder: Path, clock: Callable[[], int]) -> None:
        self._folder = folder
        self._clock = clock

    def write(self, happened: str, **details: LogValue) -> None:
        """Append one line: the time, the process, the event, and its details."""
        line = {"time": iso(self._clock()), "process": os.getpid(), "happened": happened, **details}
        with suppress(OSError):
            descriptor = self._open(os.O_RDWR | os.O_APPEND | os.O_CREAT, make=True)
            try:
                require_one_name(os.fstat(descriptor), self._folder / LOGS / LOG_NAME)
                append_line(descriptor, json.dumps(line))
            finally:
                os.close(descriptor)

    def blocks_in_a_row(self, session: str | None) -> int:
        """Return how many stops of a session's turn, the last ones, were blocked (REV-8.11)."""
        count = 0
        for line in reversed(self._last_lines()):
            if line.get("happened") != "answered" or line.get("session") != session:
                continue
            if line.get("approved") is not False:
                break
            count += 1
            if line.get("stop_hook_active") is not True:
                break
        return count

    def _last_lines(self) -> list[dict[str, Any]]:
        """Return the last lines of the log, without those that are torn."""
        try:
            with os.fdopen(self._open(os.O_RDONLY | os.O_NONBLOCK), "rb") as log:
                log.seek(max(0, log.seek(0, os.SEEK_END) - MOST_READ))
                lines = log.read().splitlines()
        except OSError:
            return []
        found = []
        for line in lines:
            with suppress(ValueError):
                found.append(parse_json(line))
        return [line for line in found if isinstance(line, dict)]

    def _open(self, flags: int, *, make: bool = False) -> int:
        with folder_below(self._folder, Path(LOGS), make=make) as logs:
            return os.open(LOG_NAME, flags | os.O_NOFOLLOW, 0o666, dir_fd=logs)
