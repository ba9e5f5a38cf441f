"""Changing the status of checklist items."""

from collections.abc import Callable
from dataclasses import replace

from spec.amendments import REASON_WITH_DEFERRAL
from spec.editions import Edition
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.state import Step


def deferred(item: Item, reason: str) -> Item:
    """Defer an item."""
    return replace(item, status=ItemStatus.DEFERRED, reason=reason)


def with_status(item: Item, status: str, edition: Edition) -> Item:
    """Give an item a status other than by deferring it.

    CHK-8: its reason goes. Before A17 the reason of an earlier deferral stayed behind.
    """
    reason = None if edition.has(REASON_WITH_DEFERRAL) else item.reason
    return replace(item, status=status, reason=reason)


def is_finished(item: Item) -> bool:
    """Tell whether an item no longer stands in the way of a strict completion (CMP-2)."""
    return item.status in (ItemStatus.COMPLETED, ItemStatus.DEFERRED)


def is_uncompleted(item: Item) -> bool:
    """Tell whether an item is open or deferred."""
    return item.status != ItemStatus.COMPLETED


def each_item(step: Step, wanted: Callable[[Item], bool], status: str, edition: Edition) -> Step:
    """Give the items of a step for which `wanted` holds another status."""
    return replace(
        step,
        items=tuple(
            with_status(item, status, edition) if wanted(item) else item for item in step.items
        ),
    )


def items_completed(step: Step, edition: Edition) -> Step:
    """Complete every item of a step, deferred ones too."""
    return each_item(step, is_uncompleted, ItemStatus.COMPLETED, edition)


def unfinished_items_opened(step: Step, edition: Edition) -> Step:
    """Open every item of a step that is not completed."""
    return each_item(step, is_uncompleted, ItemStatus.OPEN, edition)


def all_items_opened(step: Step, edition: Edition) -> Step:
    """Open every item of a step, completed ones too."""
    return each_item(step, lambda item: item.status != ItemStatus.OPEN, ItemStatus.OPEN, edition)
