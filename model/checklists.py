"""Checklists: updating items, one by one or in a batch, and leaving notes (CHK)."""

from dataclasses import replace

from model.items import deferred, with_status
from model.steps import drift, held_step, is_completed, with_steps
from model.transition import Decision, accept, refuse
from spec.amendments import (
    COMPLETE_REMAINING,
    FROZEN_WHEN_COMPLETED,
    REASON_WITH_DEFERRAL,
)
from spec.editions import Edition
from spec.vocabulary.checklists import (
    ArtifactRecorded,
    Batch,
    BatchEntry,
    ItemsUpdated,
    RecordArtifact,
    StatusChange,
    Update,
)
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.rejections import (
    Rejected,
    duplicate_entry,
    empty_batch,
    invalid_kind,
    invalid_status,
    missing_reason,
    no_update,
    not_claimed,
    reopen_not_allowed,
    unknown_item,
)
from spec.vocabulary.state import Artifact, Plan, Step


def changeable_step(plan: Plan, operation: Update | Batch, edition: Edition) -> Step | Decision:
    """Find the step whose items the caller may change, or refuse in the order of CHK-1."""
    if rejection := drift(plan, operation):
        return refuse(rejection, "CHK-1", "PLN-6")
    step = held_step(plan, operation.step, operation.worktree)
    if isinstance(step, Rejected):
        return refuse(step, "CHK-1")
    # CHK-9: the items of a completed step do not change.
    if edition.has(FROZEN_WHEN_COMPLETED) and is_completed(step):
        return refuse(not_claimed(step.anchor, step.status), "CHK-9")
    return step


def update(plan: Plan, operation: Update, edition: Edition) -> Decision:
    """Change the status of items one by one, by kind, or all together."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    # CHK-4: a request without changes is rejected.
    if not operation.changes:
        return refuse(no_update(), "CHK-4")
    for change in operation.changes:
        rule = "CHK-2" if change.ordinal is not None else "CHK-3"
        if rejection := improper_change(step, change, operation, edition):
            return refuse(rejection, rule)
    rules = {"CHK-2" if change.ordinal is not None else "CHK-3" for change in operation.changes}
    changed = step
    for change in operation.changes:
        items = [
            with_status(item, change.status, edition) if concerns(change, item) else item
            for item in changed.items
        ]
        changed = replace(changed, items=tuple(items))
    return changed_items(plan, step, changed, *sorted(rules))


def concerns(change: StatusChange, item: Item) -> bool:
    """Return whether a change applies to an item: alone, with its kind, or with all items."""
    return change.kind in (None, item.kind) and change.ordinal in (None, item.ordinal)


def improper_change(
    step: Step, change: StatusChange, operation: Update, edition: Edition
) -> Rejected | None:
    """Return why an update cannot set a status, or `None` (CHK-2, CHK-3)."""
    # Before A17, an update of a whole kind accepted any word.
    if change.ordinal is None and not edition.has(REASON_WITH_DEFERRAL):
        return None
    if change.status == ItemStatus.OPEN and not operation.allow_reopen:
        return reopen_not_allowed()
    # Only a batch entry can carry the reason that a deferral needs.
    if change.status == ItemStatus.DEFERRED:
        return missing_reason()
    if change.status not in (ItemStatus.OPEN, ItemStatus.COMPLETED):
        return invalid_status(change.status)
    if change.kind is not None and change.ordinal is not None:
        return missing_item(step, change.kind, change.ordinal)
    return None


def missing_item(step: Step, kind: ItemKind, ordinal: int) -> Rejected | None:
    """Return the rejection of an ordinal that the step does not have, or `None`."""
    count = sum(item.kind == kind for item in step.items)
    return None if 0 <= ordinal < count else unknown_item(kind, ordinal, count)


def batch(plan: Plan, operation: Batch, edition: Edition) -> Decision:
    """Complete or defer the listed items, then complete those still open if requested."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    complete_remaining = operation.complete_remaining and edition.has(COMPLETE_REMAINING)
    if rejection := improper_batch(step, operation.entries, complete_remaining):
        return refuse(rejection, "CHK-4")
    entries = {(entry.kind, entry.ordinal): entry for entry in operation.entries}
    items = [applied(entries.get((item.kind, item.ordinal)), item, edition) for item in step.items]
    already = any(
        entries[key].status == item.status
        for item in step.items
        if (key := (item.kind, item.ordinal)) in entries
    )
    if complete_remaining:
        items = [
            with_status(item, ItemStatus.COMPLETED, edition)
            if item.status == ItemStatus.OPEN
            else item
            for item in items
        ]
    rules = ("CHK-4",) * bool(entries) + ("CHK-5",) * already + ("CHK-6",) * complete_remaining
    return changed_items(plan, step, replace(step, items=tuple(items)), *rules)


def improper_batch(
    step: Step, entries: tuple[BatchEntry, ...], complete_remaining: bool
) -> Rejected | None:
    """Return why a batch is rejected, or `None`; it is validated as a whole (CHK-4)."""
    if not entries and not complete_remaining:
        return empty_batch()
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        if (entry.kind, entry.ordinal) in seen:
            return duplicate_entry(entry.kind, entry.ordinal)
        seen.add((entry.kind, entry.ordinal))
    return next(filter(None, (improper_entry(step, entry) for entry in entries)), None)


def improper_entry(step: Step, entry: BatchEntry) -> Rejected | None:
    """Return why an entry of a batch is rejected, or `None` (CHK-4)."""
    if entry.kind not in set(ItemKind):
        return invalid_kind(entry.kind)
    if entry.status not in (ItemStatus.COMPLETED, ItemStatus.DEFERRED):
        return invalid_status(entry.status)
    if entry.status == ItemStatus.DEFERRED and not entry.reason:
        return missing_reason()
    return missing_item(step, ItemKind(entry.kind), entry.ordinal)


def applied(entry: BatchEntry | None, item: Item, edition: Edition) -> Item:
    """Return the item with its entry applied, if that changes its status (CHK-5)."""
    if entry is None or entry.status == item.status:
        return item
    if entry.status == ItemStatus.DEFERRED:
        return deferred(item, entry.reason or "")
    return with_status(item, ItemStatus.COMPLETED, edition)


def changed_items(plan: Plan, before: Step, after: Step, *rules: str) -> Decision:
    """Accept, and count the items whose status changed (CHK-7)."""
    pairs = list(zip(before.items, after.items, strict=True))
    count = sum(old.status != new.status for old, new in pairs)
    # CHK-8: a reason comes and goes with the deferral.
    reasons = ("CHK-8",) if any(old.reason != new.reason for old, new in pairs) else ()
    outcome = ItemsUpdated(count)
    return accept(outcome, *rules, "CHK-7", *reasons, plan=with_steps(plan, [after]))


LONGEST_SUMMARY = 500
"""Characters that are kept of an artifact's summary."""


def record_artifact(plan: Plan, operation: RecordArtifact, artifact_id: int) -> Decision:
    """Leave a note on a held step, under an id that the store has never given before."""
    step = held_step(plan, operation.step, operation.worktree)
    if isinstance(step, Rejected):
        return refuse(step, "CHK-1")
    summary = operation.summary[:LONGEST_SUMMARY]
    artifact = Artifact(artifact_id, operation.kind, summary, operation.now)
    noted = replace(step, artifacts=(*step.artifacts, artifact))
    return accept(ArtifactRecorded(artifact_id), "CHK-10", plan=with_steps(plan, [noted]))
