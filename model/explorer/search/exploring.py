"""Exploring: breadth-first search over every reachable node, with a verdict per property."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from model.explorer.graphs.labels import EventKinds, Labels, why_lost
from model.explorer.graphs.parts import Interner
from model.explorer.graphs.state_graph import Node, StateGraph, Violations
from model.explorer.search.search_graph import SearchGraph, no_collector
from model.explorer.situations import Event
from model.transition import rules_cited
from spec.catalog import Property
from spec.properties.guidance import GUIDANCE, Guidance
from spec.properties.invariants import INVARIANTS
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES, Eventuality
from spec.properties.remedies import FOLLOW_UPS
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES

HOLDS, HOLDS_TO_DEPTH, VIOLATED, UNKNOWN = "holds", "holds_to_depth", "violated", "unknown"
GIVEN_UP = "given up: a number or list may grow without a limit"
NODES_PER_REPORT = 100
SAFETY: tuple[Property, ...] = (
    *INVARIANTS,
    *STEP_PROPERTIES,
    *FOLLOW_UPS,
    *RUN_PROPERTIES,
    *POSSIBILITIES,
)
"""The properties that one node, event or run shows to be violated."""


@dataclass(frozen=True, slots=True)
class PropertyVerdict:
    """What was found out about a property.

    `problem` says what is wrong at the end of the shortest `path` of events; `tested` whether the
    property applied anywhere.
    """

    id: str
    sentence: str
    verdict: str
    tested: bool
    problem: str = ""
    path: tuple[Event, ...] | None = None


def unbroken(rule: Property, closed: bool, tested: bool) -> PropertyVerdict:
    """Return the verdict on a property that nothing violates, as far as the search has come."""
    verdict = (HOLDS if closed else HOLDS_TO_DEPTH) if tested else UNKNOWN
    return PropertyVerdict(rule.id, rule.sentence, verdict, tested)


@dataclass(frozen=True)
class Exploration:
    """The result of a search. `closed` says that every reachable state was expanded.

    One that is `given_up` has so many that it may have no end.
    """

    scope: str
    edition: str
    states: int
    transitions: int
    depth: int
    closed: bool
    seconds: float
    verdicts: tuple[PropertyVerdict, ...]
    clauses: frozenset[str]
    given_up: bool = False

    @property
    def rules(self) -> frozenset[str]:
        """The rules of the clauses that decided something."""
        return frozenset(rules_cited(tuple(self.clauses)))


@dataclass(frozen=True, slots=True)
class FirstViolation:
    """The first violation of a property: by an event in a node, or by the node itself."""

    length: int
    node: int
    event: int | None
    problem: str


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search has come."""

    states: int
    frontier: int
    depth: int
    seconds: float


class Numbered(dict[Any, int]):
    """Numbers nodes in the order in which they are asked for."""

    def __missing__(self, node: Any) -> int:
        number = self[node] = len(self)
        return number


