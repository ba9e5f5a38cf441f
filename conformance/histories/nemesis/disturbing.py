"""Disturbances in the middle of an operation: a client is stopped, then continued or killed."""

import signal
import threading
from dataclasses import dataclass
from typing import Protocol

from conformance.adapters.connections import SignalledTransport
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.histories.nemesis.tracing import Tracer, is_traceable


@dataclass(frozen=True, slots=True)
class Disturbing:
    """How often contests are disturbed: the probability of a kill, and of a pause.

    `longest_pause` is how long a pause past a lease may be, in seconds.
    """

    kills: float = 0.0
    pauses: float = 0.0
    longest_pause: float = 1.0


UNDISTURBED = Disturbing()


class Hold(Protocol):
    """Stops a client in the middle of its next operation.

    `is_held` says whether it did. `seen` is the number of system calls if the operation ended
    before.
    """

    is_held: bool
    seen: int

    def begin(self) -> None:
        """Begin to wait for the moment."""

    def wait(self) -> None:
        """Wait until the client is held or answered."""

    def answered(self) -> None:
        """Take note that the client has been answered, or has failed."""

    def release(self) -> None:
        """Resume the client, for good."""


class Delay:
    """Stops the processes of a client some seconds after its operation began."""

    def __init__(self, connection: SignalledTransport, delay: float) -> None:
        self.connection = connection
        self.is_held = False
        self.seen = 0
        self._met = threading.Event()
        self._timer = threading.Timer(delay, self._stop)

    def begin(self) -> None:
        """Begin to wait for the moment."""
        self._timer.start()

    def _stop(self) -> None:
        self.is_held = self.connection.signal(signal.SIGSTOP)
        self._met.set()

    def wait(self) -> None:
        """Wait until the client is held or answered."""
        self._met.wait()

    def answered(self) -> None:
        """Take note that the client has been answered, or has failed."""
        self._met.set()

    def release(self) -> None:
        """Resume the client."""
        self._timer.cancel()
        if self._timer.ident is not None:
            self._timer.join()
        if self.is_held:
            self.connection.signal(signal.SIGCONT)


def signalled(system: SystemUnderTest) -> SignalledTransport | None:
    """Return the connection to the processes of a system, or `None` if it has no own."""
    if isinstance(system, RemoteSystem) and isinstance(system.connection, SignalledTransport):
        return system.connection
    return None


def hold_of(connection: SignalledTransport, place: int, delay: float) -> Hold:
    """Return what stops a client: at a system call if it can be traced, else after a delay.

    `place` counts system calls, and `delay` is in seconds. A program that is started for every
    operation makes too many calls before it begins with that.
    """
    if isinstance(connection, ProcessConnection) and is_traceable():
        return Tracer(connection.process.pid, place)
    return Delay(connection, delay)
