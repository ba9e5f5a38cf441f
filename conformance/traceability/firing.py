"""Firing: the shortest sequence of events in a scope whose last one a rule decides."""

from collections.abc import Iterator, Sequence
from itertools import count

from conformance.differential.reachable import Path, ReachableSituations, run_levels
from model.explorer.runs import OrchestrationScope
from model.explorer.scopes.scope import Scope

MOST_SITUATIONS = 2000
"""The situations that are visited in a scope before the search gives up."""

Level = Iterator[tuple[Path, Sequence[str]]]


def shortest_firing(rule: str, scopes: Sequence[Scope]) -> tuple[Scope, Path] | None:
    """Return the scope and the path of a shortest one, searching all scopes level by level.

    Return `None` if the rule decides nothing in as much of the scopes as is visited.
    """
    active = [(scope, levels(scope)) for scope in scopes]
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


def levels(scope: Scope) -> Iterator[Level]:
    """Yield each level of a scope, breadth first: every event's path and the rules it fired."""
    if isinstance(scope, OrchestrationScope):
        for runs in run_levels(scope):
            yield ((path, progress.rules) for path, progress in runs)
        return
    reachable = ReachableSituations(scope)
    for depth in count():
        if not reachable.level(depth) or len(reachable.ways) >= MOST_SITUATIONS:
            return
        yield (
            ((*reachable.path(situation), event), transition.rules)
            for situation in reachable.level(depth)
            for event, _, transition in reachable.transitions(situation)
        )
