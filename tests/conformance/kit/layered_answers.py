"""Layers that change answers only, each in one simple way."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spec.vocabulary.checklists import Batch, ItemsUpdated, Update
from spec.vocabulary.claims import Claimed
from spec.vocabulary.completion import Reconciled, StepCompleted
from spec.vocabulary.holding import Released
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Registered
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.review_cycles import ReviewModel
from spec.vocabulary.reviews import StopAnswered
from spec.vocabulary.state import Shown

Layer = Callable[[Operation, Any], Any]


def one_code(_: Operation, outcome: Any) -> Any:
    """Reject everything for the same code."""
    rejected = isinstance(outcome, Rejected)
    return replace(outcome, code=Code.INVALID_REQUEST) if rejected else outcome


def all_counted(operation: Operation, outcome: Any) -> Any:
    """Count the items that stay as they were among those that were changed."""
    if not isinstance(outcome, ItemsUpdated) or not isinstance(operation, Update | Batch):
        return outcome
    named = operation.changes if isinstance(operation, Update) else operation.entries
    return replace(outcome, items_updated=len(named))


def one_more(kind: type[Any], field: str) -> Layer:
    """Return a layer that counts one too much."""

    def change(_: Operation, outcome: Any) -> Any:
        if not isinstance(outcome, kind):
            return outcome
        return replace(outcome, **{field: getattr(outcome, field) + 1})

    return change


def fixed(kind: type[Any], field: str, value: object) -> Layer:
    """Return a layer that always answers a field with the same value."""
    return lambda _, outcome: (
        replace(outcome, **{field: value}) if isinstance(outcome, kind) else outcome
    )


def swapped(_: Operation, outcome: Any) -> Any:
    """Reject what somebody else has for the code of what nobody has, and the other way round."""
    rejected = isinstance(outcome, Rejected)
    return replace(outcome, code=SWAPPED.get(outcome.code, outcome.code)) if rejected else outcome


def shifted(_: Operation, outcome: Any) -> Any:
    """Reject everything for the code before the right one."""
    if not isinstance(outcome, Rejected) or outcome.code not in SHIFTED:
        return outcome
    return replace(outcome, code=SHIFTED[SHIFTED.index(outcome.code) - 1])


def with_slash(_: Operation, outcome: Any) -> Any:
    """Write the path of a worktree as that of a folder."""
    if not isinstance(outcome, Released):
        return outcome
    return replace(outcome, was_claimed_by=outcome.was_claimed_by + "/")


SHIFTED = (
    Code.INVALID_REQUEST,
    Code.OWNERSHIP_VIOLATION,
    Code.NOT_CLAIMED,
    Code.INCOMPLETE_CHECKLIST,
    Code.INCOMPLETE_SUBSTEPS,
)
SWAPPED = {
    Code.NOT_CLAIMED: Code.OWNERSHIP_VIOLATION,
    Code.OWNERSHIP_VIOLATION: Code.NOT_CLAIMED,
}
ANSWERS: dict[str, Layer] = {
    "one code": one_code,
    "unchanged items": all_counted,
    "ready steps": one_more(Claimed, "remaining_ready"),
    "remaining steps": one_more(Claimed, "total_remaining"),
    "dependencies": fixed(Registered, "dep_count", 0),
    "iterations": one_more(IterationsStarted, "max_iterations"),
    "review model": fixed(StopAnswered, "model", ReviewModel.OPUS),
    "swapped codes": swapped,
    "substeps": one_more(Registered, "substep_count"),
    "drift": fixed(Shown, "drifted", value=False),
    "shifted codes": shifted,
    "slashes": with_slash,
    "checklists": one_more(Registered, "checklist_count"),
    "kept steps": one_more(Registered, "kept"),
    "order": one_more(Claimed, "index"),
    "reclaims": fixed(Claimed, "reclaimed", value=False),
    "items": one_more(ItemsUpdated, "items_updated"),
    "force": fixed(StepCompleted, "forced", value=False),
    "last steps": fixed(StepCompleted, "all_steps_completed", value=False),
    "reconciled steps": one_more(Reconciled, "reconciled_count"),
    "numbers of iterations": one_more(IterationDecided, "iteration"),
}
"""Layers that change answers only."""
