"""Exhaustive agreement: every operation in every reachable state of a scope, on both sides."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice

from conformance.adapters.sut import InProcessSystem
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner
from model.explorer.events import apply_event
from model.explorer.graphs.state_graph import PlainStateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from model.transition import Transition
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation

Path = tuple[Event, ...]


@dataclass
class ReachableSituations:
    """The situations of a scope by the number of events that lead there, found when needed.

    What the model does is asked once in each situation, if whoever follows its transitions follows
    them to the end.
    """

    scope: Scope
    ways: dict[Situation, tuple[Situation, Event] | None] = field(default_factory=dict)
    found: list[list[Situation]] = field(default_factory=list)
    followed: set[Situation] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.graph = PlainStateGraph(self.scope, CURRENT)
        start = self.graph.initial()
        self.ways[start] = None
        self.found.append([start])

    def __iter__(self) -> Iterator[Situation]:
        """Yield all situations, those first that take the fewest events."""
        for depth in count():
            level = self.level(depth)
            if not level:
                return
            yield from level

    def level(self, depth: int) -> list[Situation]:
        """Return the situations that so many events lead to, and no fewer."""
        while len(self.found) <= depth:
            self.found.append(self._next(self.found[-1]))
        return self.found[depth]

    def _next(self, level: list[Situation]) -> list[Situation]:
        for situation in level:
            if situation not in self.followed:
                deque(self.transitions(situation), maxlen=0)
        # What is there besides the levels so far is where the last of them leads.
        return list(islice(self.ways, sum(map(len, self.found)), None))

    def path(self, situation: Situation) -> Path:
        """Return the events of a shortest way to a situation."""
        events: list[Event] = []
        while (way := self.ways[situation]) is not None:
            situation, event = way
            events.append(event)
        return tuple(reversed(events))

    def transitions(self, situation: Situation) -> Iterator[tuple[Event, Operation, Transition]]:
        """Yield the events that are operations here, and what the model does then."""
        for event in self.scope.events:
            event_result = apply_event(self.scope, CURRENT, situation, event)
            if event_result is None:
                continue
            after = event_result.after
            if after.state is not situation.state or after.documents != situation.documents:
                self.ways.setdefault(self.graph.canonical(after), (situation, event))
            if event_result.operation and event_result.transition:
                yield event, event_result.operation, event_result.transition
        self.followed.add(situation)


MOST_DIVERGENCES = 20


@dataclass(frozen=True)
class ScopeDivergence:
    """A divergence in some state of a scope; `path` are the events that end in it."""

    path: tuple[Event, ...]
    divergence: Divergence


@dataclass
class ExhaustiveResult:
    """How many transitions agreed, out of how many there are."""

    scope: str
    states: int = 0
    transitions: int = 0
    agreed: int = 0
    seconds: float = 0.0
    complete: bool = False
    clauses: set[str] = field(default_factory=set)
    divergences: list[ScopeDivergence] = field(default_factory=list)


def compare_scope(
    scope: Scope,
    system: InProcessSystem,
    budget: float | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ExhaustiveResult:
    """Load every reachable state, apply every operation, compare outcome and state after it."""
    result = ExhaustiveResult(scope.name)
    begun = time.monotonic()
    reachable, runner = ReachableSituations(scope), DifferentialRunner(system)
    for situation in reachable:
        result.states += 1
        compare_situation(reachable, runner, situation, result)
        progress(result.agreed)
        result.seconds = time.monotonic() - begun
        if budget is not None and result.seconds > budget:
            return result
        if len(result.divergences) >= MOST_DIVERGENCES:
            return result
    result.complete = True
    return result


def compare_situation(
    reachable: ReachableSituations,
    runner: DifferentialRunner,
    situation: Situation,
    result: ExhaustiveResult,
) -> None:
    """Compare every operation in one situation."""
    loaded = False
    for event, operation, transition in reachable.transitions(situation):
        if not loaded:
            runner.load(situation.state)
        loaded = transition.state is situation.state
        result.transitions += 1
        result.clauses.update(transition.clauses)
        divergence = runner.compare(operation, transition, whole=True)
        if divergence is None:
            result.agreed += 1
        else:
            loaded = False
            path = (*reachable.path(situation), event)
            result.divergences.append(ScopeDivergence(path, divergence))
