"""Which properties the model of an edition breaks along a trace."""

from collections.abc import Iterable, Iterator, Sequence

from conformance.adapters.model import transitions_of
from model.explorer.property_checks import broken_follow_ups
from spec.editions import Edition
from spec.properties.changes import Change, StepProperty
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import BrokenProperty, broken
from spec.properties.transitions import applicable_step_properties
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def broken_along(
    operations: Sequence[Operation], edition: Edition
) -> Iterator[list[BrokenProperty]]:
    """Yield for each operation which properties break there: of states, and of transitions."""
    before = State()
    for operation, transition in zip(operations, transitions_of(operations, edition), strict=True):
        change = Change(before, operation, transition.outcome, transition.state)
        before = transition.state
        yield broken_by(change, edition)


def broken_by(
    change: Change, edition: Edition, applicable: Iterable[StepProperty] | None = None
) -> list[BrokenProperty]:
    """Return which invariants a change leaves broken, and which other properties it breaks.

    `applicable` are the step properties that it can violate, if they are known already.
    """
    plan = change.plan_after if change.after is not change.before else None
    problems = broken(INVARIANTS, plan) if plan else []
    problems += broken(
        applicable_step_properties(change) if applicable is None else applicable, change
    )
    return problems + broken_follow_ups(change, edition)


def ids_broken_along(operations: Sequence[Operation], edition: Edition) -> tuple[str, ...]:
    """Return the ids of all properties that break along a trace."""
    found = broken_along(operations, edition)
    return tuple(sorted({each.property for problems in found for each in problems}))
