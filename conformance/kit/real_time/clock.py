"""The clock that real leases are waited for by. Tests use another one, and wait for nothing."""

import time
from dataclasses import dataclass


class LeaseClock:
    """The clock of this machine in whole milliseconds, and a way to wait."""

    def now(self) -> int:
        """Return the time since some beginning, which nobody sets."""
        return time.monotonic_ns() // 1_000_000

    def since_1970(self) -> int:
        """Return the time since 1970, UTC, as the machine has it."""
        return time.time_ns() // 1_000_000

    def wait(self, milliseconds: int) -> None:
        """Return after so long."""
        time.sleep(milliseconds / 1_000)


@dataclass
class Timer:
    """Counts from a beginning, which `began` at a time since 1970."""

    clock: LeaseClock
    started: int = 0
    began: int = 0

    def start(self) -> None:
        """Begin to count."""
        self.started, self.began = self.clock.now(), self.clock.since_1970()

    @property
    def now(self) -> int:
        """The time since the beginning."""
        return self.clock.now() - self.started

    @property
    def shift(self) -> int:
        """How much the clock of the machine was changed since the beginning."""
        return self.clock.since_1970() - self.began - self.now
