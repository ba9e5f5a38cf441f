"""How time passes for a program: by a variable, by editing its store, or not at all."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.adapters.command_line.commands import CLOCK_VARIABLE
from conformance.adapters.command_line.sandbox import SandboxRepository
from conformance.adapters.command_line.stores import move_times
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.times import TIMES

BEGINNING = 1_000_000_000_123
"""The time, in milliseconds since 1970, that 0 stands for where a variable says what time it is.

It is no whole second, so that a program that forgets milliseconds is found out.
"""
SLOWED = 1_000
"""How many milliseconds pass there for each of the operations.

A command line gives leases in seconds, and operations have shorter ones. No rule depends on how
long anything takes, only on what is earlier and on sums, so slower time changes nothing else.
"""
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999: later times have no usual form."""


def real_now() -> int:
    """Return the real time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class UnsetClock:
    """The program's clock is real and nothing moves it, so times are those since 1970.

    `beginning` is when 0 was, in milliseconds since 1970; `unit` is how many milliseconds pass for
    each of the operations; `known` are the times that follow it.
    """

    beginning: int = 0
    unit: int = 1
    known: frozenset[str] = TIMES

    def set(self, sandbox: SandboxRepository, now: int) -> Mapping[str, str]:  # noqa: ARG002
        """Make it `now` for the program, and return the variables that it needs for that."""
        return {}


@dataclass
class VariableClock(UnsetClock):
    """The program takes the time, in milliseconds since 1970, from a variable."""

    beginning: int = BEGINNING
    unit: int = SLOWED
    variable: str = CLOCK_VARIABLE

    def set(self, sandbox: SandboxRepository, now: int) -> Mapping[str, str]:  # noqa: ARG002
        """Set the variable."""
        time = self.beginning + now * self.unit
        if time > LATEST:
            raise UnsupportedRequest(f"{now} ms from the beginning is too late to be a date")
        return {self.variable: str(time)}


@dataclass
class EditedClock(UnsetClock):
    """The program's clock is real, and the times in its store are moved into the past or future.

    They are moved by whole seconds, so that every form of a time can say it.
    """

    beginning: int = field(default_factory=real_now)

    def set(self, sandbox: SandboxRepository, now: int) -> Mapping[str, str]:
        """Move what is stored so that it lies as far from the real time as it shall from `now`."""
        seconds = round((real_now() - now - self.beginning) / 1_000)
        self.beginning += seconds * 1_000
        if sandbox.store is not None:
            self.known = move_times(sandbox.store, seconds)
        return {}
