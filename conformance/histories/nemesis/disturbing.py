"""What is done to clients in the middle of their operations: SIGKILL, or SIGSTOP past the lease."""

import signal
import threading
from dataclasses import dataclass
from random import Random
from typing import Protocol

from conformance.adapters.connections import SignalledConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest

PAST_LEASES = 0.3
"""The share of the pauses that last until a lease is over."""


@dataclass(frozen=True, slots=True)
class Disturbing:
    """How often operations are disturbed: the probability of a kill, and of a pause.

    `longest_pause` is in seconds.
    """

    kills: float = 0.0
    pauses: float = 0.0
    longest_pause: float = 1.0


UNDISTURBED = Disturbing()


class Disturbance(Protocol):
    """What is done to a client during one operation, by a thread of its own."""

    def begin(self) -> None:
        """Begin to wait for the moment."""

    def end(self) -> bool:
        """Return whether the client is dead, once the operation has ended and this is over."""


class Kill:
    """Kills the processes of a client `delay` seconds after an operation was begun."""

    def __init__(self, connection: SignalledConnection, delay: float) -> None:
        self.connection = connection
        self.timer = threading.Timer(delay, self._kill)
        self.was_there = False

    def begin(self) -> None:
        """Begin to wait for the moment."""
        self.timer.start()

    def _kill(self) -> None:
        self.was_there = self.connection.signal(signal.SIGKILL)

    def end(self) -> bool:
        """Kill what has answered before; return whether there was something to kill."""
        self.timer.cancel()
        self.timer.join()
        if not self.was_there:
            self._kill()
        return self.was_there


class Pause:
    """Stops the processes of a client for some seconds in the middle of an operation."""

    def __init__(self, connection: SignalledConnection, delay: float, length: float) -> None:
        self.connection = connection
        self.length = length
        self.timer = threading.Timer(delay, self._pause)
        self.was_there = False

    def begin(self) -> None:
        """Begin to wait for the moment."""
        self.timer.start()

    def _pause(self) -> None:
        self.was_there = self.connection.signal(signal.SIGSTOP)
        if self.was_there:
            threading.Event().wait(self.length)
            self.connection.signal(signal.SIGCONT)

    def end(self) -> bool:
        """Wait until the client goes on, and return `False`: it lives."""
        self.timer.cancel()
        self.timer.join()
        return False


def signalled(system: SystemUnderTest) -> SignalledConnection | None:
    """Return the connection to the processes of a system, or `None` if it has no own."""
    if isinstance(system, RemoteSystem) and isinstance(system.connection, SignalledConnection):
        return system.connection
    return None


def drawn(
    disturbing: Disturbing, random: Random, system: SystemUnderTest, usual: float, past: float
) -> Kill | Pause | None:
    """Return what is done during the next operation, or `None`.

    `usual` is how long operations take, `past` how long the client must stop until its lease is
    over, both in seconds.
    """
    chance = random.random()
    connection = signalled(system)
    if connection is None or chance >= disturbing.kills + disturbing.pauses:
        return None
    delay = random.uniform(0, usual)
    if chance < disturbing.kills:
        return Kill(connection, delay)
    # Mostly so long that others come in between, now and then until a lease is over.
    length = past if random.random() < PAST_LEASES else usual * random.uniform(2, 10)
    return Pause(connection, delay, min(length, disturbing.longest_pause))
