"""Judging an event: what it does to a situation, and which properties that violates."""

from typing import NamedTuple

from model.explorer.events import event_result
from model.explorer.property_checks import Problem, PropertyChecker
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.properties.changes import Change
from spec.vocabulary.state import State


class JudgedEvent(NamedTuple):
    """The state after an operation, what it violates, and the clauses that it cites."""

    after: State
    problems: list[Problem]
    clauses: tuple[str, ...]


def judge_event(
    scope: Scope, checker: PropertyChecker, situation: Situation, event: Event
) -> JudgedEvent | None:
    """Return what an operation does and violates, or `None` if it is not enabled."""
    result = event_result(scope, checker.answers, situation, event)
    if result is None:
        return None
    assert result.operation is not None
    assert result.transition is not None
    after = result.after.state
    change = Change(situation.state, result.operation, result.transition.outcome, after)
    return JudgedEvent(after, checker.change(change), result.transition.clauses)
