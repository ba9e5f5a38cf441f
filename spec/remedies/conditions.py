"""Conditions under which a remedy applies to a refusal."""

from collections.abc import Callable

from spec.remedies.refusal import Refusal
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import StepStatus

Condition = Callable[[Refusal], bool]

HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


def of_request(*types: type[Operation], given: str | None = None) -> Condition:
    """Return the condition that the operation is of these types, and its detail is `given`."""
    return lambda refusal: (
        isinstance(refusal.request, types) and (given is None or refusal.detail("given") == given)
    )


def of_status(status: str) -> Condition:
    """Return the condition that the step has a status."""
    return lambda refusal: bool(refusal.detail("status") == status)


def has_reviews(refusal: Refusal) -> bool:
    """Return whether the plan has reviews."""
    return refusal.plan is not None and refusal.plan.review_cycle is not None


def has_open_items(refusal: Refusal) -> bool:
    """Return whether an item of the step is open."""
    items = refusal.step.items if refusal.step else ()
    return any(item.status == ItemStatus.OPEN for item in items)


def without_id(refusal: Refusal) -> bool:
    """Return whether the request has no claim id, although the step is fenced."""
    return refusal.detail("given") is None


def is_an_authority(refusal: Refusal) -> bool:
    """Return whether the request names no holder, such as a release by force."""
    return refusal.caller is None


def is_free(refusal: Refusal) -> bool:
    """Return whether the request names a worktree that holds no step.

    If the worktree held a step, a claim would reset its substeps.
    """
    mine = (step.claimed_by == refusal.caller and step.status in HELD for step in refusal.steps)
    return refusal.caller is not None and not any(mine)


def is_gap(refusal: Refusal) -> bool:
    """Return whether the caller holds the parent of a pending substep.

    Only a claim of the parent claims such a substep.
    """
    parent = refusal.parent
    held = parent is not None and parent.status in HELD and parent.claimed_by == refusal.caller
    return held and refusal.detail("status") == StepStatus.PENDING
