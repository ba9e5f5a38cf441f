"""Firing: the shortest sequence of events in a scope whose last one a rule decides."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from model.explorer.canonicalization import canonical_names, rename_worktrees
from model.explorer.events import apply_event
from model.explorer.runs import OrchestrationScope, RunGraph, RunProgress
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.vocabulary.state import State

MOST_SITUATIONS = 2000
"""The situations that are visited in a scope before the search gives up."""

Path = tuple[Event, ...]
Level = list[tuple[Path, frozenset[str]]]


def shortest_firing(
    rule: str, scopes: Sequence[Scope], edition: Edition
) -> tuple[Scope, Path] | None:
    """Return the scope and the path of a shortest one, searching all scopes level by level.

    Return `None` if the rule decides nothing in as much of the scopes as is visited.
    """
    active = [(scope, levels(scope, edition)) for scope in scopes]
    while active:
        going_on = []
        for scope, walk in active:
            level = next(walk, None)
            for path, rules in level or ():
                if rule in rules:
                    return scope, path
            if level is not None:
                going_on.append((scope, walk))
        active = going_on
    return None


def levels(scope: Scope, edition: Edition) -> Iterator[Level]:
    """Yield each level of a scope, breadth first: every event's path and the rules it fired."""
    if isinstance(scope, OrchestrationScope):
        return _runs(scope, edition)
    return _situations(scope, edition)


def _situations(scope: Scope, edition: Edition) -> Iterator[Level]:
    """Yield the levels of a scope's situations."""
    start = Situation(State(), (0,) * len(scope.documents.versions))
    seen = {start}
    frontier: list[tuple[Situation, Path]] = [(start, ())]
    while frontier and len(seen) < MOST_SITUATIONS:
        level: Level = []
        reached: list[tuple[Situation, Path]] = []
        for situation, path in frontier:
            for event in scope.events:
                event_result = apply_event(scope, edition, situation, event)
                if event_result is None:
                    continue
                transition = event_result.transition
                level.append(((*path, event), frozenset(transition.rules if transition else ())))
                after = canonical(scope, event_result.after)
                if after not in seen:
                    seen.add(after)
                    reached.append((after, (*path, event)))
        yield level
        frontier = reached


def canonical(scope: Scope, situation: Situation) -> Situation:
    """Return a situation with worktrees named in the order in which they appear."""
    names = canonical_names(situation.state, scope.worktrees)
    return replace(situation, state=rename_worktrees(situation.state, names))


def _runs(scope: OrchestrationScope, edition: Edition) -> Iterator[Level]:
    """Yield the levels of the orchestrator's runs in a scope."""
    space = RunGraph(scope, edition)
    frontier: list[tuple[RunProgress, Path]] = [(space.progress[()], ())]
    seen = 0
    while frontier and seen < MOST_SITUATIONS:
        reached: list[tuple[RunProgress, Path]] = []
        for progress, path in frontier:
            for event in scope.events:
                after = space.follow(progress, event)
                if after is not None:
                    reached.append((after, (*path, event)))
        yield [(path, frozenset(after.rules)) for after, path in reached]
        seen += len(reached)
        frontier = reached
