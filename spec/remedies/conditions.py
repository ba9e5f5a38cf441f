"""Conditions: to which refusals for a reason a remedy applies."""

from collections.abc import Callable

from spec.remedies.refusal import Refusal
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import StepStatus

Condition = Callable[[Refusal], bool]

HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


def of_request(*types: type[Operation], given: str | None = None) -> Condition:
    """Return the condition that such an operation was refused, and for what was given."""
    return lambda refusal: (
        isinstance(refusal.request, types) and (given is None or refusal.detail("given") == given)
    )


def of_status(status: str) -> Condition:
    """Return the condition that the step was found with a status."""
    return lambda refusal: bool(refusal.detail("status") == status)


def has_reviews(refusal: Refusal) -> bool:
    """Return whether the plan has reviews."""
    return refusal.plan is not None and refusal.plan.review_cycle is not None


def has_open_items(refusal: Refusal) -> bool:
    """Return whether an item of the step is open."""
    items = refusal.step.items if refusal.step else ()
    return any(item.status == ItemStatus.OPEN for item in items)


def without_id(refusal: Refusal) -> bool:
    """Return whether the request carried no id, although the step is fenced."""
    return refusal.detail("given") is None


def is_an_authority(refusal: Refusal) -> bool:
    """Return whether the request is none that only a holder can make."""
    return refusal.caller is None


def is_free(refusal: Refusal) -> bool:
    """Return whether the caller has a name under which nothing is held.

    For a caller who holds a step, a claim would begin its substeps anew.
    """
    mine = (step.claimed_by == refusal.caller and step.status in HELD for step in refusal.steps)
    return refusal.caller is not None and not any(mine)


def is_gap(refusal: Refusal) -> bool:
    """Return whether the caller holds the step whose substep is pending.

    Only a claim of the step takes such a substep.
    """
    parent = refusal.parent
    held = parent is not None and parent.status in HELD and parent.claimed_by == refusal.caller
    return held and refusal.detail("status") == StepStatus.PENDING
