"""Products of two editions: a scope's situations, or runs, in both, searched level by level.

As long as both editions have led to the same situation of plans, one graph decides for both, and
only the events that asked about an amendment in which they differ are applied in each.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.events import EventResult, apply_event
from model.explorer.graphs.encoding import Node
from model.explorer.graphs.parts_graph import PartsGraph
from model.explorer.graphs.runs import Node as Run
from model.explorer.graphs.runs import RunGraph, RunProgress
from model.explorer.scopes.scope import OrchestrationScope, Scope
from model.explorer.search.search_graph import no_collector
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.vocabulary.state import State

Found = tuple[Event, ...]
"""The events up to the first that the two editions answer differently."""


class Parted(NamedTuple):
    """The situations that the same events have led to in two editions, if they differ."""

    first: Situation
    second: Situation


Move = tuple[int, Node | Parted | None]
"""An event, and where it leads, or `None` where the answers differ."""


class Product(ABC):
    """What two editions do in a scope, beside each other: `paths` lead to all that was seen."""

    def __init__(self, scope: Scope, start: Any) -> None:
        self.scope = scope
        self.paths: dict[Any, tuple[int, ...]] = {start: ()}
        self.frontier = [start]

    @property
    def pairs(self) -> int:
        """How many pairs were seen."""
        return len(self.paths)

    @property
    def ended(self) -> bool:
        """Whether there is nothing left to search."""
        return not self.frontier

    @no_collector()
    def next_level(self) -> Found | None:
        """Expand what was seen last; return the first difference, or `None`."""
        frontier, self.frontier = self.frontier, []
        for pair in frontier:
            for event, after in self.moves(pair):
                path = (*self.paths[pair], event)
                if after is None:
                    return tuple(self.scope.events[number] for number in path)
                if after not in self.paths:
                    self.paths[after] = path
                    self.frontier.append(after)
        return None

    @abstractmethod
    def moves(self, pair: Any) -> Iterator[tuple[int, Any]]:
        """Yield events, in order, and where they lead, or `None` where the answers differ."""


class ProductGraph(Product):
    """The product of a scope's state graphs in two editions.

    Its nodes are those of `graph`, which is that of one of them, and pairs that have parted.
    """

    def __init__(self, scope: Scope, first: Edition, second: Edition, graph: PartsGraph) -> None:
        super().__init__(scope, graph.initial())
        self.editions = first, second
        self.differing = first.amendments ^ second.amendments
        self.graph = graph

    def moves(self, pair: Node | Parted) -> Iterator[Move]:
        """Yield events, in order, and where they lead, or `None` where the answers differ."""
        if isinstance(pair, Parted):
            yield from self.moves_in_both(*pair, range(len(self.scope.events)))
            return
        successors, known = self.graph.decided(pair)
        asking = known.asking(self.differing)
        if not asking:
            yield from successors
            return
        situation = self.graph.situation(pair)
        moves: list[Move] = [move for move in successors if move[0] not in asking]
        moves += self.moves_in_both(situation, situation, asking)
        yield from sorted(moves, key=lambda move: move[0])

    def moves_in_both(
        self, first: Situation, second: Situation, events: Iterable[int]
    ) -> Iterator[Move]:
        """Yield where events lead in both editions, without those that one of them disables."""
        for number in events:
            event = self.scope.events[number]
            before, after = (
                apply_event(self.scope, edition, situation, event)
                for edition, situation in zip(self.editions, (first, second), strict=True)
            )
            if before is None or after is None:
                continue
            same = answer(before) == answer(after)
            yield number, self.node_of(before.after, after.after) if same else None

    def node_of(self, first: Situation, second: Situation) -> Node | Parted:
        """Return the node of two situations with worktrees renamed in order of appearance in both.

        Both have canonical ids of claims.
        """
        if first == second:
            return self.graph.node_of(first)
        both = State((*first.state.plans, *second.state.plans))
        names = canonical_names(both, self.scope.worktrees)
        carried = self.scope.carries_claims
        parted = Parted(
            *(
                replace(each, state=canonical_state(each.state, names, carried))
                for each in (first, second)
            )
        )
        # What differed may only have been the ids of claims.
        return self.graph.node_of(parted.first) if parted.first == parted.second else parted


def answer(result: EventResult) -> object:
    """Return the outcome of an event, or `None` if it is not an operation."""
    return result.transition.outcome if result.transition else None


class RunProductGraph(Product):
    """The runs of the orchestrator in two editions."""

    def __init__(self, scope: OrchestrationScope, first: Edition, second: Edition) -> None:
        super().__init__(scope, ())
        self.graphs = RunGraph(scope, first), RunGraph(scope, second)
        start = RunProgress(scope.start)
        self.progress: dict[Run, tuple[RunProgress, RunProgress]] = {(): (start, start)}

    def moves(self, pair: Run) -> Iterator[tuple[int, Run | None]]:
        """Yield events, in order, and the longer run, or `None` where the answers differ."""
        for number, event in enumerate(self.scope.events):
            first, second = (
                graph.follow(progress, event)
                for graph, progress in zip(self.graphs, self.progress[pair], strict=True)
            )
            if first is None or second is None:
                continue
            longer = (*pair, number)
            self.progress[longer] = first, second
            yield number, longer if run_answer(first) == run_answer(second) else None


def run_answer(progress: RunProgress) -> object:
    """Return what is observable of a run after an event: the call, its answer, its ending."""
    step, ending = progress.step, progress.ending
    outcome = step.transition.outcome if step and step.transition else None
    return step and step.operation, outcome, ending and (ending.result, ending.attempts)


def product_of(scope: Scope, first: Edition, second: Edition, graph: Any) -> Product:
    """Return the product graph of a scope, whose `graph` is that of one of the editions."""
    if isinstance(scope, OrchestrationScope):
        return RunProductGraph(scope, first, second)
    return ProductGraph(scope, first, second, graph)
