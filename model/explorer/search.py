"""Exploring: breadth-first over every reachable node of a space, with a verdict per property."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from model.explorer.judging import Problem
from model.explorer.situations import Edit, Event
from model.explorer.state_graph import Node, Space
from spec.properties.invariants import INVARIANTS
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES, Eventuality
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES

HOLDS, HOLDS_TO_DEPTH, VIOLATED, UNKNOWN = "holds", "holds_to_depth", "violated", "unknown"
BETWEEN_REPORTS = 100
"""Nodes between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What exploring found out about a property.

    `problem` says what is wrong at the end of the shortest `path` of events; `tested` whether
    anything put the property to the test.
    """

    id: str
    sentence: str
    verdict: str
    tested: bool
    problem: str = ""
    path: tuple[Event, ...] | None = None


@dataclass
class Graph:
    """The nodes in the order in which they were found, how each was found, and all edges."""

    parents: array[int] = field(default_factory=lambda: array("i", [-1]))
    events: array[int] = field(default_factory=lambda: array("i", [-1]))
    edge_starts: array[int] = field(default_factory=lambda: array("q", [0]))
    edge_targets: array[int] = field(default_factory=lambda: array("i"))
    edge_events: array[int] = field(default_factory=lambda: array("h"))

    def path(self, node: int) -> tuple[int, ...]:
        """Give the numbers of the events that lead to a node, on a shortest way."""
        found: list[int] = []
        while self.parents[node] >= 0:
            found.append(self.events[node])
            node = self.parents[node]
        return tuple(reversed(found))


@dataclass(frozen=True)
class Exploration:
    """All that exploring found out. `closed` says that nothing is left to be seen."""

    scope: str
    edition: str
    states: int
    transitions: int
    depth: int
    closed: bool
    seconds: float
    verdicts: tuple[Verdict, ...]
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class First:
    """The first place where a property was found broken: after an event in a node, or in it."""

    length: int
    node: int
    event: int | None
    problem: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an exploration has come."""

    states: int
    frontier: int
    depth: int
    seconds: float


