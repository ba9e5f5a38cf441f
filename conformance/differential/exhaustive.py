"""Exhaustive agreement: every operation in every reachable state of a scope, on both sides."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from conformance.adapters.sut import InProcessSystem
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner
from model.explorer.events import EventResult
from model.explorer.graphs.state_graph import visited
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import CURRENT

Path = tuple[Event, ...]


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
    runner = DifferentialRunner(system)
    for path, situation, found in visited(scope, CURRENT):
        result.states += 1
        compare_situation(runner, path, situation, found, result)
        progress(result.agreed)
        result.seconds = time.monotonic() - begun
        if budget is not None and result.seconds > budget:
            return result
        if len(result.divergences) >= MOST_DIVERGENCES:
            return result
    result.complete = True
    return result


def compare_situation(
    runner: DifferentialRunner,
    path: Path,
    situation: Situation,
    found: list[tuple[Event, EventResult]],
    result: ExhaustiveResult,
) -> None:
    """Compare every operation in one situation."""
    loaded = False
    for event, after in found:
        operation, transition = after.operation, after.transition
        if operation is None or transition is None:
            continue
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
            result.divergences.append(ScopeDivergence((*path, event), divergence))
