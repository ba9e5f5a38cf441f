"""What a search keeps of the state graph: how each node was reached, and every edge."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@contextmanager
def no_collector() -> Iterator[None]:
    """Leave the collector off: it would look again and again at what is kept, without cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@dataclass
class SearchGraph:
    """Nodes, numbered in breadth-first order, and edges, each with the kind of its event.

    Events are of one kind if whoever follows edges treats them alike. An edge is its target in
    `edges`, and its kind at the same place of `kinds`.
    """

    parents: array[int] = field(default_factory=lambda: array("i", [-1]))
    events: array[int] = field(default_factory=lambda: array("h", [-1]))
    edge_starts: array[int] = field(default_factory=lambda: array("I", [0]))
    edges: array[int] = field(default_factory=lambda: array("I"))
    kinds: bytearray = field(default_factory=bytearray)

    def add_edges(self, targets: list[int], kinds: Iterable[int]) -> None:
        """Add the edges of the next node."""
        self.edges.fromlist(targets)
        self.kinds += bytes(kinds)
        self.edge_starts.append(len(self.edges))

    def targets(self, node: int, allowed: Collection[int]) -> list[int]:
        """Return where edges of the allowed kinds lead from an expanded node."""
        where = slice(self.edge_starts[node], self.edge_starts[node + 1])
        edges = zip(self.edges[where], self.kinds[where], strict=True)
        return [target for target, kind in edges if kind in allowed]

    def path(self, node: int) -> tuple[int, ...]:
        """Return the numbers of the events on a shortest path to a node."""
        found: list[int] = []
        while self.parents[node] >= 0:
            found.append(self.events[node])
            node = self.parents[node]
        return tuple(reversed(found))

    def parents_by(self, allowed: Collection[int]) -> dict[int, int]:
        """Return the node before each expanded node on a shortest path of allowed edges.

        The first node, to which none leads, is before itself.
        """
        before = {0: 0}
        waiting = [0]
        expanded = len(self.edge_starts) - 1
        for number in waiting:
            for target in self.targets(number, allowed):
                if target < expanded and target not in before:
                    before[target] = number
                    waiting.append(target)
        return before

    def can_reach(self, goals: Iterable[int], allowed: Collection[int]) -> bytearray:
        """Mark every node from which edges of the allowed kinds lead to a goal.

        Most edges lead on, so the last nodes are looked at first, until nothing new is marked.
        """
        marked = bytearray(len(self.edge_starts) - 1)
        for number in goals:
            marked[number] = 1
        grows = True
        while grows:
            grows = False
            for number in range(len(marked) - 1, -1, -1):
                if not marked[number] and any(
                    map(marked.__getitem__, self.targets(number, allowed))
                ):
                    marked[number], grows = 1, True
        return marked
