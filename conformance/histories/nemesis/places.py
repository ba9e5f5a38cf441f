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


@dataclass
class Places:
    """The places that were not tried yet, by the kind of operation, counted from 1."""

    random: Random
    _decks: dict[Making, list[int]] = field(default_factory=dict)
    _ends: dict[Making, list[int]] = field(default_factory=dict)
    _blocking: set[tuple[Making, int]] = field(default_factory=set)

    def next(self, making: Making) -> int:
        """Return where to hold the next operation of a kind."""
        while True:
            deck = self._decks.get(making)
            if not deck:
                last = max(self._ends.get(making, [0]))
                deck = self._decks[making] = [*range(1, last + 1)]
                self.random.shuffle(deck)
                deck.append(BEYOND)
            place = deck.pop()
            if (making, place) not in self._blocking or self.random.random() >= SKIPPED:
                return place

    def learn(self, making: Making, seen: int) -> None:
        """Take note of how many places an operation had that was not held."""
        self._ends[making] = [*self._ends.get(making, ())[1 - REMEMBERED :], seen]

    def blocks(self, making: Making, place: int, *, others: bool) -> None:
        """Take note of whether others had to wait while an operation was held."""
        if others:
            self._blocking.add((making, place))
        else:
            self._blocking.discard((making, place))
