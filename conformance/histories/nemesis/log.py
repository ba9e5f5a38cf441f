"""The log: events of many threads by one clock, recorded as they happen."""

import threading
import time
from collections.abc import Callable

from conformance.histories.calls import MILLISECOND
from spec.formats.histories import Event


class Log:
    """Events in the order in which they were written. `sink` is called with each, one at a time.

    `started_at` is when it began, in milliseconds since 1970.
    """

    def __init__(self, sink: Callable[[Event], object] = lambda _: None) -> None:
        self.sink = sink
        self.events: list[Event] = []
        self.started_at = time.time_ns() // MILLISECOND
        self._origin = time.monotonic_ns()
        self._lock = threading.Lock()

    def now(self) -> int:
        """Return the time in nanoseconds since the log began."""
        return time.monotonic_ns() - self._origin

    def milliseconds(self) -> int:
        """Return the time in milliseconds since the log began."""
        return self.now() // MILLISECOND

    def add(self, event: Event) -> None:
        """Write down an event."""
        with self._lock:
            self.events.append(event)
            self.sink(event)
