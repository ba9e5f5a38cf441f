"""Batches: completing and deferring listed items, and completing what is open (CHK-4 to CHK-6)."""

from dataclasses import replace

from model.checklists import (
    changeable_step,
    changed_items,
    count_of_changes,
    first_refusal,
    missing_item,
)
from model.items import deferred, each_item, is_deferred, is_open, with_status
from model.transition import Decision, citing, decided_by, refuse
from spec.amendments.corrections import CHANGES_COUNTED, KEPT_REASON, REASON_WITH_DEFERRAL
from spec.amendments.seed import COMPLETE_REMAINING
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, BatchEntry
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
    clauses = applying_entries(pairs, edition)
    counted = len(operation.entries)
    if operation.complete_remaining:
        clauses += completing_remaining(plan, changed, operation, edition)
        if edition.has(COMPLETE_REMAINING):
            counted += sum(map(is_open, changed.items))
            changed = remaining_completed(changed, edition)
    # CHK-7.5: before A38, every entry counted.
    if edition.has(CHANGES_COUNTED):
        counted = count_of_changes(step, changed)
    clauses.append("CHK-7.1" if edition.has(CHANGES_COUNTED) else "CHK-7.5")
    return changed_items(plan, step, changed, operation, edition, counted, *clauses)


def remaining_completed(step: Step, edition: Edition) -> Step:
    """Return the step with its open items completed."""
    return each_item(step, is_open, ItemStatus.COMPLETED, edition)


def applying_entries(pairs: list[tuple[Item, BatchEntry | None]], edition: Edition) -> list[str]:
    """Return the clauses by which entries apply to their items."""
    named = [(item, entry) for item, entry in pairs if entry]
    deferring = [entry for item, entry in named if is_deferral(entry) and not is_deferred(item)]
    again = any(
        entry.status == item.status and entry.reason != item.reason for item, entry in named
    )
    anew = any(
        is_deferral(entry) and is_deferred(item) and entry.reason != item.reason
        for item, entry in named
    )
    keeps = edition.has(KEPT_REASON)
    superfluous = any(entry.reason and not is_deferral(entry) for _, entry in named)
    return decided_by(
        {
            "CHK-4.11": any(is_deferral(each) and is_blank(each.reason) for _, each in named),
            "CHK-5.1": any(entry.status != item.status for item, entry in named),
            "CHK-5.2": deferring,
            "CHK-5.3": superfluous,
            "CHK-5.4": keeps and again,
            "CHK-5.5": not keeps and anew,
            "CHK-8.1": deferring and edition.has(REASON_WITH_DEFERRAL),
            "CHK-8.2": superfluous and edition.has(REASON_WITH_DEFERRAL),
        }
    )


def is_deferral(entry: BatchEntry) -> bool:
    """Return whether an entry defers its item."""
    return entry.status == ItemStatus.DEFERRED


def is_blank(reason: str | None) -> bool:
    """Return whether a reason consists of white space."""
    return reason is not None and reason.isspace()


def completing_remaining(plan: Plan, step: Step, operation: Batch, edition: Edition) -> list[str]:
    """Return the clauses on `complete_remaining` for a step whose entries have been applied."""
    remaining = any(is_open(item) for item in step.items)
    if not edition.has(COMPLETE_REMAINING):
        return decided_by({"CHK-6.1": remaining})
    others = (other for other in plan.steps if other.anchor != step.anchor)
    return decided_by(
        {
            "CHK-6.2": remaining,
            "CHK-6.3": remaining and operation.entries,
            "CHK-6.4": any(is_deferred(item) for item in step.items),
            "CHK-6.5": not remaining,
            "CHK-6.6": any(is_open(item) for other in others for item in other.items),
            "CHK-7.3": remaining,
        }
    )


def improper_batch(step: Step, operation: Batch, edition: Edition) -> Decision | None:
    """Return the refusal of a batch, or `None`; it is validated as a whole."""
    if not operation.entries:
        return without_entries(operation, edition)
    refusal = repeated_entry(step, operation.entries) or first_refusal(
        # CHK-4.13: all checks of an entry before those of the next.
        [improper_entry(step, entry) for entry in operation.entries],
        in_turn="CHK-4.13",
        none_applied="CHK-4.14",
    )
    together = operation.complete_remaining and edition.has(COMPLETE_REMAINING)
    return refusal and citing(refusal, *decided_by({"CHK-6.3": together}))


def without_entries(operation: Batch, edition: Edition) -> Decision | None:
    """Return the refusal of a batch without entries, or `None` if it completes what is open."""
    if not edition.has(COMPLETE_REMAINING):
        asked = decided_by({"CHK-6.1": operation.complete_remaining})
        return refuse(empty_batch(), "CHK-4.3", *asked)
    return None if operation.complete_remaining else refuse(empty_batch(), "CHK-4.4")


def repeated_entry(step: Step, entries: tuple[BatchEntry, ...]) -> Decision | None:
    """Return the refusal of the first entry that repeats an earlier one, or `None`."""
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        if (entry.kind, entry.ordinal) in seen:
            improper = decided_by({"CHK-4.6": improper_entry(step, entry)})
            repeated = duplicate_entry(entry.kind, entry.ordinal)
            return refuse(repeated, "CHK-4.5", *improper, "CHK-4.7", "CHK-4.14")
        seen.add((entry.kind, entry.ordinal))
    return None


def improper_entry(step: Step, entry: BatchEntry) -> Decision | None:
    """Return the refusal of an entry of a batch, or `None`."""
    if entry.kind not in set(ItemKind):
        return refuse(invalid_kind(entry.kind), "CHK-4.8")
    if entry.status not in (ItemStatus.COMPLETED, ItemStatus.DEFERRED):
        return refuse(invalid_status(entry.status), "CHK-4.9")
    if entry.status == ItemStatus.DEFERRED and not entry.reason:
        return refuse(missing_reason(), "CHK-4.10")
    missing = missing_item(step, ItemKind(entry.kind), entry.ordinal)
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
