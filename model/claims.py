"""Claims and leases: who may work on which step, and for how long (CLM)."""

from dataclasses import replace

from model.fencing import Credential, stale
from model.items import all_items_opened
from model.steps import (
    all_completed,
    completed_anchors,
    drift,
    is_completed,
    is_held,
    lease_is_over,
    top_level,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, citing
from spec.amendments.changes_2026_2 import (
    FENCED_CLAIMS,
    IDS_OF_ONE_PLACE,
    RELEASE_REASONS,
    RESUMED_CLAIMS,
)
from spec.amendments.seed import AUTO_RECLAIM, FORCE_CLAIM
from spec.editions import Edition
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.state import Plan, Step, StepStatus

CLAIM_EFFECTS = ("CLM-8.1", "CLM-8.2", "CLM-8.3", "CLM-8.4")
"""The clauses on what a claim changes in the step itself."""

CLAIM_IDS = ("CLM-19.2", "CLM-19.4", "CLM-19.5", "CLM-19.6")
"""The clauses on the id of a claim."""

CLAIM_ANSWER = ("CLM-9.2", "CLM-10.1", "CLM-10.2", "CLM-10.3", "CLM-10.4")
"""The clauses on the answer to a claim that got a step."""

SORTING = ("CLM-17.1", "CLM-17.7", "CLM-17.8")
"""The clauses on every answer to `Ready`."""


def claim(plan: Plan, operation: Claim, edition: Edition) -> Decision:
    """Claim the first step that the worktree may claim."""
    # CLM-7.1: drift is checked before a step is chosen.
    if refusal := drift(plan, operation, "CLM-7.1", "PLN-6.2"):
        return refusal
    completed = completed_anchors(plan)
    # CLM-22: the caller's own steps first; before A55, no claim could ask for them.
    if operation.resume and edition.has(RESUMED_CLAIMS):
        own = replace(operation, resume=False)
        for step in top_level(plan):
            ground = claim_ground(step, own, edition) if is_held(step) else None
            is_own = step.claimed_by == operation.worktree and completed.issuperset(
                step.dependencies
            )
            if ground and is_own:
                return citing(claim_step(plan, step, own, edition, ground), "CLM-22.1")
        return citing(claim(plan, own, edition), "CLM-22.2")
    # CLM-1.2, CLM-1.3: the first step in document order is claimed; a substep with its step only.
    for step in top_level(plan):
        ground = claim_ground(step, operation, edition)
        # CLM-2.1: force does not waive a dependency.
        if ground and completed.issuperset(step.dependencies):
            return claim_step(plan, step, operation, edition, ground)
    return nothing_claimable(plan)


def claim_ground(step: Step, operation: Claim, edition: Edition) -> str | None:
    """Return the clause by which a step with completed dependencies is claimable, or `None`."""
    if step.status is StepStatus.PENDING:
        return "CLM-3.1"
    if not is_held(step):
        return None
    if lease_is_over(step, operation.now):
        return "CLM-4.4"
    if edition.has(AUTO_RECLAIM) and step.claimed_by == operation.worktree:
        return "CLM-5.2"
    if edition.has(FORCE_CLAIM) and operation.force:
        return "CLM-6.2"
    return None


def claim_step(plan: Plan, step: Step, operation: Claim, edition: Edition, ground: str) -> Decision:
    """Claim a step with its unfinished substeps (CLM-8)."""
    # CLM-20.6: an id is that of the claim that is to be taken over.
    if refusal := stale(step, Credential(operation.claim_id, "CLM-20.6"), edition):
        return refusal
    claim_id = next_claim_id(plan, operation, edition)
    substeps = unfinished_substeps(plan, step)
    reclaimed = step.status is not StepStatus.PENDING
    # CLM-9.3: substeps start over when a held step is claimed.
    if reclaimed:
        substeps = [all_items_opened(substep, edition) for substep in substeps]
    held = [with_holder(row, operation, claim_id) for row in (step, *substeps)]
    claimed = with_steps(plan, held)
    issued: tuple[str, ...] = ()
    if claim_id is not None:
        claimed, issued = replace(claimed, last_claim_id=claim_id), CLAIM_IDS
    left = [other for other in top_level(claimed) if not is_completed(other)]
    completed = completed_anchors(claimed)
    ready = [other for other in left if is_ready(other, completed)]
    outcome = Claimed(
        anchor=step.anchor,
        title=step.title,
        index=step.index,
        lease_expires_at=operation.now + operation.lease,
        reclaimed=reclaimed,
        remaining_ready=len(ready),
        total_remaining=len(left) - 1,
        claim_id=claim_id,
        release_reason=step.release_reason,
    )
    told = ("CLM-8.7", "CLM-10.5") if edition.has(RELEASE_REASONS) else ()
    clauses = (*CLAIM_EFFECTS, *issued, *CLAIM_ANSWER, *told)
    return accept(outcome, "CLM-1.2", ground, *clauses, plan=claimed)


def next_claim_id(plan: Plan, operation: Claim, edition: Edition) -> int | None:
    """Return the id of the plan's next claim (CLM-19); before A29, claims had none."""
    if not edition.has(FENCED_CLAIMS):
        return None
    following = (plan.last_claim_id or 0) + 1
    # CLM-19.11: before A56, no claim could ask for a higher one.
    if not edition.has(IDS_OF_ONE_PLACE):
        return following
    return max(following, operation.lowest_id or 0)


def with_holder(row: Step, operation: Claim, claim_id: int | None) -> Step:
    """Return a step or substep as the worktree claims it (CLM-8)."""
    return replace(
        row,
        status=StepStatus.CLAIMED,
        claimed_by=operation.worktree,
        claimed_at=operation.now,
        lease_expires_at=operation.now + operation.lease,
        heartbeat_at=operation.now,
        started_at=None,
        claim_id=claim_id,
        fenced=operation.fenced and claim_id is not None,
        # CLM-8.7: before A52, there was none to clear.
        release_reason=None,
    )


def nothing_claimable(plan: Plan) -> Decision:
    """Answer that no step is claimable (CLM-11)."""
    blocked = [step for step in top_level(plan) if not is_completed(step)]
    outcome = NothingClaimable(all_completed=all_completed(plan), blocked=len(blocked))
    return accept(outcome, "CLM-11.1", "CLM-11.2", "CLM-11.3")


def ready(plan: Plan, operation: Ready) -> Decision:
    """Group the top-level steps by whether they can be worked on now (CLM-17)."""
    completed, expired, pending, blocked = [], [], [], []
    anchors = completed_anchors(plan)
    for step in top_level(plan):
        if is_completed(step):
            completed.append(step.anchor)
        elif is_held(step) and lease_is_over(step, operation.now):
            expired.append(step.anchor)
        elif is_ready(step, anchors):
            pending.append(step.anchor)
        else:
            blocked.append(step.anchor)
    lists = (tuple(part) for part in (completed, expired, pending, blocked))
    return accept(Readiness(*lists), *SORTING)


def is_ready(step: Step, completed: frozenset[str]) -> bool:
    """Return whether a step is pending, and all its dependencies are among those completed."""
    return step.status is StepStatus.PENDING and completed.issuperset(step.dependencies)
