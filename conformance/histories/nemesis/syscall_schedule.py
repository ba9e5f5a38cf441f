"""Where operations are stopped: a sweep over the system calls of each kind of operation."""

from collections import defaultdict, deque
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


class SyscallSchedule:
    """The places that were not tried yet, by the kind of operation, counted from 1."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._decks = defaultdict[RequestMaker, list[int]](list)
        self._ends = defaultdict[RequestMaker, deque[int]](lambda: deque(maxlen=REMEMBERED))
        self._blocking = defaultdict[RequestMaker, set[int]](set)

    def next(self, maker: RequestMaker) -> int:
        """Return where to stop the next operation of a kind."""
        deck, blocking = self._decks[maker], self._blocking[maker]
        if len(blocking) > 1 and self.random.random() < P_BETWEEN_BLOCKING:
            around = range(max(min(blocking) - 1, 1), max(blocking) + 2)
            return self.random.choice([each for each in around if each not in blocking])
        while True:
            if not deck:
                deck += range(1, max(self._ends[maker], default=0) + 1)
                self.random.shuffle(deck)
                deck.append(NO_BREAKPOINT)
            place = deck.pop()
            if place not in blocking or self.random.random() >= P_SKIP_BLOCKING:
                return place

    def record_length(self, maker: RequestMaker, seen: int) -> None:
        """Record the number of places of an operation that was not stopped."""
        self._ends[maker].append(seen)

    def record_blocking(self, maker: RequestMaker, place: int, *, others: bool) -> None:
        """Record whether other clients blocked while an operation was stopped."""
        if others:
            self._blocking[maker].add(place)
        else:
            self._blocking[maker].discard(place)
