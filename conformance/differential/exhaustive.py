"""Exhaustive agreement: every operation in every reachable state of a scope, on both sides."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

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


class ReachableSituations:
    """The situations of a scope and their shortest paths, those first that take the fewest events.

    What a situation leads to is found as its transitions are followed, to the end.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.graph = PlainStateGraph(scope, CURRENT)
        self.found = [scope.start]
        self.paths: dict[Situation, Path] = {scope.start: ()}

    def __iter__(self) -> Iterator[Situation]:
        """Yield all situations; more are found meanwhile."""
        yield from self.found

    def transitions(self, situation: Situation) -> Iterator[tuple[Event, Operation, Transition]]:
        """Yield the events that are operations here, and what the model does then."""
        for event in self.scope.events:
            event_result = apply_event(self.scope, CURRENT, situation, event)
            if event_result is None:
                continue
            after = event_result.after
            if after.state is not situation.state or after.documents != situation.documents:
                canonical = self.graph.canonical(after)
                if canonical not in self.paths:
                    self.paths[canonical] = (*self.paths[situation], event)
                    self.found.append(canonical)
            if event_result.operation and event_result.transition:
                yield event, event_result.operation, event_result.transition


MOST_DIVERGENCES = 20


@dataclass(frozen=True)
class ScopeDivergence:
    """A divergence in some state of a scope; `path` are the events that end in it."""

    path: Path
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
            path = (*reachable.paths[situation], event)
            result.divergences.append(ScopeDivergence(path, divergence))
