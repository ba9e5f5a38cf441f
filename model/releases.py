"""Release and reset of steps (CLM-14 to CLM-16, CLM-18)."""

from dataclasses import replace

from model.items import unfinished_items_opened
from model.steps import find, is_completed, is_held, unfinished_substeps, with_steps
from model.transition import Decision, accept, refuse
from spec.amendments import RELEASE, RELEASE_NAMES_AUTHORITY
from spec.editions import Edition
from spec.vocabulary.holding import Release, Released, Reset, ResetResult
from spec.vocabulary.rejections import (
    invalid_request,
    not_claimed,
    ownership_violation,
    unknown_step,
)
from spec.vocabulary.state import Plan, Step, StepStatus


def release(plan: Plan, operation: Release, edition: Edition) -> Decision:
    """Release a held step (CLM-14)."""
    if not edition.has(RELEASE):
        return refuse(invalid_request("release"), "CLM-14.1")
    # CLM-15: the caller names exactly one authority, itself or force.
    by_worktree = operation.worktree is not None
    if edition.has(RELEASE_NAMES_AUTHORITY) and by_worktree == operation.force:
        if by_worktree:
            return refuse(invalid_request("both"), "CLM-15.2")
        return refuse(invalid_request("neither"), "CLM-15.3")
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CLM-14.2")
    # CMP-8.2: a completed step stays completed.
    if is_completed(step):
        return refuse(not_claimed(step.anchor, step.status), "CLM-14.3", "CMP-8.2")
    if step.status is StepStatus.PENDING or step.claimed_by is None:
        return refuse(not_claimed(step.anchor, step.status), "CLM-14.4")
    holder, caller = step.claimed_by, operation.worktree
    # Before A19, a release without a worktree was not checked for ownership.
    if caller is not None and holder != caller and not operation.force:
        return refuse(ownership_violation(step.anchor, holder, caller), "CLM-14.5")
    clauses = ["CLM-14.6", "CLM-14.7", "CLM-14.8", "CLM-14.13"]
    if unfinished_substeps(plan, step):
        clauses.append("CLM-14.10")
    clauses += of_held_parent(plan, step)
    return accept(Released(holder), *clauses, plan=given_back(plan, step, edition))


def reset(plan: Plan, operation: Reset, edition: Edition) -> Decision:
    """Reset a step that is not completed to pending, whoever holds it (CLM-16)."""
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CLM-16.1")
    if is_completed(step):
        return refuse(not_claimed(step.anchor, step.status), "CLM-16.2", "CMP-8.2")
    clauses = ["CLM-16.3", "CLM-16.4", "CLM-16.5", "CLM-16.12"]
    if step.status is StepStatus.PENDING:
        clauses.append("CLM-16.11")
    if unfinished_substeps(plan, step):
        clauses.append("CLM-16.7")
    clauses += of_held_parent(plan, step)
    return accept(ResetResult(step.anchor), *clauses, plan=given_back(plan, step, edition))


def given_back(plan: Plan, step: Step, edition: Edition) -> Plan:
    """Accept with the step and its unfinished substeps pending, their unfinished items open."""
    rows = (step, *unfinished_substeps(plan, step))
    return with_steps(plan, [unfinished_items_opened(pending(row), edition) for row in rows])


def pending(step: Step) -> Step:
    """Return the step as pending, without a claim."""
    return replace(
        step,
        status=StepStatus.PENDING,
        claimed_by=None,
        claimed_at=None,
        lease_expires_at=None,
        heartbeat_at=None,
        started_at=None,
    )


def of_held_parent(plan: Plan, step: Step) -> list[str]:
    """Return CLM-18.1 if the substep's parent is held: the substep is pending all the same."""
    parent = find(plan, step.parent) if step.parent else None
    return ["CLM-18.1"] if parent and is_held(parent) else []
