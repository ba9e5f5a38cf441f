"""Checklists: updating items, one by one or in a batch, and leaving notes (CHK)."""

from dataclasses import replace

from model.items import deferred, with_status
from model.steps import HolderClauses, drift, held_step, is_completed, with_steps
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

BY_HOLDER = HolderClauses("CHK-1.1", "CHK-1.2", "CHK-1.3")

VALID_BATCH = ("CHK-4.5", "CHK-4.8", "CHK-4.9", "CHK-4.12")
"""The clauses whose checks every entry of an accepted batch has passed."""


def changeable_step(plan: Plan, operation: Update | Batch, edition: Edition) -> Step | Decision:
    """Return the step whose items the caller may change, or the refusal."""
    # CHK-1.5: drift is checked before the holder.
    if rejection := drift(plan, operation):
        return refuse(rejection, "CHK-1.5", "PLN-6.3")
    step = held_step(plan, operation.step, operation.worktree, BY_HOLDER)
    if isinstance(step, Decision):
        return step
    # CHK-9.2: the items of a completed step do not change.
    if edition.has(FROZEN_WHEN_COMPLETED) and is_completed(step):
        return refuse(not_claimed(step.anchor, step.status), "CHK-9.2")
    return step


def update(plan: Plan, operation: Update, edition: Edition) -> Decision:
    """Change the status of items one by one, by kind, or all together."""
    step = changeable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    # CHK-4.1: a request without changes is rejected.
    if not operation.changes:
        return refuse(no_update(), "CHK-4.1")
    for change in operation.changes:
        if refusal := improper_change(step, change, operation, edition):
            return refusal
    clauses = {applying_clause(step, change, edition) for change in operation.changes}
    changed = step
    for change in operation.changes:
        items = [
            with_status(item, change.status, edition) if concerns(change, item) else item
            for item in changed.items
        ]
        changed = replace(changed, items=tuple(items))
    return changed_items(plan, step, changed, edition, *sorted(clauses))


def concerns(change: StatusChange, item: Item) -> bool:
    """Return whether a change applies to an item: alone, with its kind, or with all items."""
    return change.kind in (None, item.kind) and change.ordinal in (None, item.ordinal)


def applying_clause(step: Step, change: StatusChange, edition: Edition) -> str:
    """Return the clause by which an accepted change applies."""
    if change.ordinal is not None:
        return "CHK-2.8"
    if not any(concerns(change, item) for item in step.items):
        return "CHK-3.5"
    return "CHK-3.3" if edition.has(REASON_WITH_DEFERRAL) else "CHK-3.4"


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
        return refuse(missing, "CHK-2.5") if missing else None
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
    if refusal := improper_batch(step, operation.entries, complete_remaining, edition):
        return refusal
    entries = {(entry.kind, entry.ordinal): entry for entry in operation.entries}
    items = [applied(entries.get((item.kind, item.ordinal)), item, edition) for item in step.items]
    already = any(
        entries[key].status == item.status
        for item in step.items
        if (key := (item.kind, item.ordinal)) in entries
    )
    remaining = any(item.status == ItemStatus.OPEN for item in items)
    if complete_remaining:
        items = [
            with_status(item, ItemStatus.COMPLETED, edition)
            if item.status == ItemStatus.OPEN
            else item
            for item in items
        ]
    clauses: list[str] = []
    if entries:
        clauses += VALID_BATCH
    if already:
        clauses.append("CHK-5.4")
    if complete_remaining:
        clauses.append("CHK-6.2" if remaining else "CHK-6.5")
    return changed_items(plan, step, replace(step, items=tuple(items)), edition, *clauses)


def improper_batch(
    step: Step, entries: tuple[BatchEntry, ...], complete_remaining: bool, edition: Edition
) -> Decision | None:
    """Return the refusal of a batch, or `None`; it is validated as a whole."""
    if not entries and not complete_remaining:
        return refuse(empty_batch(), "CHK-4.4" if edition.has(COMPLETE_REMAINING) else "CHK-4.3")
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        if (entry.kind, entry.ordinal) in seen:
            return refuse(duplicate_entry(entry.kind, entry.ordinal), "CHK-4.5")
        seen.add((entry.kind, entry.ordinal))
    # CHK-4.13: all checks of an entry before those of the next.
    return next(filter(None, (improper_entry(step, entry) for entry in entries)), None)


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
    """Return the item with its entry applied, if that changes its status (CHK-5.4)."""
    if entry is None or entry.status == item.status:
        return item
    if entry.status == ItemStatus.DEFERRED:
        return deferred(item, entry.reason or "")
    return with_status(item, ItemStatus.COMPLETED, edition)


def changed_items(
    plan: Plan, before: Step, after: Step, edition: Edition, *clauses: str
) -> Decision:
    """Accept, and count the items whose status changed (CHK-7.1)."""
    pairs = list(zip(before.items, after.items, strict=True))
    count = sum(old.status != new.status for old, new in pairs)
    outcome, reasons = ItemsUpdated(count), reason_clauses(pairs, edition)
    return accept(outcome, *clauses, "CHK-7.1", *reasons, plan=with_steps(plan, [after]))


def reason_clauses(pairs: list[tuple[Item, Item]], edition: Edition) -> list[str]:
    """Return the clauses that decided what became of the reasons of changed items."""
    ended = any(
        old.status == ItemStatus.DEFERRED != new.status and old.reason for old, new in pairs
    )
    if not edition.has(REASON_WITH_DEFERRAL):
        return ["CHK-8.4"] if ended else []
    deferred_now = any(new.reason and new.reason != old.reason for old, new in pairs)
    return [
        clause for clause, decided in (("CHK-8.1", deferred_now), ("CHK-8.3", ended)) if decided
    ]


LONGEST_SUMMARY = 500
"""Characters that are kept of an artifact's summary."""


def record_artifact(plan: Plan, operation: RecordArtifact, artifact_id: int) -> Decision:
    """Leave a note on a held step, under an id that the store has never given before."""
    step = held_step(plan, operation.step, operation.worktree, BY_HOLDER)
    if isinstance(step, Decision):
        return step
    summary = operation.summary[:LONGEST_SUMMARY]
    artifact = Artifact(artifact_id, operation.kind, summary, operation.now)
    noted = replace(step, artifacts=(*step.artifacts, artifact))
    clauses = ["CHK-10.1", "CHK-10.3", "CHK-10.4"]
    if summary != operation.summary:
        clauses.append("CHK-10.2")
    return accept(ArtifactRecorded(artifact_id), *clauses, plan=with_steps(plan, [noted]))
