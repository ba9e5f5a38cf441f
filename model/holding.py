"""Holding a claimed step: start, heartbeat, release and reset (CLM-12 to CLM-16, CLM-18)."""

from dataclasses import replace

from model.fencing import Credential, stale
from model.items import unfinished_items_opened
from model.steps import (
    HolderClauses,
    find,
    held_step,
    is_completed,
    is_held,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, citing, refuse
from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE, NEVER_EARLIER, RELEASE_REASONS
from spec.amendments.corrections import RELEASE_NAMES_AUTHORITY, RELEASE_NAMES_STATUS
from spec.amendments.seed import RELEASE
from spec.editions import Edition
from spec.vocabulary.holding import (
    MOST_REASON_BYTES,
    AlreadyStarted,
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    ResetResult,
    Start,
    Started,
)
from spec.vocabulary.rejections import (
    invalid_request,
    not_claimed,
    oversized_reason,
    ownership_violation,
    unknown_step,
)
from spec.vocabulary.state import Plan, Step, StepStatus

START_BY_HOLDER = HolderClauses(
    ("CLM-12.8",), ("CLM-12.9", "CLM-12.13"), "CLM-20.2", ("CLM-12.10", "CLM-12.12")
)
HEARTBEAT_BY_HOLDER = HolderClauses(("CLM-13.7",), ("CLM-13.8",), "CLM-20.2", ("CLM-13.9",))

STARTING = ("CLM-12.1", "CLM-12.2", "CLM-12.3", "CLM-12.4")
"""The clauses on every accepted start."""

RENEWING = ("CLM-13.1", "CLM-13.2", "CLM-13.4")
"""The clauses on every accepted heartbeat."""

RELEASING = ("CLM-14.6", "CLM-14.7", "CLM-14.13")
"""The clauses on every accepted release."""

RESETTING = ("CLM-16.3", "CLM-16.4", "CLM-16.12")
"""The clauses on every accepted reset."""


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
        lease_expires_at, clause = operation.now + operation.lease, "CLM-13.3"
        if edition.has(NEVER_EARLIER):
            clause = "CLM-13.11" if operation.shorten else "CLM-13.12"
            if not operation.shorten:
                lease_expires_at = max(step.lease_expires_at or 0, lease_expires_at)
        renewed = replace(step, heartbeat_at=operation.now, lease_expires_at=lease_expires_at)
        after = with_steps(plan, [renewed])
        return accept(LeaseRenewed(lease_expires_at), *RENEWING, clause, plan=after)
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
    told = {"release_reason": operation.reason} if edition.has(RELEASE_REASONS) else {}
    size = len((operation.reason or "").encode())
    if told and size > MOST_REASON_BYTES:
        return refuse(oversized_reason(size, MOST_REASON_BYTES), "CLM-14.16")
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
        return refuse(ownership_violation(step.anchor, holder, caller), "CLM-14.5")
    clauses = (*RELEASING, "CLM-14.17") if told else RELEASING
    return accept(Released(holder), *clauses, plan=given_back(plan, step, edition, **told))


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
    return accept(ResetResult(step.anchor), *RESETTING, plan=given_back(plan, step, edition))


def given_back(plan: Plan, step: Step, edition: Edition, **told: str | None) -> Plan:
    """Return the plan with the step and its unfinished substeps pending (CLM-14, CLM-16).

    `told` is what a release says of all of them.

    A substep that is given back alone stays pending until its parent is claimed again (CLM-18).
    """
    rows = (step, *unfinished_substeps(plan, step))
    pending = [unclaimed(row, **told) for row in rows]
    return with_steps(plan, [unfinished_items_opened(row, edition) for row in pending])


def unclaimed(step: Step, **told: str | None) -> Step:
    """Return the step as pending, without a claim; CLM-14.18: else its reason stays."""
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
        **told,  # type: ignore[arg-type]
    )
