"""Lockstep: a broken orchestrator beside the right one, told the same, compared at every word."""

from dataclasses import replace
from typing import Any

from conformance.differential.orchestration import Orchestrator, reference_orchestrator
from spec.orchestration import Call, Procedure
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Count, Ending, Review


class SaysOtherwise(Exception):
    """The orchestrator under test asks for something else than the right one, or ends otherwise."""


def lockstep(tested: Orchestrator) -> Orchestrator:
    """Let the right orchestrator work, and raise `SaysOtherwise` as soon as the other differs."""

    def implement(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
        right = reference_orchestrator(plan, worktree, review, count)
        other = tested(plan, worktree, review, count)
        outcome: Outcome | None = None
        while True:
            expected, found = heard(right, outcome), heard(other, outcome)
            if without_rules(expected) != without_rules(found):
                raise SaysOtherwise(f"{without_rules(expected)} -> {without_rules(found)}")
            if isinstance(expected, Ending):
                return expected
            outcome = yield expected

    return implement


def heard(procedure: Procedure, outcome: Outcome | None) -> Call | Ending:
    """Tell a procedure an outcome, none at its beginning, and hear what it says."""
    try:
        return next(procedure) if outcome is None else procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending


def without_rules(said: Any) -> object:
    """Leave out the rules that were followed: what counts is what is done.

    A call of a broken orchestrator is of a class of its own; its operation is not.
    """
    return replace(said, rules=()) if isinstance(said, Ending) else said.operation
