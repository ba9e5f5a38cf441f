"""Where operations are held: a sweep over the system calls of each kind, those that tell most."""

from dataclasses import dataclass, field
from random import Random

from conformance.histories.nemesis.requests import Making

BEYOND = 1 << 62
"""A place that no operation reaches: it shows how many there are."""
REMEMBERED = 5
"""How many operations of a kind are remembered."""
SKIPPED = 0.75
"""How often a place is skipped at which the others had to wait: nothing happens there."""

BETWEEN = 0.5
"""How often one of the other places is taken, between the first and the last of these.

There others can do something although an operation has begun and is not over: a lock that is given
back too early.
"""


@dataclass
class Places:
    """The places that were not tried yet, by the kind of operation, counted from 1."""

    random: Random
    _decks: dict[Making, list[int]] = field(default_factory=dict)
    _ends: dict[Making, list[int]] = field(default_factory=dict)
    _blocking: dict[Making, set[int]] = field(default_factory=dict)

    def next(self, making: Making) -> int:
        """Return where to hold the next operation of a kind."""
        blocking = self._blocking.setdefault(making, set())
        if len(blocking) > 1 and self.random.random() < BETWEEN:
            around = range(max(min(blocking) - 1, 1), max(blocking) + 2)
            return self.random.choice([each for each in around if each not in blocking])
        while True:
            deck = self._decks.get(making)
            if not deck:
                last = max(self._ends.get(making, [0]))
                deck = self._decks[making] = [*range(1, last + 1)]
                self.random.shuffle(deck)
                deck.append(BEYOND)
            place = deck.pop()
            if place not in blocking or self.random.random() >= SKIPPED:
                return place

    def learn(self, making: Making, seen: int) -> None:
        """Take note of how many places an operation had that was not held."""
        self._ends[making] = [*self._ends.get(making, ())[1 - REMEMBERED :], seen]

    def blocks(self, making: Making, place: int, *, others: bool) -> None:
        """Take note of whether others had to wait while an operation was held."""
        blocking = self._blocking.setdefault(making, set())
        if others:
            blocking.add(place)
        else:
            blocking.discard(place)
