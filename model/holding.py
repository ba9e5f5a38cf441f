"""Holding a claimed step: starting work, and renewing its lease (CLM-12, CLM-13)."""

from dataclasses import replace

from model.fencing import Credential, stale
from model.steps import (
    HolderClauses,
    find,
    held_step,
    is_held,
    with_steps,
)
from model.transition import Decision, accept, citing, refuse
from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE
from spec.editions import Edition
from spec.vocabulary.holding import AlreadyStarted, Heartbeat, LeaseRenewed, Start, Started
from spec.vocabulary.rejections import not_claimed
from spec.vocabulary.state import Plan, StepStatus

START_BY_HOLDER = HolderClauses(
    ("CLM-12.8",), ("CLM-12.9", "CLM-12.13"), "CLM-20.2", ("CLM-12.10", "CLM-12.12")
)
HEARTBEAT_BY_HOLDER = HolderClauses(("CLM-13.7",), ("CLM-13.8",), "CLM-20.2", ("CLM-13.9",))

STARTING = ("CLM-12.1", "CLM-12.2", "CLM-12.3", "CLM-12.4")
"""The clauses on every accepted start."""

RENEWING = ("CLM-13.1", "CLM-13.2", "CLM-13.3", "CLM-13.4")
"""The clauses on every accepted heartbeat."""


def start(plan: Plan, operation: Start, edition: Edition) -> Decision:
    """Start work on a claimed step (CLM-12)."""
    step = find(plan, operation.step)
    own = step is not None and step.claimed_by == operation.worktree
    begun_before = own and step is not None and step.status is StepStatus.IN_PROGRESS
    claimed = own and step is not None and step.status is StepStatus.CLAIMED
    repeated = begun_before and edition.has(CONTINUING_EVERYWHERE)
    refusal = stale(step, credential(operation), edition) if step and own else None
    if refusal and (claimed or repeated):
        return refusal
    if step and repeated:
        return accept(AlreadyStarted(step.anchor), "CLM-12.15", "CLM-12.16")
    if step and claimed:
        begun = replace(step, status=StepStatus.IN_PROGRESS, started_at=operation.now)
        after = with_steps(plan, [begun])
        return accept(Started(step.anchor), *STARTING, plan=after)
    refusal = refuse_row(plan, operation, START_BY_HOLDER, edition, "CLM-12.11", "CLM-12.13")
    return citing(refusal, "CLM-12.5")


def heartbeat(plan: Plan, operation: Heartbeat, edition: Edition) -> Decision:
    """Renew the lease of a held step or substep, of its own row only (CLM-13)."""
    step = find(plan, operation.step)
    if step and step.claimed_by == operation.worktree and is_held(step):
        if refusal := stale(step, credential(operation), edition):
            return refusal
        lease_expires_at = operation.now + operation.lease
        renewed = replace(step, heartbeat_at=operation.now, lease_expires_at=lease_expires_at)
        after = with_steps(plan, [renewed])
        return accept(LeaseRenewed(lease_expires_at), *RENEWING, plan=after)
    return refuse_row(plan, operation, HEARTBEAT_BY_HOLDER, edition, "CLM-13.10")


def credential(operation: Start | Heartbeat) -> Credential:
    """Return what a start or heartbeat shows of the claim under which it is made."""
    return Credential(operation.claim_id, "CLM-20.2", "CLM-21.2")


def refuse_row(
    plan: Plan,
    operation: Start | Heartbeat,
    by_holder: HolderClauses,
    edition: Edition,
    *wrong_status: str,
) -> Decision:
    """Refuse to act on this row: its holder is checked before its own status."""
    step = held_step(plan, operation, by_holder, edition)
    if isinstance(step, Decision):
        return step
    # The caller holds the step or its parent, but the row itself has another status.
    return refuse(not_claimed(step.anchor, step.status), *wrong_status)
