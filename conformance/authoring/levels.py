"""Breadth-first through the scopes that ship: what is found first is shortest in all of them."""

from collections.abc import Iterator
from itertools import count

from conformance.authoring.traces import FoundTrace, real_operations
from conformance.differential.reachable import ReachableSituations
from model.explorer.events import exceeds_bounds, with_current_inputs
from model.explorer.scopes.catalog import STATE_SCOPES
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Situation
from spec.vocabulary.operations import OPERATIONS, Operation


class ScopeLevels:
    """All scopes side by side, level by level."""

    def __init__(self, scopes: tuple[Scope, ...] = STATE_SCOPES) -> None:
        self.scopes = [ReachableSituations(scope) for scope in scopes]

    def levels(self) -> Iterator[Iterator[tuple[ReachableSituations, Situation]]]:
        """Yield the situations of all scopes, those first that take the fewest events."""
        for depth in count():
            if not any(reachable.level(depth) for reachable in self.scopes):
                return
            yield (
                (reachable, situation)
                for reachable in self.scopes
                for situation in reachable.level(depth)
            )


def askable(scope: Scope, situation: Situation) -> Iterator[Operation]:
    """Yield the operations of a scope that can be asked in a situation."""
    for event in scope.events:
        if isinstance(event, OPERATIONS) and not exceeds_bounds(scope, situation, event):
            yield with_current_inputs(scope, situation, event)


def found_at(
    reachable: ReachableSituations, situation: Situation, operation: Operation
) -> FoundTrace:
    """Return the operations of a shortest way to a situation, and one that is asked there."""
    path = reachable.path(situation)
    operations = real_operations(reachable.scope, path, operation)
    return FoundTrace(operations, reachable.scope.name, len(path) + 1)
