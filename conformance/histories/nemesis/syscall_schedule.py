"""Where operations are stopped: a sweep over the system calls of each kind of operation."""

from dataclasses import dataclass, field
from random import Random

from conformance.histories.nemesis.context import RequestMaker

NO_BREAKPOINT = 1 << 62
"""A place that no operation reaches: it shows the number of system calls."""
REMEMBERED = 5
"""How many operations of a kind are remembered."""
P_SKIP_BLOCKING = 0.75
"""How often a place is skipped at which the other clients blocked, because no race is there."""

P_BETWEEN_BLOCKING = 0.5
"""How often one of the other places is taken, between the first and the last of these.

There others can do something although an operation has begun and is not over: a lock that is given
back too early.
"""


@dataclass
class SyscallSchedule:
    """The places that were not tried yet, by the kind of operation, counted from 1."""

    random: Random
    _decks: dict[RequestMaker, list[int]] = field(default_factory=dict)
    _ends: dict[RequestMaker, list[int]] = field(default_factory=dict)
    _blocking: dict[RequestMaker, set[int]] = field(default_factory=dict)

    def next(self, maker: RequestMaker) -> int:
        """Return where to stop the next operation of a kind."""
        blocking = self._blocking.setdefault(maker, set())
        if len(blocking) > 1 and self.random.random() < P_BETWEEN_BLOCKING:
            around = range(max(min(blocking) - 1, 1), max(blocking) + 2)
            return self.random.choice([each for each in around if each not in blocking])
        while True:
            deck = self._decks.get(maker)
            if not deck:
                last = max(self._ends.get(maker, [0]))
                deck = self._decks[maker] = [*range(1, last + 1)]
                self.random.shuffle(deck)
                deck.append(NO_BREAKPOINT)
            place = deck.pop()
            if place not in blocking or self.random.random() >= P_SKIP_BLOCKING:
                return place

    def record_length(self, maker: RequestMaker, seen: int) -> None:
        """Record the number of places of an operation that was not stopped."""
        self._ends[maker] = [*self._ends.get(maker, ())[1 - REMEMBERED :], seen]

    def record_blocking(self, maker: RequestMaker, place: int, *, others: bool) -> None:
        """Record whether other clients blocked while an operation was stopped."""
        blocking = self._blocking.setdefault(maker, set())
        if others:
            blocking.add(place)
        else:
            blocking.discard(place)
