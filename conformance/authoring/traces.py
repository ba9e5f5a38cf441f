"""Traces: what a search gives, operations at real times, and how short they are known to be."""

from dataclasses import dataclass

from conformance.vectors.vector import Length, Vector
from model.explorer.claim_ids import with_real_claim
from model.explorer.paths import real_events, to_real_operation
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation


@dataclass(frozen=True, slots=True)
class FoundTrace:
    """Operations that a search has found.

    `scope` names where a breadth-first search found them, after so many `events`: operations and
    what else happens, such as that time passes.
    """

    operations: tuple[Operation, ...]
    scope: str | None = None
    events: int = 0

    @property
    def length(self) -> Length:
        """How short they are known to be."""
        return Length.MINIMAL if self.scope else Length.REDUCED


def real_operations(
    scope: Scope, path: tuple[Event, ...], last: Operation
) -> tuple[Operation, ...]:
    """Return the operations of an explorer's path, and one in its last situation, at real times."""
    now, names = 0, {name: name for name in scope.worktrees}
    events = list(real_events(scope, CURRENT, path))
    if events:
        end = events[-1]
        now, names = end.now, end.names
        last = with_real_claim(end.situation.state, end.state, last)
    found = [each.operation for each in events if each.operation]
    # Who is no worktree of the scope has one name only.
    asking = getattr(last, "worktree", None) or ""
    return (*found, to_real_operation(last, now, {asking: asking, **names}))


def found_of(vector: Vector) -> FoundTrace:
    """Return the trace of a vector, as if it had been found just now."""
    operations = tuple(asked.operation for asked in vector.operations)
    return FoundTrace(operations, vector.scope)