class Explorer:
    """Searches a state graph breadth first, within a budget in seconds, up to `most` nodes."""

    def __init__(
        self,
        graph: StateGraph[Node],
        budget: float | None = None,
        report: Callable[[SearchProgress], None] = lambda _: None,
        most: int | None = None,
    ) -> None:
        self.graph = graph
        self.budget = budget
        self.report = report
        self.most = most
        self.kinds = EventKinds(graph.scope.events)
        self.searched = SearchGraph()
        self.numbers: dict[Any, int] = {}
        self.nodes: list[Any] = []
        self.labels = Interner[Labels]()
        self.labels_of = array("H")
        self.first: dict[str, FirstViolation] = {}
        self.recorded: dict[int, Violations] = {}
        self.transitions = 0
        self.depth = 0

    def run(self) -> Exploration:
        """Visit every reachable node, then return a verdict for every property."""
        started = time.monotonic()
        with no_collector():
            states, closed = self.search(started)
        verdicts = [
            *(self.safety(rule, closed) for rule in SAFETY),
            *(
                self.eventuality(rule, position, closed)
                for position, rule in enumerate(EVENTUALITIES)
            ),
            *(
                self.guidance(rule, position, closed)
                for position, rule in enumerate(GUIDANCE, start=len(EVENTUALITIES))
            ),
        ]
        return Exploration(
            scope=self.graph.scope.name,
            edition=self.graph.edition.name,
            states=states,
            transitions=self.transitions,
            # Of the last level of a search that was cut off, not every node was expanded.
            depth=self.depth if closed else max(self.depth - 1, 0),
            closed=closed,
            seconds=time.monotonic() - started,
            verdicts=tuple(verdicts),
            clauses=frozenset(self.graph.clauses),
            given_up=not closed and self.most is not None and states > self.most,
        )

    def search(self, started: float) -> tuple[int, bool]:
        """Expand one node after the other; return how many there are, and whether that is all."""
        graph, searched, recorded = self.graph, self.searched, self.recorded
        kind_of = self.kinds.of.__getitem__
        nodes = self.nodes = [graph.initial()]
        numbers = self.numbers = Numbered({nodes[0]: 0})
        level_end = 1
        for number, node in enumerate(nodes):
            if number == level_end:
                self.depth += 1
                level_end = len(nodes)
            expansion = graph.expand(node)
            self.transitions += expansion.enabled
            if not all(map(recorded.__contains__, map(id, expansion.violations))):
                for violations in expansion.violations:
                    self.record(number, violations)
            self.labels_of.append(self.labels.intern(expansion.labels))
            targets = [*map(numbers.__getitem__, expansion.nodes)]
            for target in range(len(nodes), len(numbers)):
                at = targets.index(target)
                nodes.append(expansion.nodes[at])
                searched.parents.append(number)
                searched.events.append(expansion.events[at])
            searched.add_edges(targets, map(kind_of, expansion.events))
            if number % NODES_PER_REPORT == 0:
                seconds = time.monotonic() - started
                frontier = len(nodes) - number - 1
                self.report(SearchProgress(number + 1, frontier, self.depth, seconds))
                over = self.budget is not None and seconds > self.budget
                if over or (self.most is not None and number >= self.most):
                    return number + 1, frontier == 0
        return len(nodes), True

    def record(self, number: int, violations: Violations) -> None:
        """Keep the first violation of each property: in a breadth-first search, a shortest one.

        A path to a violation by an event is one event longer than one by the node itself. What
        another node violates too, by the same list, is not recorded again.
        """
        if id(violations) in self.recorded:
            return
        self.recorded[id(violations)] = violations
        for event, (identifier, problem) in violations:
            length = self.depth + (event is not None)
            known = self.first.get(identifier)
            if known is None or length < known.length:
                self.first[identifier] = FirstViolation(length, number, event, problem)

    def safety(self, rule: Property, closed: bool) -> PropertyVerdict:
        """Return the verdict on a property of states, transitions or runs."""
        first = self.first.get(rule.id)
        if first is None:
            return unbroken(rule, closed, rule.id in self.graph.checker.tested)
        last = () if first.event is None else (first.event,)
        path = self.events_of((*self.searched.path(first.node), *last))
        return PropertyVerdict(rule.id, rule.sentence, VIOLATED, True, first.problem, path)

    def eventuality(self, rule: Eventuality, position: int, closed: bool) -> PropertyVerdict:
        """Return the verdict on an eventuality: every node it concerns can reach its goal."""
        concerned, goals = self.labelled(0, position), self.labelled(1, position)
        tested = bool(concerned) and self.graph.scope.finishes
        if not (closed and tested):
            return PropertyVerdict(rule.id, rule.sentence, UNKNOWN, tested)
        can_reach = self.searched.can_reach(self.nodes_with(goals), self.kinds.allowed(position))
        lost = next((each for each in self.nodes_with(concerned) if not can_reach[each]), None)
        if lost is None:
            return unbroken(rule, closed, True)
        path = self.events_of(self.searched.path(lost))
        problem = "no path leads to the goal"
        return PropertyVerdict(rule.id, rule.sentence, VIOLATED, True, problem, path)

    def guidance(self, rule: Guidance, position: int, closed: bool) -> PropertyVerdict:
        """Return the verdict on guidance: it leads every node that it concerns to the goal."""
        concerned, met = self.labelled(0, position), self.labelled(1, position)
        if not concerned:
            return unbroken(rule, closed, False)
        before = self.searched.parents_by(self.kinds.allowed(position))
        asked = [number for number in before if self.labels_of[number] in concerned]
        lost = next((number for number in asked if self.labels_of[number] not in met), None)
        if lost is None:
            return unbroken(rule, closed, bool(asked))
        path = self.events_between(before, lost, self.kinds.allowed(position))
        state = self.graph.situation(self.nodes[lost]).state
        found = (why_lost(rule, plan, self.graph.edition) for plan in state.plans)
        problem = next(filter(None, found))
        return PropertyVerdict(rule.id, rule.sentence, VIOLATED, True, problem, path)

    def labelled(self, side: int, position: int) -> set[int]:
        """Return the labels of what a property concerns (0), or of what meets it (1)."""
        bit = 1 << position
        return {number for number, sides in enumerate(self.labels.values) if sides[side] & bit}

    def nodes_with(self, labels: set[int]) -> Iterator[int]:
        """Yield the nodes that have one of these labels."""
        return (number for number, label in enumerate(self.labels_of) if label in labels)

    def events_between(
        self, before: dict[int, int], node: int, allowed: Collection[int]
    ) -> tuple[Event, ...]:
        """Return the events of a path, of which only the nodes are known."""
        found: list[int] = []
        while node:
            target, node = node, before[node]
            successors = self.graph.expand(self.nodes[node]).successors
            found.append(
                next(
                    event
                    for event, after in successors
                    if self.numbers[after] == target and self.kinds.of[event] in allowed
                )
            )
        return self.events_of(tuple(reversed(found)))

    def events_of(self, path: tuple[int, ...]) -> tuple[Event, ...]:
        """Return the events with these numbers."""
        return tuple(self.graph.scope.events[event] for event in path)
