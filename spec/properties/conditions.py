"""Conditions: which changes a step property applies to."""

from collections.abc import Callable

from spec.properties.changes import Change, was_no_registration, was_rejected
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import Complete, Reconciled, StepCompleted
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import Plan, State, Step

NOT_THE_CALLERS = (Code.OWNERSHIP_VIOLATION, Code.NOT_CLAIMED)
"""The rejections that say that the step is not the worktree's own."""

UNFINISHED_WORK = (Code.INCOMPLETE_CHECKLIST, Code.INCOMPLETE_SUBSTEPS)
"""The rejections that say that a part of the step is not done."""


def row(state: State, path: str, anchor: str) -> Step | None:
    """Return a step of a plan, or `None`."""
    plan = state.plan(path)
    for step in plan.steps if plan else ():
        if step.anchor == anchor:
            return step
    return None


def with_several_plans(change: Change) -> bool:
    """Return whether something was accepted beside another plan."""
    return len(change.after.plans) > 1 and not was_rejected(change)


def of_plan(condition: Callable[[Plan], bool]) -> Callable[[Change], bool]:
    """Return the condition that an operation other than registering met a plan with a property."""

    def applies(change: Change) -> bool:
        if not was_no_registration(change):
            return False
        plan = change.plan_before
        return plan is not None and condition(plan)

    return applies


def with_a_live_lease(change: Change) -> bool:
    """Return whether something was accepted while a worktree held a live lease."""
    if not was_no_registration(change):
        return False
    plan, now = change.plan_before, change.operation.now
    leases = [step.lease_expires_at for step in plan.steps] if plan else []
    return any(end is not None and end >= now for end in leases)


def strict_completion_of_a_dependent(change: Change) -> bool:
    """Return whether a step that depends on something was completed strictly."""
    operation, outcome = change.operation, change.outcome
    if isinstance(outcome, StepCompleted):
        strict = not outcome.forced
    else:
        strict = isinstance(outcome, Committed) and not outcome.state_update_failed
    if not strict or not isinstance(operation, Complete | Commit):
        return False
    step = row(change.before, operation.plan, operation.step)
    return step is not None and bool(step.dependencies)


def reconciled_something(change: Change) -> bool:
    """Return whether a reconciliation changed a step."""
    return isinstance(change.outcome, Reconciled) and change.outcome.reconciled_count > 0
