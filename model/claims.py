"""Claims and leases: who may work on which step, and for how long (CLM)."""

from dataclasses import replace

from model.items import all_items_opened
from model.steps import (
    HolderClauses,
    all_completed,
    dependencies_completed,
    drift,
    find,
    held_step,
    is_completed,
    is_held,
    top_level,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, refuse
from spec.amendments import AUTO_RECLAIM, FORCE_CLAIM
from spec.editions import Edition
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable, Readiness, Ready
from spec.vocabulary.holding import Heartbeat, LeaseRenewed, Start, Started
from spec.vocabulary.rejections import not_claimed
from spec.vocabulary.state import Plan, Step, StepStatus

CLAIM_ANSWER = ("CLM-10.1", "CLM-10.2", "CLM-10.3", "CLM-10.4")
"""The clauses on the answer to a claim that got a step."""

START_BY_HOLDER = HolderClauses("CLM-12.8", "CLM-12.9", "CLM-12.10")
HEARTBEAT_BY_HOLDER = HolderClauses("CLM-13.7", "CLM-13.8", "CLM-13.9")

READY_LISTS = ("CLM-17.3", "CLM-17.4", "CLM-17.5", "CLM-17.6")
"""The clauses of the lists `completed`, `expired_claim`, `ready` and `blocked`."""


def claim(plan: Plan, operation: Claim, edition: Edition) -> Decision:
    """Claim the first step that the worktree may claim."""
    # CLM-7.1: drift is checked before a step is chosen.
    if rejection := drift(plan, operation):
        return refuse(rejection, "CLM-7.1", "PLN-6.2")
    passed_over: list[str] = []
    for step in top_level(plan):
        ground = claim_ground(step, operation, edition)
        if ground is None:
            passed_over += excluding_lease(step, operation)
            continue
        # CLM-2.1: force does not waive a dependency.
        if not dependencies_completed(plan, step):
            passed_over.append("CLM-2.1")
            continue
        # CLM-1.2: the first step in document order is claimed.
        grounds = tuple(dict.fromkeys(("CLM-1.2", *passed_over, ground)))
        return take(plan, step, operation, edition, grounds)
    return nothing_claimable(plan, tuple(dict.fromkeys(passed_over)))


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


def excluding_lease(step: Step, operation: Claim) -> list[str]:
    """Return the clause by which a live lease excludes the caller; before A01, its holder too."""
    if not is_held(step):
        return []
    return ["CLM-5.1" if step.claimed_by == operation.worktree else "CLM-4.5"]


def lease_is_over(step: Step, now: int) -> bool:
    """Return whether a lease has expired. In its last millisecond it is still live (CLM-4.3)."""
    return step.lease_expires_at is not None and step.lease_expires_at < now


def take(
    plan: Plan, step: Step, operation: Claim, edition: Edition, grounds: tuple[str, ...]
) -> Decision:
    """Claim a step with its unfinished substeps (CLM-8)."""
    substeps = unfinished_substeps(plan, step)
    reclaimed = step.status is not StepStatus.PENDING
    revived = reclaimed and any(substep.status is StepStatus.PENDING for substep in substeps)
    # CLM-9.3: substeps start over when a held step is claimed.
    if reclaimed:
        substeps = [all_items_opened(substep, edition) for substep in substeps]
    claimed = with_steps(plan, [taken(row, operation) for row in (step, *substeps)])
    left = [other for other in top_level(claimed) if not is_completed(other)]
    ready = [other for other in left if is_ready(claimed, other)]
    outcome = Claimed(
        anchor=step.anchor,
        title=step.title,
        index=step.index,
        lease_expires_at=operation.now + operation.lease,
        reclaimed=reclaimed,
        remaining_ready=len(ready),
        total_remaining=len(left) - 1,
    )
    effects = ["CLM-8.1", "CLM-8.2", "CLM-8.3", "CLM-8.4"]
    if substeps:
        effects.append("CLM-8.5")
    if reclaimed:
        effects += ["CLM-9.2", "CLM-9.3", "CLM-9.4"]
    if revived:
        effects.append("CLM-18.2")
    return accept(outcome, *grounds, *effects, *CLAIM_ANSWER, plan=claimed)


def taken(row: Step, operation: Claim) -> Step:
    """Return a step or substep as the worktree claims it (CLM-8)."""
    return replace(
        row,
        status=StepStatus.CLAIMED,
        claimed_by=operation.worktree,
        claimed_at=operation.now,
        lease_expires_at=operation.now + operation.lease,
        heartbeat_at=operation.now,
        started_at=None,
    )


def nothing_claimable(plan: Plan, passed_over: tuple[str, ...]) -> Decision:
    """Answer that no step is claimable (CLM-11)."""
    blocked = [step for step in top_level(plan) if not is_completed(step)]
    outcome = NothingClaimable(all_completed=all_completed(plan), blocked=len(blocked))
    return accept(outcome, *passed_over, "CLM-11.1", "CLM-11.2", "CLM-11.3")


def start(plan: Plan, operation: Start) -> Decision:
    """Start work on a claimed step (CLM-12)."""
    step = find(plan, operation.step)
    if step and step.claimed_by == operation.worktree and step.status is StepStatus.CLAIMED:
        begun = replace(step, status=StepStatus.IN_PROGRESS, started_at=operation.now)
        after = with_steps(plan, [begun])
        return accept(Started(step.anchor), "CLM-12.1", "CLM-12.2", plan=after)
    return refuse_row(plan, operation, START_BY_HOLDER, "CLM-12.11")


def heartbeat(plan: Plan, operation: Heartbeat) -> Decision:
    """Renew the lease of a held step or substep, of its own row only (CLM-13)."""
    step = find(plan, operation.step)
    if step and step.claimed_by == operation.worktree and is_held(step):
        lease_expires_at = operation.now + operation.lease
        renewed = replace(step, heartbeat_at=operation.now, lease_expires_at=lease_expires_at)
        clauses = ["CLM-13.1", "CLM-13.2", "CLM-13.3", "CLM-13.4"]
        if lease_is_over(step, operation.now):
            clauses.append("CLM-13.5")
        after = with_steps(plan, [renewed])
        return accept(LeaseRenewed(lease_expires_at), *clauses, plan=after)
    return refuse_row(plan, operation, HEARTBEAT_BY_HOLDER, "CLM-13.10")


def refuse_row(
    plan: Plan, operation: Start | Heartbeat, by_holder: HolderClauses, wrong_status: str
) -> Decision:
    """Refuse to act on this row: its holder is checked before its own status."""
    step = held_step(plan, operation.step, operation.worktree, by_holder)
    if isinstance(step, Decision):
        return step
    # The caller holds the step or its parent, but the row itself has another status.
    released = step.parent is not None and step.status is StepStatus.PENDING
    also = ("CLM-18.3",) if released else ()
    return refuse(not_claimed(step.anchor, step.status), wrong_status, *also)


def ready(plan: Plan, operation: Ready) -> Decision:
    """Group the top-level steps by whether they can be worked on now (CLM-17)."""
    steps = top_level(plan)
    completed = [step for step in steps if is_completed(step)]
    expired = [step for step in steps if is_held(step) and lease_is_over(step, operation.now)]
    pending = [step for step in steps if is_ready(plan, step)]
    blocked = [step for step in steps if step not in [*completed, *expired, *pending]]
    lists = [tuple(step.anchor for step in part) for part in (completed, expired, pending, blocked)]
    filled = (clause for clause, part in zip(READY_LISTS, lists, strict=True) if part)
    return accept(Readiness(*lists), "CLM-17.1", *filled)


def is_ready(plan: Plan, step: Step) -> bool:
    """Return whether a pending step has all its dependencies completed."""
    return step.status is StepStatus.PENDING and dependencies_completed(plan, step)
