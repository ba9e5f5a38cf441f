"""Checklists: who may change the items of a step, and updating them by status (CHK)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from model.items import with_status
from model.steps import (
    HolderClauses,
    drift,
    held_step,
    holding_row,
    is_completed,
    with_steps,
)
from model.transition import Decision, accept, refuse
from spec.amendments.corrections import CHANGES_COUNTED, FROZEN_WHEN_COMPLETED, REASON_WITH_DEFERRAL
from spec.editions import Edition
from spec.vocabulary.checklists import (
    Batch,
    ItemsUpdated,
    StatusChange,
    Update,
)
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.rejections import (
    Rejected,
    invalid_status,
    missing_reason,
    no_update,
    not_claimed,
    reopen_not_allowed,
    unknown_item,
)
from spec.vocabulary.state import Plan, Step

BY_HOLDER = HolderClauses(("CHK-1.1",), ("CHK-1.2",), "CLM-20.3", ("CHK-1.3",))


def changeable_step(plan: Plan, operation: Update | Batch, edition: Edition) -> Step | Decision:
    """Return the step whose items the caller may change, or the refusal."""
    # CHK-1.5: drift is checked before the holder.
    if refusal := drift(plan, operation, "CHK-1.5", "PLN-6.3"):
        return refusal
    step = held_step(plan, operation, BY_HOLDER, edition)
    if isinstance(step, Decision):
        return step
    # CHK-9.2: the items of a completed step do not change.
    if edition.has(FROZEN_WHEN_COMPLETED):
        if is_completed(step):
            return refuse(not_claimed(step.anchor, step.status), "CHK-9.2")
    # CHK-9.5: before A18, a substep was frozen only when its parent was completed.
    elif is_completed(holding_row(plan, step)):
        return refuse(not_claimed(step.anchor, step.status), "CHK-9.5")
    return step


def update(plan: Plan, operation: Update, edition: Edition) -> Decision:
    """Change the status of items one by one, by kind, or all together."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    # CHK-4.1: a request without changes is rejected.
    if not operation.changes:
        return refuse(no_update(), "CHK-4.1")
    # CHK-2.7, CHK-2.9: the first improper change refuses all of them.
    counts = Counter(item.kind for item in step.items)
    for change in operation.changes:
        if refusal := improper_change(counts, change, operation, edition):
            return refusal
    last = {(each.kind, each.ordinal): at for at, each in enumerate(operation.changes)}
    items = [
        with_status(item, operation.changes[at].status, edition)
        if (at := last_concerning(last, item)) is not None
        else item
        for item in step.items
    ]
    changed = replace(step, items=tuple(items))
    # CHK-7.4: before A38, what was changed counted as well.
    clause = "CHK-7.1" if edition.has(CHANGES_COUNTED) else "CHK-7.4"
    outcome = ItemsUpdated(count_of_changes(step, changed))
    return accept(outcome, clause, plan=with_steps(plan, [changed]))


def count_of_changes(before: Step, after: Step) -> int:
    """Return the number of items whose status or reason differs."""
    return sum(
        (old.status, old.reason) != (new.status, new.reason)
        for old, new in zip(before.items, after.items, strict=True)
    )


def last_concerning(
    last: Mapping[tuple[ItemKind | None, int | None], int], item: Item
) -> int | None:
    """Return the last change that applies to an item: alone, with its kind, or with all items."""
    concerned = ((None, None), (item.kind, None), (item.kind, item.ordinal))
    return max((last[each] for each in concerned if each in last), default=None)


def improper_change(
    counts: Counter[ItemKind], change: StatusChange, operation: Update, edition: Edition
) -> Decision | None:
    """Return the refusal of a change, or `None`."""
    of_one = change.ordinal is not None
    # CHK-3.4: before A17, an update of a whole kind accepted any word.
    if not of_one and not edition.has(REASON_WITH_DEFERRAL):
        return None
    if change.status == ItemStatus.OPEN and not operation.allow_reopen:
        return refuse(reopen_not_allowed(), "CHK-2.2" if of_one else "CHK-3.3")
    # Only a batch entry can carry the reason that a deferral needs.
    if change.status == ItemStatus.DEFERRED:
        return refuse(missing_reason(), "CHK-2.3" if of_one else "CHK-3.3")
    if change.status not in (ItemStatus.OPEN, ItemStatus.COMPLETED):
        return refuse(invalid_status(change.status), "CHK-2.4" if of_one else "CHK-3.3")
    if change.kind is not None and change.ordinal is not None:
        missing = missing_item(counts, change.kind, change.ordinal)
        return refuse(missing, "CHK-2.5", "CHK-2.6") if missing else None
    return None


def missing_item(counts: Counter[ItemKind], kind: ItemKind, ordinal: int) -> Rejected | None:
    """Return the rejection of an ordinal that no item of a kind has, by their counts, or `None`."""
    return None if 0 <= ordinal < counts[kind] else unknown_item(kind, ordinal, counts[kind])
