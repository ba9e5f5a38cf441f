"""The state graph of a scope: its nodes, the events that lead from one to another, its labels.

`PlainStateGraph` keeps every situation whole. It is the one to read, and what the fast
`model.explorer.graphs.parts_graph` is compared with: both have the same states, transitions and
verdicts.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from model.explorer.asking import ModelAnswers
from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.events import EventResult, apply_event
from model.explorer.graphs.labels import Labels, labels_of
from model.explorer.property_checks import PropertyChecker
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.properties.predicate import BrokenProperty

Node = TypeVar("Node", bound=Hashable)

Violations = list[tuple[int | None, BrokenProperty]]
"""Broken properties, each with the event that shows it, or `None` if the node itself does."""

Asked = dict[str, list[int]]
"""The events, by their number, that asked about an amendment, by its id."""


@dataclass(slots=True)
class Expansion(Generic[Node]):
    """A node's outgoing transitions.

    `events`, by their number in the scope, lead to another node each, that of `nodes` at the same
    place; `enabled` counts all events that can happen. `labels` says which properties of `LABELLED`
    concern the node, and which it meets. `asked` is what events asked about, if the graph finds
    that out.
    """

    events: list[int] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    enabled: int = 0
    violations: list[Violations] = field(default_factory=list)
    labels: Labels = (0, 0)
    asked: list[Asked] = field(default_factory=list)

    @property
    def successors(self) -> list[tuple[int, Node]]:
        """The events that lead to another node, each with that node."""
        return list(zip(self.events, self.nodes, strict=True))

    def add(self, event: int, node: Node) -> None:
        """Add an event that leads to another node."""
        self.events.append(event)
        self.nodes.append(node)

    def asking(self, amendments: frozenset[str]) -> set[int]:
        """Return the events that asked about any of these amendments.

        Two editions answer all others alike if these are the amendments in which they differ.
        """
        found: set[int] = set()
        for asked in self.asked:
            for amendment in amendments & asked.keys():
                found.update(asked[amendment])
        return found


class StateGraph(ABC, Generic[Node]):
    """A graph that is built while it is searched, and collects the `clauses` that decided."""

    def __init__(self, scope: Scope, edition: Edition) -> None:
        self.scope = scope
        self.edition = edition
        self.answers = ModelAnswers(edition)
        self.checker = PropertyChecker(self.answers, scope.worktrees)
        self.clauses: set[str] = set()

    @abstractmethod
    def initial(self) -> Node:
        """Return the node in which nothing is registered."""

    @abstractmethod
    def expand(self, node: Node) -> Expansion[Node]:
        """Apply every event to a node."""

    @abstractmethod
    def situation(self, node: Node) -> Situation:
        """Return the situation that a node stands for."""


class PlainStateGraph(StateGraph[Situation]):
    """Canonical situations, one by one. With `symmetric`, worktrees are interchangeable."""

    def __init__(self, scope: Scope, edition: Edition, symmetric: bool = True) -> None:
        super().__init__(scope, edition)
        self.symmetric = symmetric

    def initial(self) -> Situation:
        """Return the situation in which nothing is registered."""
        return self.scope.start

    def canonical(self, situation: Situation) -> Situation:
        """Return the situation with its worktrees renamed, and with canonical ids of claims."""
        names = {name: name for name in self.scope.worktrees}
        if self.symmetric:
            names = canonical_names(situation.state, self.scope.worktrees)
        state = canonical_state(situation.state, names, self.scope.carries_claims)
        return replace(situation, state=state)

    def expand(self, node: Situation) -> Expansion[Situation]:
        """Apply every event of the scope."""
        found = Expansion[Situation](labels=labels_of(self.scope, self.edition, node))
        self.answers.look_at(node.state)
        for number, event in enumerate(self.scope.events):
            judged = self.checker.judge(self.scope, node, event)
            if judged is None:
                continue
            found.enabled += 1
            self.clauses.update(judged.clauses)
            if judged.problems:
                found.violations.append([(number, problem) for problem in judged.problems])
            after = self.canonical(judged.after)
            if after != node:
                found.add(number, after)
        for plan in node.state.plans:
            for step in plan.steps:
                problems = [*self.checker.possibilities(node.state, plan, step)]
                if problems:
                    found.violations.append([(None, problem) for problem in problems])
        return found

    def situation(self, node: Situation) -> Situation:
        """Return the node: it is the situation."""
        return node


def visited(
    scope: Scope, edition: Edition
) -> Iterator[tuple[tuple[Event, ...], Situation, list[tuple[Event, EventResult]]]]:
    """Yield all situations of a scope, nearest first: the path to each, and what events do there.

    Events that are not enabled do nothing.
    """
    graph = PlainStateGraph(scope, edition)
    paths: dict[Situation, tuple[Event, ...]] = {scope.start: ()}
    waiting = [scope.start]
    for situation in waiting:
        results = [
            (event, result)
            for event in scope.events
            if (result := apply_event(scope, edition, situation, event)) is not None
        ]
        for event, result in results:
            if result.after == situation:
                continue
            after = graph.canonical(result.after)
            if after not in paths:
                paths[after] = (*paths[situation], event)
                waiting.append(after)
        yield paths[situation], situation, results
