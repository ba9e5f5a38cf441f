"""Claims and leases: who may work on which step, and for how long (CLM)."""

from dataclasses import replace

from model.fencing import Credential, stale, undemanded
from model.items import all_items_opened, ended_deferrals, is_touched
from model.steps import (
    all_completed,
    completed_substeps,
    dependencies_completed,
    drift,
    is_completed,
    is_held,
    lease_is_over,
    substeps_of,
    top_level,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, decided_by
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
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

READY_LISTS = ("CLM-17.3", "CLM-17.4", "CLM-17.5", "CLM-17.6")
"""The clauses of the lists `completed`, `expired_claim`, `ready` and `blocked`."""


def claim(plan: Plan, operation: Claim, edition: Edition) -> Decision:
    """Claim the first step that the worktree may claim."""
    # CLM-7.1: drift is checked before a step is chosen.
    if refusal := drift(plan, operation, "CLM-7.1", "PLN-6.2"):
        return refusal
    passed_over: list[str] = []
    for step in top_level(plan):
        ground = claim_ground(step, operation, edition)
        # CLM-2.1: force does not waive a dependency.
        if ground and dependencies_completed(plan, step):
            # CLM-1.2: the first step in document order is claimed.
            clauses = [
                "CLM-1.2",
                *passed_over,
                ground,
                *not_preferred(plan, step, operation, edition),
            ]
            return take(plan, step, operation, edition, tuple(dict.fromkeys(clauses)))
        passed_over += waiting(operation) if ground else excluded(step, operation)
        # CLM-1.3: a substep is claimed with its step only.
        if "CLM-1.3" not in passed_over and has_claimable_substep(plan, step, operation, edition):
            passed_over.append("CLM-1.3")
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


def excluded(step: Step, operation: Claim) -> list[str]:
    """Return the clauses by which a step is not claimable, whatever it depends on."""
    if is_completed(step):
        return ["CLM-1.4"]
    # Before A01, a live lease excludes its holder too; before A03, force does not help.
    lease = "CLM-5.1" if step.claimed_by == operation.worktree else "CLM-4.5"
    return [lease, "CLM-6.1"] if operation.force else [lease]


def waiting(operation: Claim) -> list[str]:
    """Return the clauses by which a step waits for its dependencies."""
    return ["CLM-2.1", "CLM-2.3"] if operation.force else ["CLM-2.1"]


def has_claimable_substep(plan: Plan, step: Step, operation: Claim, edition: Edition) -> bool:
    """Return whether a substep of a step could be claimed if it were a step."""
    return any(
        claim_ground(substep, operation, edition) and dependencies_completed(plan, substep)
        for substep in substeps_of(plan, step)
    )


def not_preferred(plan: Plan, step: Step, operation: Claim, edition: Edition) -> list[str]:
    """Return the clauses by which no later step is preferred to the first claimable one."""
    held = [other for other in plan.steps[step.index + 1 :] if is_held(other) and not other.parent]
    return decided_by(
        {
            "CLM-1.5": any(other.claimed_by == operation.worktree for other in held),
            "CLM-6.3": held and operation.force and edition.has(FORCE_CLAIM),
        }
    )


def take(
    plan: Plan, step: Step, operation: Claim, edition: Edition, grounds: tuple[str, ...]
) -> Decision:
    """Claim a step with its unfinished substeps (CLM-8)."""
    # CLM-20.6: an id is that of the claim that is to be taken over.
    if refusal := stale(step, Credential(operation.claim_id, "CLM-20.6"), edition):
        return refusal
    claim_id = next_claim_id(plan, edition)
    substeps = unfinished_substeps(plan, step)
    reclaimed = step.status is not StepStatus.PENDING
    effects = taking(plan, step, substeps, operation)
    # CLM-9.3: substeps start over when a held step is claimed.
    if reclaimed:
        effects += reclaiming(plan, step, substeps, edition)
        substeps = [all_items_opened(substep, edition) for substep in substeps]
    claimed = with_steps(plan, [taken(row, operation, claim_id) for row in (step, *substeps)])
    if claim_id is not None:
        claimed = replace(claimed, last_claim_id=claim_id)
        effects += [*CLAIM_IDS, *undemanded(step, operation.claim_id)]
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
        claim_id=claim_id,
    )
    return accept(outcome, *grounds, *CLAIM_EFFECTS, *effects, *CLAIM_ANSWER, plan=claimed)


def taking(plan: Plan, step: Step, substeps: list[Step], operation: Claim) -> list[str]:
    """Return the clauses on the substeps of a claimed step, and on a step claimed again."""
    return decided_by(
        {
            "CLM-2.2": any(not dependencies_completed(plan, substep) for substep in substeps),
            "CLM-8.5": substeps,
            "CLM-8.6": is_held(step) and step.claimed_by == operation.worktree,
        }
    )


def reclaiming(plan: Plan, step: Step, substeps: list[Step], edition: Edition) -> list[str]:
    """Return the clauses on what a reclaim does to the work on a step, and what it spares."""
    completed = completed_substeps(plan, step)
    clauses = decided_by(
        {
            "CLM-9.3": any(is_touched(item) for substep in substeps for item in substep.items),
            "CLM-9.4": any(is_touched(item) for item in step.items),
            "CLM-9.5": completed,
            "CMP-8.2": completed,
            "CLM-18.2": any(substep.status is StepStatus.PENDING for substep in substeps),
        }
    )
    return [*clauses, *ended_deferrals(substeps, edition)]


def next_claim_id(plan: Plan, edition: Edition) -> int | None:
    """Return the id of the plan's next claim (CLM-19); before A29, claims had none."""
    return (plan.last_claim_id or 0) + 1 if edition.has(FENCED_CLAIMS) else None


def taken(row: Step, operation: Claim, claim_id: int | None) -> Step:
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
    )


def nothing_claimable(plan: Plan, passed_over: tuple[str, ...]) -> Decision:
    """Answer that no step is claimable (CLM-11)."""
    blocked = [step for step in top_level(plan) if not is_completed(step)]
    outcome = NothingClaimable(all_completed=all_completed(plan), blocked=len(blocked))
    return accept(outcome, *passed_over, "CLM-11.1", "CLM-11.2", "CLM-11.3")


def ready(plan: Plan, operation: Ready) -> Decision:
    """Group the top-level steps by whether they can be worked on now (CLM-17)."""
    steps = top_level(plan)
    completed = [step for step in steps if is_completed(step)]
    expired = [step for step in steps if is_held(step) and lease_is_over(step, operation.now)]
    pending = [step for step in steps if is_ready(plan, step)]
    blocked = [step for step in steps if step not in [*completed, *expired, *pending]]
    lists = [tuple(step.anchor for step in part) for part in (completed, expired, pending, blocked)]
    filled = decided_by(dict(zip(READY_LISTS, lists, strict=True)))
    ordered = decided_by({"CLM-17.2": any(len(part) > 1 for part in lists)})
    return accept(Readiness(*lists), *SORTING, *ordered, *filled)


def is_ready(plan: Plan, step: Step) -> bool:
    """Return whether a pending step has all its dependencies completed."""
    return step.status is StepStatus.PENDING and dependencies_completed(plan, step)
