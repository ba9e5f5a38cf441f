"""Checklists: who may change the items of a step, and updating them by status (CHK)."""

from dataclasses import replace

from model.items import (
    is_deferred,
    is_open,
    reasons_of_ended_deferrals,
    with_status,
)
from model.steps import (
    HolderClauses,
    drift,
    has_drifted,
    held_step,
    holding_row,
    is_completed,
    is_held,
    lease_is_over,
    with_steps,
)
from model.transition import Decision, accept, citing, decided_by, refuse
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
    step = held_step(plan, operation, BY_HOLDER, edition)
    # CHK-1.5: drift is checked before the holder.
    if refusal := drift(plan, operation, "CHK-1.5", "PLN-6.3"):
        return citing(refusal, "PLN-3.2") if isinstance(step, Decision) else refusal
    if isinstance(step, Decision):
        return step
    # CHK-9.2: the items of a completed step do not change.
    if edition.has(FROZEN_WHEN_COMPLETED):
        if is_completed(step):
            idle = decided_by({"CHK-9.3": changes_nothing(step, operation)})
            return refuse(not_claimed(step.anchor, step.status), "CHK-9.2", *idle)
    # CHK-9.5: before A18, a substep was frozen only when its parent was completed.
    elif is_completed(holding_row(plan, step)):
        return refuse(not_claimed(step.anchor, step.status), "CHK-9.5")
    return step


def changes_nothing(step: Step, operation: Update | Batch) -> bool:
    """Return whether every item that a request names has the status that it asks for."""
    if isinstance(operation, Update):
        return all(
            item.status == change.status
            for change in operation.changes
            for item in step.items
            if concerns(change, item)
        )
    statuses = {(entry.kind, entry.ordinal): entry.status for entry in operation.entries}
    if operation.complete_remaining and any(is_open(item) for item in step.items):
        return False
    return all(
        item.status == statuses.get((item.kind, item.ordinal), item.status) for item in step.items
    )


def ignoring_claim(plan: Plan, step: Step, now: int) -> list[str]:
    """Return the clause by which a holder is one without a live claim of the step."""
    holder = holding_row(plan, step)
    live = is_held(step) and is_held(holder) and not lease_is_over(holder, now)
    return decided_by({"CHK-1.4": not live})


def update(plan: Plan, operation: Update, edition: Edition) -> Decision:
    """Change the status of items one by one, by kind, or all together."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    # CHK-4.1: a request without changes is rejected.
    if not operation.changes:
        return refuse(no_update(), "CHK-4.1")
    checks = [improper_change(step, change, operation, edition) for change in operation.changes]
    if refusal := first_refusal(checks, in_turn="CHK-2.7", none_applied="CHK-2.9"):
        return refusal
    changed = step
    for change in operation.changes:
        items = [
            with_status(item, change.status, edition) if concerns(change, item) else item
            for item in changed.items
        ]
        changed = replace(changed, items=tuple(items))
    clauses = applying(step, changed, operation, edition)
    counted = count_of_changes(step, changed)
    clauses.append("CHK-7.1" if edition.has(CHANGES_COUNTED) else "CHK-7.4")
    return changed_items(plan, step, changed, operation, edition, counted, *clauses)


def count_of_changes(before: Step, after: Step) -> int:
    """Return the number of items whose status or reason differs."""
    return sum(
        (old.status, old.reason) != (new.status, new.reason)
        for old, new in zip(before.items, after.items, strict=True)
    )


def first_refusal(
    checks: list[Decision | None], in_turn: str, none_applied: str
) -> Decision | None:
    """Return the refusal of the first improper part of a request, or `None`.

    `in_turn` decides if a later part would have been answered otherwise, `none_applied` if another
    part was proper.
    """
    refusals = [refusal for refusal in checks if refusal]
    if not refusals:
        return None
    first, *later = refusals
    clauses = decided_by(
        {
            in_turn: any(other.outcome != first.outcome for other in later),
            none_applied: len(refusals) < len(checks),
        }
    )
    return citing(first, *clauses)


def concerns(change: StatusChange, item: Item) -> bool:
    """Return whether a change applies to an item: alone, with its kind, or with all items."""
    return change.kind in (None, item.kind) and change.ordinal in (None, item.ordinal)


def applying(before: Step, after: Step, operation: Update, edition: Edition) -> list[str]:
    """Return the clauses by which the changes of an accepted update apply."""
    wide = [change for change in operation.changes if change.ordinal is None]
    checked = edition.has(REASON_WITH_DEFERRAL)
    named = [sum(concerns(change, item) for change in operation.changes) for item in before.items]
    changed = [old.status != new.status for old, new in zip(before.items, after.items, strict=True)]
    return decided_by(
        {
            "CHK-2.8": any(named),
            "CHK-3.3": wide and checked,
            "CHK-3.4": wide and not checked,
            "CHK-3.5": any(not reaches(change, before) for change in wide),
            "CHK-7.2": any(n > 1 and new for n, new in zip(named, changed, strict=True)),
            "CHK-8.5": any(
                change.status == ItemStatus.DEFERRED and reaches(change, before) for change in wide
            ),
        }
    )


def reaches(change: StatusChange, step: Step) -> bool:
    """Return whether a change applies to an item of a step."""
    return any(concerns(change, item) for item in step.items)


def improper_change(
    step: Step, change: StatusChange, operation: Update, edition: Edition
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
        missing = missing_item(step, change.kind, change.ordinal)
        return refuse(missing, "CHK-2.5", "CHK-2.6") if missing else None
    return None


def missing_item(step: Step, kind: ItemKind, ordinal: int) -> Rejected | None:
    """Return the rejection of an ordinal that the step does not have, or `None`."""
    count = sum(item.kind == kind for item in step.items)
    return None if 0 <= ordinal < count else unknown_item(kind, ordinal, count)


def changed_items(
    plan: Plan,
    before: Step,
    after: Step,
    operation: Update | Batch,
    edition: Edition,
    counted: int,
    *clauses: str,
) -> Decision:
    """Accept, and answer how many items are counted (CHK-7)."""
    pairs = list(zip(before.items, after.items, strict=True))
    ended = any(is_deferred(old) and old.reason and not is_deferred(new) for old, new in pairs)
    reasons = reasons_of_ended_deferrals(edition) if ended else ()
    # Before A18, the items of a completed step could change.
    thawed = decided_by({"CHK-9.1": is_completed(before), "PLN-6.3": has_drifted(plan, operation)})
    holding = ignoring_claim(plan, before, operation.now)
    after_change = with_steps(plan, [after])
    cited = dict.fromkeys((*holding, *thawed, *clauses, *reasons))
    return accept(ItemsUpdated(counted), *cited, plan=after_change)
