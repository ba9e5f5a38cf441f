"""Differences of two editions: the shortest sequence of events that they answer differently."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from model.explorer.events import Happening, happen
from model.explorer.runs import OrchestrationScope, OrchestrationSpace, Progress
from model.explorer.scopes import Scope
from model.explorer.situations import Event, Situation, names_in_order, renamed
from spec.editions import Edition
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class Pair:
    """The situations that the same events have led to in two editions."""

    first: Situation
    second: Situation


@dataclass(frozen=True, slots=True)
class Split:
    """A shortest path in a scope whose last event two editions answer differently.

    Shortest among the scopes but those `given_up`, which were too large to be searched so far.
    """

    scope: Scope
    path: tuple[Event, ...]
    given_up: tuple[str, ...] = ()


class Product:
    """The states that two editions reach together, found level by level."""

    def __init__(self, scope: Scope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.editions = (first, second)
        start = Situation(State(), (0,) * len(scope.documents.versions))
        self.paths: dict[Pair, tuple[Event, ...]] = {Pair(start, start): ()}
        self.frontier = list(self.paths)

    def next_level(self) -> Split | None:
        """Try every event in every pair of the frontier; stop at a difference."""
        frontier, self.frontier = self.frontier, []
        for pair in frontier:
            for event in self.scope.events:
                path = (*self.paths[pair], event)
                after = self.together(pair, event)
                if after is None:
                    continue
                if isinstance(after, Split):
                    return Split(self.scope, path)
                if after not in self.paths:
                    self.paths[after] = path
                    self.frontier.append(after)
        return None

    def together(self, pair: Pair, event: Event) -> Pair | Split | None:
        """Let an event happen in both; a split if the answers differ, none if it cannot happen."""
        first = happen(self.scope, self.editions[0], pair.first, event)
        second = happen(self.scope, self.editions[1], pair.second, event)
        if first is None or second is None:
            return None
        if answer(first) != answer(second):
            return Split(self.scope, ())
        return self.canonical(Pair(first.after, second.after))

    def canonical(self, pair: Pair) -> Pair:
        """Rename the worktrees in both by the order in which they appear in the two."""
        both = State((*pair.first.state.plans, *pair.second.state.plans))
        names = names_in_order(both, self.scope.worktrees)
        return Pair(
            replace(pair.first, state=renamed(pair.first.state, names)),
            replace(pair.second, state=renamed(pair.second.state, names)),
        )


class RunProduct:
    """The runs of the orchestrator in two editions, side by side, found level by level."""

    def __init__(self, scope: OrchestrationScope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.spaces = (OrchestrationSpace(scope, first), OrchestrationSpace(scope, second))
        start = self.spaces[0].progress[()]
        self.paths: dict[tuple[Event, ...], tuple[Progress, Progress]] = {(): (start, start)}
        self.frontier = list(self.paths)

    def next_level(self) -> Split | None:
        """Try every event in every run of the frontier; stop at a difference."""
        frontier, self.frontier = self.frontier, []
        for path in frontier:
            first, second = self.paths[path]
            for event in self.scope.events:
                after = self.spaces[0].follow(first, event), self.spaces[1].follow(second, event)
                if after[0] is None or after[1] is None:
                    continue
                longer = (*path, event)
                if run_answer(after[0]) != run_answer(after[1]):
                    return Split(self.scope, longer)
                self.paths[longer] = (after[0], after[1])
                self.frontier.append(longer)
        return None


def run_answer(progress: Progress) -> object:
    """Give what is seen of a run after an event: the call, its answer, and how it ends."""
    told, ending = progress.told, progress.ending
    outcome = told.transition.outcome if told and told.transition else None
    return told and told.operation, outcome, ending and (ending.result, ending.attempts)


def answer(happening: Happening) -> object:
    """Give what is answered to an event, if it is an operation."""
    return happening.transition.outcome if happening.transition else None


def shortest_split(
    scopes: Sequence[Scope],
    first: Edition,
    second: Edition,
    most_states: int,
    end: float | None = None,
) -> tuple[Split | None, list[str]]:
    """Search all scopes level by level, so that the first difference found is the shortest in all.

    Gives how far the scopes were searched, up to `most_states` pairs or the `end` of the time in
    the clock's seconds, when there is no difference.
    """
    products = [product_of(scope, first, second) for scope in scopes]
    active = list(products)
    while active and (end is None or time.monotonic() < end):
        for product in active:
            if split := product.next_level():
                given_up = (other for other in products if other not in active and other.frontier)
                return replace(split, given_up=tuple(other.scope.name for other in given_up)), []
        active = [
            product for product in active if product.frontier and len(product.paths) < most_states
        ]
    return None, list(searched(products))


def product_of(scope: Scope, first: Edition, second: Edition) -> Product | RunProduct:
    """Make the product that fits a scope."""
    if isinstance(scope, OrchestrationScope):
        return RunProduct(scope, first, second)
    return Product(scope, first, second)


def searched(products: list[Product | RunProduct]) -> Iterator[str]:
    """Tell how far each scope was searched."""
    for product in products:
        whole = "" if not product.frontier else f" (first {len(product.paths):,} pairs)"
        yield f"{product.scope.name}{whole}"
