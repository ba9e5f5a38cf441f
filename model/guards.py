"""Guards that several operations share. Each answers with a rejection if it refuses."""

from model.steps import find
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Rejected, not_claimed, ownership_violation, plan_drift
from spec.vocabulary.showing import Show
from spec.vocabulary.state import Plan, Step


def has_drifted(plan: Plan, operation: Claim | Update | Batch | Complete | Show) -> bool:
    """Tell whether the document's hash is no longer the registered one (PLN-6)."""
    return operation.document_hash != plan.document_hash


def drift(plan: Plan, operation: Claim | Update | Batch | Complete) -> Rejected | None:
    """Refuse to work on a drifted plan, unless drift is allowed; a claim never allows it."""
    allowed = not isinstance(operation, Claim) and operation.allow_drift
    if has_drifted(plan, operation) and not allowed:
        return plan_drift(plan.document_hash, operation.document_hash)
    return None


def held_step(plan: Plan, anchor: str, caller: str) -> Step | Rejected:
    """Find a step that the caller holds, itself or by its parent, or say why not (CLM-12)."""
    step = find(plan, anchor)
    if step is None:
        return not_claimed(anchor, "unknown")
    holder = holding_row(plan, step).claimed_by
    if holder is None:
        return not_claimed(anchor, step.status)
    if holder != caller:
        return ownership_violation(anchor, holder, caller)
    return step


def holding_row(plan: Plan, step: Step) -> Step:
    """Find the step on which ownership is judged: the parent of a substep, else the step."""
    if step.parent is None:
        return step
    return find(plan, step.parent) or step
