"""Differences of two editions: a shortest sequence of events to which their answers differ."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from model.explorer.asked import answer_alike, recording
from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.events import EventResult, apply_event
from model.explorer.runs import OrchestrationScope, RunGraph, RunProgress
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class ProductNode:
    """The situations that the same events have led to in two editions."""

    first: Situation
    second: Situation


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """A shortest path in a scope to whose last event the answers of two editions differ.

    Shortest among all scopes except those in `given_up`, which were too large to be searched so
    far.
    """

    scope: Scope
    path: tuple[Event, ...]
    given_up: tuple[str, ...] = ()


class ProductGraph:
    """The product of a scope's state graphs in two editions, searched level by level."""

    def __init__(self, scope: Scope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.editions = (recording(first), second)
        start = Situation(State(), (0,) * len(scope.documents.versions))
        self.paths: dict[ProductNode, tuple[Event, ...]] = {ProductNode(start, start): ()}
        self.frontier = list(self.paths)

    def next_level(self) -> EditionDifference | None:
        """Expand the nodes of the frontier; return the first difference, or `None`."""
        frontier, self.frontier = self.frontier, []
        for node in frontier:
            for event in self.scope.events:
                path = (*self.paths[node], event)
                results = self.apply_to_both(node, event)
                if results is None:
                    continue
                if answer(results[0]) != answer(results[1]):
                    return EditionDifference(self.scope, path)
                after = self.canonical(results[0].after, results[1].after)
                if after not in self.paths:
                    self.paths[after] = path
                    self.frontier.append(after)
        return None

    def apply_to_both(
        self, node: ProductNode, event: Event
    ) -> tuple[EventResult, EventResult] | None:
        """Return the results of an event in both editions, or `None` if one does not enable it.

        In the same situation it is asked for once, if no difference between them was asked about.
        """
        edition, other = self.editions
        find = partial(apply_event, self.scope, edition, node.first, event)
        first, asked = edition.ask(find)
        if node.first is node.second and answer_alike(edition, other, asked):
            second = first
        else:
            second = apply_event(self.scope, other, node.second, event)
        return None if first is None or second is None else (first, second)

    def canonical(self, first: Situation, second: Situation) -> ProductNode:
        """Return two situations with worktrees renamed in order of appearance in both states.

        Both have canonical ids of claims.
        """
        both = State((*first.state.plans, *second.state.plans))
        names = canonical_names(both, self.scope.worktrees)
        carried = self.scope.carries_claims
        renamed = replace(first, state=canonical_state(first.state, names, carried))
        if second is first:
            return ProductNode(renamed, renamed)
        other = replace(second, state=canonical_state(second.state, names, carried))
        return ProductNode(renamed, other)


class RunProductGraph:
    """The runs of the orchestrator in two editions, side by side, searched level by level."""

    def __init__(self, scope: OrchestrationScope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.graphs = (RunGraph(scope, first), RunGraph(scope, second))
        start = self.graphs[0].progress[()]
        self.paths: dict[tuple[Event, ...], tuple[RunProgress, RunProgress]] = {(): (start, start)}
        self.frontier = list(self.paths)

    def next_level(self) -> EditionDifference | None:
        """Expand the runs of the frontier; return the first difference, or `None`."""
        frontier, self.frontier = self.frontier, []
        for path in frontier:
            first, second = self.paths[path]
            for event in self.scope.events:
                after = self.graphs[0].follow(first, event), self.graphs[1].follow(second, event)
                if after[0] is None or after[1] is None:
                    continue
                longer = (*path, event)
                if run_answer(after[0]) != run_answer(after[1]):
                    return EditionDifference(self.scope, longer)
                self.paths[longer] = (after[0], after[1])
                self.frontier.append(longer)
        return None


def run_answer(progress: RunProgress) -> object:
    """Return what is observable of a run after an event: the call, its answer, its ending."""
    step, ending = progress.step, progress.ending
    outcome = step.transition.outcome if step and step.transition else None
    return step and step.operation, outcome, ending and (ending.result, ending.attempts)


def answer(result: EventResult) -> object:
    """Return the outcome of an event, or `None` if it is not an operation."""
    return result.transition.outcome if result.transition else None


def shortest_difference(
    scopes: Sequence[Scope],
    first: Edition,
    second: Edition,
    max_states: int,
    end: float | None = None,
) -> tuple[EditionDifference | None, list[str]]:
    """Search all scopes level by level, so that the first difference found is a shortest one.

    Without a difference, return how far each scope was searched: to the end, up to `max_states`
    nodes, or until the monotonic clock reached `end`.
    """
    products = [product_of(scope, first, second) for scope in scopes]
    active = list(products)
    while active and (end is None or time.monotonic() < end):
        for product in active:
            if found := product.next_level():
                given_up = (other for other in products if other not in active and other.frontier)
                return replace(found, given_up=tuple(other.scope.name for other in given_up)), []
        active = [
            product for product in active if product.frontier and len(product.paths) < max_states
        ]
    return None, list(searched(products))


def product_of(scope: Scope, first: Edition, second: Edition) -> ProductGraph | RunProductGraph:
    """Return the product graph of a scope."""
    if isinstance(scope, OrchestrationScope):
        return RunProductGraph(scope, first, second)
    return ProductGraph(scope, first, second)


def searched(products: list[ProductGraph | RunProductGraph]) -> Iterator[str]:
    """Yield how far each scope was searched."""
    for product in products:
        part = "" if not product.frontier else f" (first {len(product.paths):,} pairs)"
        yield f"{product.scope.name}{part}"
