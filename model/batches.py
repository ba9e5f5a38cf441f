"""Batches: completing and deferring listed items, and completing what is open (CHK-4 to CHK-6)."""

from collections import Counter
from dataclasses import replace

from model.checklists import changeable_step, count_of_changes, missing_item
from model.items import deferred, each_item, is_open, with_status
from model.steps import with_steps
from model.transition import Decision, accept, refuse
from spec.amendments.corrections import CHANGES_COUNTED, KEPT_REASON
from spec.amendments.seed import COMPLETE_REMAINING
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, BatchEntry, ItemsUpdated
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.rejections import (
    duplicate_entry,
    empty_batch,
    invalid_kind,
    invalid_status,
    missing_reason,
)
from spec.vocabulary.state import Plan, Step


def batch(plan: Plan, operation: Batch, edition: Edition) -> Decision:
    """Complete or defer the listed items, then complete those still open if requested."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    if refusal := improper_batch(step, operation, edition):
        return refusal
    entries = {(entry.kind, entry.ordinal): entry for entry in operation.entries}
    pairs = [(item, entries.get((item.kind, item.ordinal))) for item in step.items]
    changed = replace(step, items=tuple(applied(entry, item, edition) for item, entry in pairs))
    counted, clause = len(operation.entries), "CHK-7.5"
    completing: tuple[str, ...] = ()
    if operation.complete_remaining and edition.has(COMPLETE_REMAINING):
        counted += sum(map(is_open, changed.items))
        changed, completing = remaining_completed(changed, edition), ("CHK-6.2",)
    # CHK-7.5: before A38, every entry counted.
    if edition.has(CHANGES_COUNTED):
        counted, clause = count_of_changes(step, changed), "CHK-7.1"
    return accept(ItemsUpdated(counted), clause, *completing, plan=with_steps(plan, [changed]))


def remaining_completed(step: Step, edition: Edition) -> Step:
    """Return the step with its open items completed, its deferred ones as they are (CHK-6)."""
    return each_item(step, is_open, ItemStatus.COMPLETED, edition)


def improper_batch(step: Step, operation: Batch, edition: Edition) -> Decision | None:
    """Return the refusal of a batch, or `None`; it is validated as a whole."""
    if not operation.entries:
        return without_entries(operation, edition)
    if refusal := repeated_entry(operation.entries):
        return refusal
    # CHK-4.13: all checks of an entry before those of the next.
    counts = Counter(item.kind for item in step.items)
    checks = (improper_entry(counts, entry) for entry in operation.entries)
    return next(filter(None, checks), None)


def without_entries(operation: Batch, edition: Edition) -> Decision | None:
    """Return the refusal of a batch without entries, or `None` if it completes what is open."""
    if not edition.has(COMPLETE_REMAINING):
        return refuse(empty_batch(), "CHK-4.3")
    return None if operation.complete_remaining else refuse(empty_batch(), "CHK-4.4")


def repeated_entry(entries: tuple[BatchEntry, ...]) -> Decision | None:
    """Return the refusal of the first entry that repeats an earlier one, or `None`."""
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        if (entry.kind, entry.ordinal) in seen:
            repeated = duplicate_entry(entry.kind, entry.ordinal)
            return refuse(repeated, "CHK-4.5", "CHK-4.7", "CHK-4.14")
        seen.add((entry.kind, entry.ordinal))
    return None


def improper_entry(counts: Counter[ItemKind], entry: BatchEntry) -> Decision | None:
    """Return the refusal of an entry of a batch, or `None`."""
    if entry.kind not in set(ItemKind):
        return refuse(invalid_kind(entry.kind), "CHK-4.8")
    if entry.status not in (ItemStatus.COMPLETED, ItemStatus.DEFERRED):
        return refuse(invalid_status(entry.status), "CHK-4.9")
    if entry.status == ItemStatus.DEFERRED and not entry.reason:
        return refuse(missing_reason(), "CHK-4.10")
    missing = missing_item(counts, ItemKind(entry.kind), entry.ordinal)
    return refuse(missing, "CHK-4.12") if missing else None


def applied(entry: BatchEntry | None, item: Item, edition: Edition) -> Item:
    """Return the item with its entry applied."""
    if entry is None:
        return item
    # CHK-5.4: with A37, an item that was deferred kept its reason.
    if entry.status == item.status and edition.has(KEPT_REASON):
        return item
    if entry.status == ItemStatus.DEFERRED:
        return deferred(item, entry.reason or "")
    return with_status(item, ItemStatus.COMPLETED, edition)
