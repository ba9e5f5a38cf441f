"""Step properties of updates and batches, of what they count, and of the status in a rejection."""

from collections.abc import Iterator

from spec.amendments.corrections import CHANGES_COUNTED, KEPT_REASON, RELEASE_NAMES_STATUS
from spec.amendments.seed import COMPLETE_REMAINING
from spec.properties.changes import Change, StepProperty, accepted
from spec.properties.conditions import row
from spec.properties.invariants import item_status
from spec.properties.predicate import properties_in
from spec.vocabulary.checklists import Batch, BatchEntry, ItemsUpdated, Update
from spec.vocabulary.items import Item, ItemStatus
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


@StepProperty.stated(
    "STP-75", accepted(Update, Batch), (COMPLETE_REMAINING,), about=(Update, Batch)
)
def items_are_what_is_asked(change: Change) -> Iterator[str]:
    """After an update or batch, each item of its step has the status last given for it, or is
    completed if it was open and the batch completes the rest; every other item is what it was.
    """
    asked, before, after = change.operation, change.plan_before, change.plan_after
    assert isinstance(asked, Update | Batch)
    rows = zip(before.steps, after.steps, strict=False) if before and after else ()
    for step, now in rows:
        for old, new in zip(step.items, now.items, strict=False):
            is_right = is_as_asked(asked, old, new) if step.anchor == asked.step else old == new
            if not is_right:
                yield f"{item_status(now, new)}, was {old.status}"


def is_as_asked(asked: Update | Batch, old: Item, new: Item) -> bool:
    """Return whether an item of the step that is named became what it is to be."""
    changes = asked.changes if isinstance(asked, Update) else asked.entries
    kinds, ordinals = (None, old.kind), (None, old.ordinal)
    given = [each.status for each in changes if each.kind in kinds and each.ordinal in ordinals]
    if isinstance(asked, Batch) and asked.complete_remaining and old.status == ItemStatus.OPEN:
        given = [ItemStatus.COMPLETED, *given]
    return new.status == given[-1] if given else old == new


CHECKLIST_PROPERTIES = properties_in(globals(), StepProperty)
