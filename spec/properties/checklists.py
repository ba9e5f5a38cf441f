"""Step properties of batches, of what they count, and of the status in a rejection."""

from collections.abc import Iterator

from spec.amendments.corrections import CHANGES_COUNTED, KEPT_REASON, RELEASE_NAMES_STATUS
from spec.amendments.seed import COMPLETE_REMAINING
from spec.properties.changes import Change, StepProperty, accepted, was_rejected
from spec.properties.conditions import row
from spec.properties.invariants import item_status
from spec.properties.predicate import properties_in
from spec.vocabulary.checklists import Batch, BatchEntry, ItemsUpdated, Update
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.rejections import Code, Rejected


def deferrals(change: Change) -> list[BatchEntry]:
    """Return the entries of a batch that defer their items."""
    operation = change.operation
    entries = operation.entries if isinstance(operation, Batch) else ()
    return [entry for entry in entries if entry.status == ItemStatus.DEFERRED]


def deferred_something(change: Change) -> bool:
    """Return whether a batch was accepted that defers an item."""
    return bool(deferrals(change)) and not isinstance(change.outcome, Rejected)


@StepProperty.stated("STP-37", deferred_something, (KEPT_REASON,), about=(Batch,))
def a_deferral_gives_its_reason(change: Change) -> Iterator[str]:
    """An item that a batch defers has the reason that the batch gives."""
    assert isinstance(change.operation, Batch)
    step = row(change.after, change.operation.plan, change.operation.step)
    assert step is not None
    reasons = {(str(item.kind), item.ordinal): item.reason for item in step.items}
    for entry in deferrals(change):
        stored = reasons[entry.kind, entry.ordinal]
        if stored != entry.reason:
            yield f"{entry.kind} {entry.ordinal} was deferred as {entry.reason}, and has {stored}"


@StepProperty.stated("STP-38", accepted(Update, Batch), (CHANGES_COUNTED,), about=(Update, Batch))
def what_is_counted_has_changed(change: Change) -> Iterator[str]:
    """An update or batch counts the items that it changes, and no others."""
    assert isinstance(change.outcome, ItemsUpdated)
    changed = sum(old != new for _, old, new in change.items())
    if change.outcome.items_updated != changed:
        yield f"{change.outcome.items_updated} items are counted, {changed} have changed"


def was_refused_for_a_status(change: Change) -> bool:
    """Return whether an operation was rejected for the status of its step."""
    outcome = change.outcome
    return isinstance(outcome, Rejected) and outcome.code is Code.NOT_CLAIMED


@StepProperty.stated("STP-39", was_refused_for_a_status, (RELEASE_NAMES_STATUS,), about=(Rejected,))
def a_rejection_names_the_status(change: Change) -> Iterator[str]:
    """A rejection because of a step's status names that status."""
    assert isinstance(change.outcome, Rejected)
    named = dict(change.outcome.details)
    step = row(change.before, change.operation.plan, str(named["step"]))
    if named["status"] != (step.status if step else "unknown"):
        yield f"{named['step']} is {step.status if step else 'unknown'}, not {named['status']}"


def completed_the_rest(change: Change) -> bool:
    """Return whether a batch was accepted that completes the rest."""
    operation = change.operation
    completes = isinstance(operation, Batch) and operation.complete_remaining
    return completes and not was_rejected(change)


@StepProperty.stated("STP-67", completed_the_rest, (COMPLETE_REMAINING,), about=(Batch,))
def nothing_is_left_open(change: Change) -> Iterator[str]:
    """A batch that completes the rest leaves no item of its step open."""
    assert isinstance(change.operation, Batch)
    step = row(change.after, change.operation.plan, change.operation.step)
    for item in step.items if step else ():
        if item.status == ItemStatus.OPEN:
            yield f"{item.kind} {item.ordinal} is open"


@StepProperty.stated("STP-75", accepted(Update), about=(Update,))
def the_last_change_counts(change: Change) -> Iterator[str]:
    """After an update, each item has the status of the last change that applies to it."""
    assert isinstance(change.operation, Update)
    for step, _, item in change.items():
        applying = [
            each.status
            for each in change.operation.changes
            if each.kind in (None, item.kind) and each.ordinal in (None, item.ordinal)
        ]
        if step.anchor == change.operation.step and applying and applying[-1] != item.status:
            yield f"{item_status(step, item)}, the last change says {applying[-1]}"


CHECKLIST_PROPERTIES = properties_in(globals(), StepProperty)
