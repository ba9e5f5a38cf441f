"""Times that a real clock gives: a way to wait, since when they count, and which are shown."""

import time
from typing import Any

from conformance.protocol.times import TIMES

DATED = 10**11
"""Times from here on count from 1970: as milliseconds, this is a day in 1973."""
DAY = 86_400_000


class LeaseClock:
    """The clock of this machine in whole milliseconds, and a way to wait. Tests use another."""

    started = began = 0

    def now(self) -> int:
        """Return the time since some beginning, which nobody sets."""
        return time.monotonic_ns() // 1_000_000

    def since_1970(self) -> int:
        """Return the time since 1970, UTC, as the machine has it."""
        return time.time_ns() // 1_000_000

    def wait(self, milliseconds: int) -> None:
        """Return after so long."""
        time.sleep(milliseconds / 1_000)

    def start(self) -> None:
        """Begin to count what has passed."""
        self.started, self.began = self.now(), self.since_1970()

    @property
    def passed(self) -> int:
        """The time since the start."""
        return self.now() - self.started

    @property
    def shift(self) -> int:
        """How much the clock of the machine was changed since the start."""
        return self.since_1970() - self.began - self.passed


def beginning_of(shown: int, at: int, began: int) -> int:
    """Return the time that a system shows where the run began, from one that it showed at `at`.

    `began` is the right one, in milliseconds since 1970. Times that are no dates may count from
    any other moment, unless they are this day in seconds.
    """
    in_seconds = abs(shown * 1_000 - (began + at)) < DAY
    return began if shown >= DATED or in_seconds else shown - at


def counted_from(part: Any, beginning: int | None, seen: set[str]) -> Any:
    """Return a message with its times counted from another beginning, or without them."""
    # A time that was null so far counts as left out; `seen` collects the others.
    if isinstance(part, list):
        return [counted_from(each, beginning, seen) for each in part]
    if not isinstance(part, dict):
        return part
    found = {}
    for name, value in part.items():
        if name not in TIMES:
            found[name] = counted_from(value, beginning, seen)
        elif beginning is not None and type(value) is int:
            seen.add(name)
            found[name] = value - beginning
        elif name in seen:
            found[name] = value
    return found
