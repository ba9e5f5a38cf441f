"""Contests: two clients that ask about the same step of a plan at the same moment."""

import threading
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Theme = TypeVar("Theme")


@dataclass
class Waiting(Generic[Theme]):
    """A client that waits for another one, with what it is about to ask."""

    theme: Theme
    is_met: threading.Event = field(default_factory=threading.Event)


class Contests(Generic[Theme]):
    """Where clients wait for each other before they ask, so that what they ask overlaps."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Waiting[Theme] | None = None

    def meet(self, theme: Theme, seconds: float) -> Theme:
        """Return the theme of the client that waits, or wait for one that then shares this."""
        with self._lock:
            other, self._waiting = self._waiting, None
            if other is None:
                mine = self._waiting = Waiting(theme)
        if other is not None:
            other.is_met.set()
            return other.theme
        mine.is_met.wait(seconds)
        with self._lock:
            if self._waiting is mine:
                self._waiting = None
        return theme
