"""How clients work, and are disturbed: one is stopped in an operation, then continued or killed."""

import signal
import threading
from collections.abc import Collection
from dataclasses import dataclass

from conformance.adapters.connections import SignalledTransport
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.protocol.messages import AreaName


@dataclass(frozen=True)
class Conditions:
    """How clients work: how probable a kill is in a contest, and a pause in one without.

    Operations are asked of `areas`, or of all, and not if they are of the kinds `excluded`;
    `has_files` says whether they change documents and summaries meanwhile.
    """

    seed: int = 0
    kills: float = 0.0
    pauses: float = 0.0
    areas: frozenset[AreaName] = frozenset()
    excluded: Collection[type] = ()
    has_files: bool = True


class Hold:
    """Stops the processes of a client some seconds after its next operation began.

    `is_held` says whether it did.
    """

    def __init__(self, connection: SignalledTransport, delay: float) -> None:
        self.is_held = False
        self.connection = connection
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
        """Resume the client, for good."""
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
