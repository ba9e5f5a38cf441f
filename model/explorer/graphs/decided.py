"""What decides in a node: where its events lead, and which amendments they asked about.

Two editions answer an event alike unless it asks about an amendment in which they differ. So what
one of them has decided is compared with the other only where that amendment was asked about.
"""

from collections.abc import Iterable
from typing import Generic, NamedTuple

from model.explorer.graphs.state_graph import Node

Asked = dict[str, list[int]]
"""The events, by their number, that asked about an amendment, by its id."""


class DecidedMove(NamedTuple, Generic[Node]):
    """An event that leads to another node, and the amendments that it asked about."""

    event: int
    target: Node
    asked: frozenset[str]


class Decided(NamedTuple, Generic[Node]):
    """The moves from a node, in the order of events, and what any of its events asked about."""

    moves: tuple[DecidedMove[Node], ...]
    asked: tuple[Asked, ...]

    def asking(self, amendments: frozenset[str]) -> set[int]:
        """Return the events that asked about any of these amendments."""
        found: set[int] = set()
        for asked in self.asked:
            for amendment in amendments & asked.keys():
                found.update(asked[amendment])
        return found


def add_asked(found: Asked, event: int, amendments: Iterable[str]) -> None:
    """Add what an event asked about."""
    for amendment in amendments:
        found.setdefault(amendment, []).append(event)
