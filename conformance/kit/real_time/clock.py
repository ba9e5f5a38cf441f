"""The clock that real leases are waited for by. Tests use another one, and wait for nothing."""

import time


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
