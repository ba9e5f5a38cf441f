"""Traces: what a search gives, operations at real times, and how short they are known to be."""

from dataclasses import dataclass, replace

from conformance.vectors.vector import Length, OrchestratorInput, Vector
from model.explorer.canonicalization import canonical_names, rename_worktrees
from model.explorer.events import apply_event, with_current_document
from model.explorer.paths import to_real_operation
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation, Tick
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class FoundTrace:
    """Operations that a search has found.

    `scope` names where a breadth-first search found them, after so many `events`: operations and
    what else happens, such as that time passes. In a run of an orchestrator, `work` is what it was
    given, and `calls` says of each operation whether the orchestrator asked it.
    """

    operations: tuple[Operation, ...]
    scope: str | None = None
    events: int = 0
    work: OrchestratorInput | None = None
    calls: tuple[bool, ...] = ()

    @property
    def length(self) -> Length:
        """How short they are known to be."""
        return Length.MINIMAL if self.scope else Length.REDUCED


def real_operations(
    scope: Scope, path: tuple[Event, ...], last: Operation
) -> tuple[Operation, ...]:
    """Return the operations of an explorer's path, and one in its last situation, at real times.

    For the explorer it is always 0 o'clock, and worktrees are named by the order in which they
    appear; here the clock runs, and a worktree keeps its name.
    """
    situation = Situation(State(), (0,) * len(scope.documents.versions))
    names = {name: name for name in scope.worktrees}
    found: list[Operation] = []
    now = 0
    for event in path:
        event_result = apply_event(scope, CURRENT, situation, event)
        assert event_result is not None
        if event_result.operation is not None:
            request = with_current_document(scope, situation, event_result.operation)
            found.append(to_real_operation(request, now, names))
        now += isinstance(event, Tick)
        order = canonical_names(event_result.after.state, scope.worktrees)
        situation = replace(
            event_result.after, state=rename_worktrees(event_result.after.state, order)
        )
        names = {order[name]: real for name, real in names.items()}
    # Who is no worktree of the scope has one name only.
    asking = getattr(last, "worktree", None) or ""
    return (*found, to_real_operation(last, now, {asking: asking, **names}))


def found_of(vector: Vector) -> FoundTrace:
    """Return the trace of a vector, as if it had been found just now."""
    operations = tuple(asked.operation for asked in vector.operations)
    calls = tuple(asked.then is not None for asked in vector.operations)
    work = vector.work
    return FoundTrace(operations, vector.scope, 0, work, calls if work else ())
