"""Release and reset of steps (CLM-14 to CLM-16, CLM-18)."""

from dataclasses import replace
from typing import NamedTuple

from model.fencing import Credential, stale, undemanded
from model.items import ended_deferrals, is_touched, is_uncompleted, unfinished_items_opened
from model.steps import (
    completed_substeps,
    find,
    holding_row,
    is_completed,
    is_held,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, decided_by, refuse
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.amendments.corrections import RELEASE_NAMES_AUTHORITY, RELEASE_NAMES_STATUS
from spec.amendments.seed import RELEASE
from spec.editions import Edition
from spec.vocabulary.holding import Release, Released, Reset, ResetResult
from spec.vocabulary.rejections import (
    invalid_request,
    not_claimed,
    ownership_violation,
    unknown_step,
)
from spec.vocabulary.state import Plan, Step, StepStatus

RELEASING = ("CLM-14.6", "CLM-14.7", "CLM-14.13")
"""The clauses on every accepted release."""

RESETTING = ("CLM-16.3", "CLM-16.4", "CLM-16.12")
"""The clauses on every accepted reset."""


class GivingBack(NamedTuple):
    """The clauses on what a release or a reset changes besides the claim, and what it spares."""

    opens: str
    spares_items: str
    reaches_substeps: str
    spares_substeps: str
    spares_parent: str


BY_RELEASE = GivingBack("CLM-14.8", "CLM-14.9", "CLM-14.10", "CLM-14.11", "CLM-14.12")
BY_RESET = GivingBack("CLM-16.5", "CLM-16.6", "CLM-16.7", "CLM-16.8", "CLM-16.9")


def release(plan: Plan, operation: Release, edition: Edition) -> Decision:
    """Release a held step (CLM-14)."""
    if not edition.has(RELEASE):
        return refuse(invalid_request("release"), "CLM-14.1")
    # CLM-15: the caller names exactly one authority, itself or force.
    by_worktree = operation.worktree is not None
    if by_worktree and operation.force:
        return refuse(invalid_request("both"), "CLM-15.2")
    if edition.has(RELEASE_NAMES_AUTHORITY) and not by_worktree and not operation.force:
        return refuse(invalid_request("neither"), "CLM-15.3")
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CLM-14.2")
    # CMP-8.2: a completed step stays completed.
    if is_completed(step):
        return completed_step_refused(step, edition)
    if step.status is StepStatus.PENDING or step.claimed_by is None:
        return refuse(not_claimed(step.anchor, step.status), "CLM-14.4")
    holder, caller = step.claimed_by, operation.worktree
    demanded = "CLM-21.4" if caller is not None else None
    if refusal := stale(step, Credential(operation.claim_id, "CLM-20.5", demanded), edition):
        return refusal
    # Before A19, a release without a worktree was not checked for ownership.
    if caller is not None and holder != caller and not operation.force:
        proven = operation.claim_id is not None and edition.has(FENCED_CLAIMS)
        clauses = decided_by({"CLM-20.8": proven})
        return refuse(ownership_violation(step.anchor, holder, caller), "CLM-14.5", *clauses)
    unchecked = not edition.has(RELEASE_NAMES_AUTHORITY) and caller is None
    clauses = [*decided_by({"CLM-15.1": unchecked}), *undemanded(step, operation.claim_id)]
    after, effects = given_back(plan, step, BY_RELEASE, edition)
    return accept(Released(holder), *RELEASING, *clauses, *effects, plan=after)


def completed_step_refused(step: Step, edition: Edition) -> Decision:
    """Return the refusal to release a completed step; before A39 it named no status."""
    if edition.has(RELEASE_NAMES_STATUS):
        named = not_claimed(step.anchor, step.status)
        return refuse(named, "CLM-14.3", "CLM-14.15", "CMP-8.2")
    words = not_claimed(step.anchor, "cannot release completed step")
    return refuse(words, "CLM-14.3", "CLM-14.14", "CMP-8.2")


def reset(plan: Plan, operation: Reset, edition: Edition) -> Decision:
    """Reset a step that is not completed to pending, whoever holds it (CLM-16)."""
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CLM-16.1")
    if is_completed(step):
        return refuse(not_claimed(step.anchor, step.status), "CLM-16.2", "CMP-8.2")
    if refusal := stale(step, Credential(operation.claim_id, "CLM-20.5"), edition):
        return refusal
    clauses = decided_by(
        {
            "CLM-16.10": is_held(step),
            "CLM-16.11": step.status is StepStatus.PENDING,
        }
    )
    clauses += undemanded(step, operation.claim_id)
    after, effects = given_back(plan, step, BY_RESET, edition)
    return accept(ResetResult(step.anchor), *RESETTING, *clauses, *effects, plan=after)


def given_back(
    plan: Plan, step: Step, clauses: GivingBack, edition: Edition
) -> tuple[Plan, list[str]]:
    """Return the plan with the step and its unfinished substeps pending, and what decided that."""
    rows = (step, *unfinished_substeps(plan, step))
    after = with_steps(plan, [unfinished_items_opened(pending(row), edition) for row in rows])
    items = [item for row in rows for item in row.items]
    completed = completed_substeps(plan, step)
    effects = decided_by(
        {
            clauses.opens: any(is_touched(item) and is_uncompleted(item) for item in step.items),
            clauses.spares_items: any(not is_uncompleted(item) for item in items),
            clauses.reaches_substeps: len(rows) > 1,
            clauses.spares_substeps: completed,
            "CMP-8.2": completed,
            clauses.spares_parent: step.parent,
            "CLM-18.1": step.parent and is_held(holding_row(plan, step)),
            "CLM-19.3": any(row.claim_id is not None for row in rows),
            "CLM-19.7": any(row.claim_id is not None for row in rows),
        }
    )
    return after, [*effects, *ended_deferrals(rows, edition)]


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
        claim_id=None,
        fenced=False,
    )
