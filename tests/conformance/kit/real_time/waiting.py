"""A clock that waits for nothing, and how programs are tested by it."""

from dataclasses import dataclass

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.real_time.leases import RealLeases
from conformance.kit.real_time.times import LeaseClock

TODAY = 1_790_000_000_123
"""A moment in 2026, in milliseconds since 1970."""


@dataclass
class FakeClock(LeaseClock):
    """A clock of which nobody waits for anything: each look at it takes `looks` milliseconds."""

    time: int = TODAY
    looks: int = 3

    def now(self) -> int:
        """Return the time since some beginning."""
        return self.time - TODAY

    def since_1970(self) -> int:
        """Return the time since 1970."""
        return self.time

    def wait(self, milliseconds: int) -> None:
        """Pass so much time at once."""
        self.time += milliseconds

    def of_program(self) -> int:
        """Return the time since 1970 as a program has it, which takes a moment to find out."""
        self.time += self.looks
        return self.time


def leases_of(program: SystemUnderTest, clock: FakeClock) -> RealLeases:
    """Return what waits for the leases of a program."""
    system = RemoteSystem(PythonConnection(program))
    return RealLeases(system, capabilities_of(system.identity), clock)
