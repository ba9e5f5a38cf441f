"""What a search keeps of the state graph: how each node was reached, and every edge."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class SearchGraph:
    """Nodes, numbered in breadth-first order, and edges, each with the number of its event."""

    parents: array[int] = field(default_factory=lambda: array("i", [-1]))
    events: array[int] = field(default_factory=lambda: array("i", [-1]))
    edge_starts: array[int] = field(default_factory=lambda: array("q", [0]))
    edge_targets: array[int] = field(default_factory=lambda: array("i"))
    edge_events: array[int] = field(default_factory=lambda: array("h"))

    def path(self, node: int) -> tuple[int, ...]:
        """Return the numbers of the events on a shortest path to a node."""
        found: list[int] = []
        while self.parents[node] >= 0:
            found.append(self.events[node])
            node = self.parents[node]
        return tuple(reversed(found))

    def paths_by(self, allowed: Sequence[bool]) -> dict[int, tuple[int, ...]]:
        """Return a shortest path of allowed events to each expanded node that they lead to."""
        paths: dict[int, tuple[int, ...]] = {0: ()}
        waiting = [0]
        for number in waiting:
            for edge in range(self.edge_starts[number], self.edge_starts[number + 1]):
                target, event = self.edge_targets[edge], self.edge_events[edge]
                expanded = target + 1 < len(self.edge_starts)
                if allowed[event] and expanded and target not in paths:
                    paths[target] = (*paths[number], event)
                    waiting.append(target)
        return paths

    def can_reach(self, goals: Iterable[int], count: int, allowed: Sequence[bool]) -> bytearray:
        """Mark every one of `count` nodes from which allowed events lead to a goal."""
        starts, sources = self.reversed_edges(count, allowed)
        marked = bytearray(count)
        waiting = list(goals)
        for number in waiting:
            marked[number] = 1
        while waiting:
            number = waiting.pop()
            for source in sources[starts[number] : starts[number + 1]]:
                if not marked[source]:
                    marked[source] = 1
                    waiting.append(source)
        return marked

    def reversed_edges(self, count: int, allowed: Sequence[bool]) -> tuple[array[int], array[int]]:
        """Reverse the edges of allowed events.

        Return where the sources of each node start, and all sources.
        """
        starts = array("q", bytes(8 * (count + 1)))
        for target, event in zip(self.edge_targets, self.edge_events, strict=True):
            if allowed[event]:
                starts[target + 1] += 1
        for number in range(count):
            starts[number + 1] += starts[number]
        sources = array("i", bytes(4 * starts[count]))
        free = array("q", starts)
        for source in range(count):
            for edge in range(self.edge_starts[source], self.edge_starts[source + 1]):
                if allowed[self.edge_events[edge]]:
                    target = self.edge_targets[edge]
                    sources[free[target]] = source
                    free[target] += 1
        return starts, sources
