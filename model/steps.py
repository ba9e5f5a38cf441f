"""Finding and replacing steps, and the guards that several operations share."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from model.fencing import Credential, stale
from model.transition import Decision, refuse
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.rejections import not_claimed, ownership_violation, plan_drift
from spec.vocabulary.state import Plan, PlanStatus, Show, Step, StepStatus


def find(plan: Plan, anchor: str) -> Step | None:
    """Return the step or substep with an anchor, or `None`."""
    for step in plan.steps:
        if step.anchor == anchor:
            return step
    return None


def top_level(plan: Plan) -> list[Step]:
    """Return the steps that are not substeps, in document order."""
    return [step for step in plan.steps if step.parent is None]


def substeps_of(plan: Plan, step: Step) -> list[Step]:
    """Return the substeps of a step, in document order."""
    return [substep for substep in plan.steps if substep.parent == step.anchor]


def unfinished_substeps(plan: Plan, step: Step) -> list[Step]:
    """Return the substeps of a step that are not completed, in document order."""
    return [substep for substep in substeps_of(plan, step) if not is_completed(substep)]


def is_completed(step: Step) -> bool:
    """Return whether a step is completed."""
    return step.status is StepStatus.COMPLETED


def is_held(step: Step) -> bool:
    """Return whether a worktree has claimed the step and not yet completed it."""
    return step.status in (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


def lease_is_over(step: Step, now: int) -> bool:
    """Return whether a lease has expired. In its last millisecond it is still live (CLM-4.3)."""
    return step.lease_expires_at is not None and step.lease_expires_at < now


def all_completed(plan: Plan) -> bool:
    """Return whether every top-level step is completed."""
    return all(is_completed(step) for step in top_level(plan))


def completed_anchors(plan: Plan) -> frozenset[str]:
    """Return the anchors of the steps and substeps that are completed."""
    return frozenset(step.anchor for step in plan.steps if is_completed(step))


def with_steps(plan: Plan, changed: Iterable[Step]) -> Plan:
    """Return the plan with changed steps in place of those with the same anchors."""
    by_anchor = {step.anchor: step for step in changed}
    return replace(plan, steps=tuple(by_anchor.get(step.anchor, step) for step in plan.steps))


def done_when_all_completed(plan: Plan) -> Plan:
    """Return the plan with its status determined by its top-level steps (CMP-7)."""
    return replace(plan, status=PlanStatus.DONE if all_completed(plan) else PlanStatus.ACTIVE)


def has_drifted(plan: Plan, operation: Claim | Update | Batch | Complete | Show) -> bool:
    """Return whether the document's hash is not the registered one (PLN-6)."""
    return operation.document_hash != plan.document_hash


def drift(
    plan: Plan, operation: Claim | Update | Batch | Complete, *clauses: str
) -> Decision | None:
    """Return the refusal of a drifted plan, unless drift is allowed; a claim never allows it."""
    allowed = not isinstance(operation, Claim) and operation.allow_drift
    if has_drifted(plan, operation) and not allowed:
        drifted = plan_drift(plan.document_hash, operation.document_hash)
        return refuse(drifted, *clauses, "PLN-6.4")
    return None


ByHolder = Start | Heartbeat | Update | Batch | RecordArtifact
"""Operations of whoever holds a step, itself or through its parent."""


class HolderClauses(NamedTuple):
    """The clauses by which an operation refuses an unknown step, a free one, and another holder.

    `stale_claim` is the one on another claim than the current one.
    """

    unknown_step: tuple[str, ...]
    no_holder: tuple[str, ...]
    stale_claim: str
    other_holder: tuple[str, ...]


def held_step(
    plan: Plan, operation: ByHolder, clauses: HolderClauses, edition: Edition
) -> Step | Decision:
    """Return the step if the caller holds it, itself or through its parent (CLM-12.6)."""
    anchor, caller = operation.step, operation.worktree
    step = find(plan, anchor)
    if step is None:
        return refuse(not_claimed(anchor, "unknown"), *clauses.unknown_step)
    row = holding_row(plan, step)
    if row.claimed_by is None:
        return refuse(not_claimed(anchor, step.status), *clauses.no_holder)
    credential = Credential(operation.claim_id, clauses.stale_claim, "CLM-21.2")
    if refusal := stale(row, credential, edition):
        return refusal
    # CLM-20.8: the current id does not replace the name.
    if row.claimed_by != caller:
        return refuse(ownership_violation(anchor, row.claimed_by, caller), *clauses.other_holder)
    return step


def holding_row(plan: Plan, step: Step) -> Step:
    """Return the row that determines ownership: the parent of a substep, else the step."""
    if step.parent is None:
        return step
    return find(plan, step.parent) or step
