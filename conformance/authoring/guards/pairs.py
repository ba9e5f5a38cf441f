"""Guards that fail together, found by repairing what the first of them refuses."""

from typing import NamedTuple

from conformance.authoring.guards.repairs import repaired
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State


class GuardPair(NamedTuple):
    """Two guards of an operation, by rule and reason word, the one that is checked first first."""

    operation: str
    first: str
    second: str


def guard_of(operation: Operation, transition: Transition) -> str | None:
    """Return the guard that rejected an operation, or kept a commit from completing its step."""
    outcome = transition.outcome
    if isinstance(outcome, Rejected):
        return f"{transition.rules[0]} {outcome.reason}"
    if isinstance(outcome, NotCommitted):
        return "COM-1 not_committed"
    if isinstance(outcome, Committed) and isinstance(operation, Commit):
        if outcome.rejection:
            return f"COM-2 {outcome.rejection.reason}"
        if outcome.state_update_failed:
            return f"COM-2 {'document_unreadable' if operation.root_found else 'root_not_found'}"
    return None


def pair_failing_together(
    state: State, operation: Operation, transition: Transition
) -> GuardPair | None:
    """Return the guard that refuses an operation and the one that would if the first did not.

    None if there is no such second guard: that is, unless the operation is still refused, and
    answered differently, in every way in which what the first guard refused can be put right.
    """
    first = guard_of(operation, transition)
    if first is None:
        return None
    seconds: list[str] = []
    for better, request in repaired(state, operation, transition.outcome):
        after = apply(better, request)
        second = guard_of(request, after)
        if second in (None, first) or after.outcome == transition.outcome:
            return None
        seconds.append(str(second))
    return GuardPair(type(operation).__name__, first, seconds[0]) if seconds else None
