"""Changing the status of checklist items."""

from collections.abc import Callable
from dataclasses import replace

from spec.amendments.corrections import REASON_WITH_DEFERRAL
from spec.editions import Edition
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.state import Step


def deferred(item: Item, reason: str) -> Item:
    """Return the item as deferred."""
    return replace(item, status=ItemStatus.DEFERRED, reason=reason)


def with_status(item: Item, status: str, edition: Edition) -> Item:
    """Return the item with a status other than deferred.

    CHK-8: its reason is removed. Before A17, the reason of an earlier deferral was kept.
    """
    reason = None if edition.has(REASON_WITH_DEFERRAL) else item.reason
    return replace(item, status=status, reason=reason)


def is_finished(item: Item) -> bool:
    """Return whether an item does not prevent a strict completion (CMP-2)."""
    return item.status in (ItemStatus.COMPLETED, ItemStatus.DEFERRED)


def is_deferred(item: Item) -> bool:
    """Return whether an item is deferred."""
    return item.status == ItemStatus.DEFERRED


def is_open(item: Item) -> bool:
    """Return whether an item is open."""
    return item.status == ItemStatus.OPEN


def is_touched(item: Item) -> bool:
    """Return whether an item is no longer open."""
    return item.status != ItemStatus.OPEN


def is_uncompleted(item: Item) -> bool:
    """Return whether an item has any status but completed."""
    return item.status != ItemStatus.COMPLETED


def each_item(step: Step, wanted: Callable[[Item], bool], status: str, edition: Edition) -> Step:
    """Return the step with another status for each item that satisfies `wanted`."""
    return replace(
        step,
        items=tuple(
            with_status(item, status, edition) if wanted(item) else item for item in step.items
        ),
    )


def items_completed(step: Step, edition: Edition) -> Step:
    """Return the step with every item completed, including deferred ones."""
    return each_item(step, is_uncompleted, ItemStatus.COMPLETED, edition)


def unfinished_items_opened(step: Step, edition: Edition) -> Step:
    """Return the step with every item open that is not completed."""
    return each_item(step, is_uncompleted, ItemStatus.OPEN, edition)


def all_items_opened(step: Step, edition: Edition) -> Step:
    """Return the step with every item open, including completed ones."""
    return each_item(step, is_touched, ItemStatus.OPEN, edition)