class Explorer:
    """Walks through a space, breadth first, within a budget in seconds and a number of states."""

    def __init__(
        self,
        space: Space[Node],
        budget: float | None = None,
        report: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self.space = space
        self.budget = budget
        self.report = report
        self.graph = Graph()
        self.stakes: list[tuple[int, int]] = []
        self.first: dict[str, First] = {}
        self.transitions = 0
        self.depth = 0

    def run(self) -> Exploration:
        """Visit every reachable node, then judge every property."""
        begun = time.monotonic()
        states, closed = self.visit(begun)
        verdicts = [
            *(
                self.safety(rule.id, rule.sentence, closed)
                for rule in (*INVARIANTS, *STEP_PROPERTIES, *RUN_PROPERTIES, *POSSIBILITIES)
            ),
            *(
                self.eventuality(rule, position, closed)
                for position, rule in enumerate(EVENTUALITIES)
            ),
        ]
        return Exploration(
            scope=self.space.scope.name,
            edition=self.space.edition.name,
            states=states,
            transitions=self.transitions,
            # The last level of a search that was cut off was not judged to its end.
            depth=self.depth if closed else max(self.depth - 1, 0),
            closed=closed,
            seconds=time.monotonic() - begun,
            verdicts=tuple(verdicts),
            rules=frozenset(self.space.rules),
        )

    def visit(self, begun: float) -> tuple[int, bool]:
        """Look at one node after the other; tell how many there are, and whether that is all."""
        graph, space = self.graph, self.space
        nodes = [space.initial()]
        numbers = {nodes[0]: 0}
        level_end = 1
        for number, node in enumerate(nodes):
            if number == level_end:
                self.depth += 1
                level_end = len(nodes)
            view = space.look(node)
            self.transitions += view.count
            if view.broken:
                self.note(number, view.broken)
            self.stakes.append(space.stakes(node))
            for event, after in view.moves:
                target = numbers.get(after)
                if target is None:
                    target = numbers[after] = len(nodes)
                    nodes.append(after)
                    graph.parents.append(number)
                    graph.events.append(event)
                graph.edge_targets.append(target)
                graph.edge_events.append(event)
            graph.edge_starts.append(len(graph.edge_targets))
            if number % BETWEEN_REPORTS == 0:
                seconds = time.monotonic() - begun
                self.report(Progress(number + 1, len(nodes) - number - 1, self.depth, seconds))
                if self.budget is not None and seconds > self.budget:
                    return number + 1, number + 1 == len(nodes)
        return len(nodes), True

    def note(self, number: int, broken: list[tuple[int | None, Problem]]) -> None:
        """Keep the first way in which each property is broken; breadth first, it is shortest.

        What an event breaks shows one event later than what is wrong with a node itself.
        """
        for event, (identifier, problem) in broken:
            length = self.depth + (event is not None)
            known = self.first.get(identifier)
            if known is None or length < known.length:
                self.first[identifier] = First(length, number, event, problem)

    def safety(self, identifier: str, sentence: str, closed: bool) -> Verdict:
        """Judge a property by what was seen."""
        tested = identifier in self.space.judge.tested
        if identifier in self.first:
            first = self.first[identifier]
            last = () if first.event is None else (first.event,)
            path = self.named((*self.graph.path(first.node), *last))
            return Verdict(identifier, sentence, VIOLATED, True, first.problem, path)
        verdict = (HOLDS if closed else HOLDS_TO_DEPTH) if tested else UNKNOWN
        return Verdict(identifier, sentence, verdict, tested)

    def eventuality(self, rule: Eventuality, position: int, closed: bool) -> Verdict:
        """Judge by going back from the goals: whoever is concerned must be met on the way."""
        bit = 1 << position
        concerned = [number for number, (at, _) in enumerate(self.stakes) if at & bit]
        if not closed or not concerned:
            return Verdict(rule.id, rule.sentence, UNKNOWN, bool(concerned))
        goals = [number for number, (_, met) in enumerate(self.stakes) if met & bit]
        can_reach = self.backwards(goals, rule)
        lost = next((number for number in concerned if not can_reach[number]), None)
        if lost is None:
            return Verdict(rule.id, rule.sentence, HOLDS, True)
        path = self.named(self.graph.path(lost))
        return Verdict(rule.id, rule.sentence, VIOLATED, True, "no way leads to the goal", path)

    def backwards(self, goals: list[int], rule: Eventuality) -> bytearray:
        """Mark every node from which a goal can be reached by allowed events."""
        starts, sources = self.reversed_edges(rule)
        marked = bytearray(len(self.stakes))
        waiting = list(goals)
        for number in goals:
            marked[number] = 1
        while waiting:
            number = waiting.pop()
            for source in sources[starts[number] : starts[number + 1]]:
                if not marked[source]:
                    marked[source] = 1
                    waiting.append(source)
        return marked

    def reversed_edges(self, rule: Eventuality) -> tuple[array[int], array[int]]:
        """Turn the allowed edges round: for each node, where its sources begin, and all sources."""
        forbidden = (Edit, *rule.forbidden)
        allowed = [not isinstance(event, forbidden) for event in self.space.scope.events]
        graph, count = self.graph, len(self.stakes)
        starts = array("q", bytes(8 * (count + 1)))
        for target, event in zip(graph.edge_targets, graph.edge_events, strict=True):
            if allowed[event]:
                starts[target + 1] += 1
        for number in range(count):
            starts[number + 1] += starts[number]
        sources = array("i", bytes(4 * starts[count]))
        free = array("q", starts)
        for source in range(count):
            for edge in range(graph.edge_starts[source], graph.edge_starts[source + 1]):
                if allowed[graph.edge_events[edge]]:
                    target = graph.edge_targets[edge]
                    sources[free[target]] = source
                    free[target] += 1
        return starts, sources

    def named(self, path: tuple[int, ...]) -> tuple[Event, ...]:
        """Give the events of a path."""
        return tuple(self.space.scope.events[event] for event in path)
