"""Checklists: the status of the items of a held step, and notes on the step (CHK)."""

from impl.store import guards
from impl.store.connection import Connection
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.checklists import (
    ArtifactRecorded,
    Batch,
    BatchEntry,
    ItemsUpdated,
    RecordArtifact,
    StatusChange,
    Update,
)
from spec.vocabulary.items import ItemKind

ITEM_KINDS = {kind.value: kind for kind in ItemKind}

SUMMARY_LENGTH = 500

STATUSES = """
SELECT status FROM checklist_items
WHERE plan = :plan AND step = :step
ORDER BY kind, ordinal
"""

# Ordinals run from 0 without gaps, and the last one is found without counting.
COUNT_KIND = """
SELECT coalesce(max(ordinal) + 1, 0) FROM checklist_items
WHERE plan = :plan AND step = :step AND kind = :kind
"""

# CHK-8.2: an update sets `open` or `completed`, and neither has a reason.
CHANGE_ALL = """
UPDATE checklist_items
SET status = :status, reason = NULL
WHERE plan = :plan AND step = :step
"""
CHANGE_KIND = f"{CHANGE_ALL} AND kind = :kind"
CHANGE_ITEM = f"{CHANGE_KIND} AND ordinal = :ordinal"

APPLY_ENTRY = """
UPDATE checklist_items
SET status = :status, reason = CASE WHEN :status = 'deferred' THEN :reason END
WHERE plan = :plan
    AND step = :step
    AND kind = :kind
    AND ordinal = :ordinal
    -- CHK-7.1: the rows that this updates are counted, so it leaves out what would not change.
    AND (status <> :status OR :status = 'deferred' AND reason IS DISTINCT FROM :reason)
"""

COMPLETE_REMAINING = """
UPDATE checklist_items
SET status = 'completed'
WHERE plan = :plan AND step = :step AND status = 'open'
"""


COUNT_ARTIFACT = """
UPDATE plans SET last_artifact_id = last_artifact_id + 1 WHERE path = :plan
RETURNING last_artifact_id
"""

RECORD = """
INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at)
VALUES (:plan, :id, :step, :kind, :summary, :now)
"""


def update(connection: Connection, operation: Update) -> ItemsUpdated:
    """Change single items, whole kinds or all items, in the order given (CHK-1 to CHK-4).

    Later changes win. One refused change refuses them all. Returns the number of items that
    ended with a status different from the one they began with.
    """
    _require_changeable(connection, operation)  # CHK-1
    if not operation.changes:  # CHK-4.1
        raise Refused(rejections.no_update())
    named = {"plan": operation.plan, "step": operation.step}
    before = [row["status"] for row in connection.execute(STATUSES, named)]
    for change in operation.changes:
        _require_update_status(change.status, operation.allow_reopen)
        _apply_change(connection, change, named)
    after = [row["status"] for row in connection.execute(STATUSES, named)]
    return ItemsUpdated(sum(old != new for old, new in zip(before, after, strict=True)))  # CHK-7.1


def batch(connection: Connection, operation: Batch) -> ItemsUpdated:
    """Complete or defer listed items and, on request, complete all open ones (CHK-4 to CHK-7).

    The whole batch is validated before anything is applied.
    """
    _require_changeable(connection, operation)  # CHK-1
    if not operation.entries and not operation.complete_remaining:  # CHK-4.4: something to do
        raise Refused(rejections.empty_batch())
    _require_distinct(operation.entries)
    for entry in operation.entries:
        _require_valid(connection, operation, entry)
    named = {"plan": operation.plan, "step": operation.step}
    updated = 0
    for entry in operation.entries:
        updated += connection.execute(APPLY_ENTRY, guards.named(entry, **named)).rowcount
    if operation.complete_remaining:  # CHK-6.2
        updated += connection.execute(COMPLETE_REMAINING, named).rowcount
    return ItemsUpdated(updated)


def record(connection: Connection, operation: RecordArtifact) -> ArtifactRecorded:
    """Record a note on a held step, cut to 500 characters, under a new id (CHK-10)."""
    guards.require_plan(connection, operation.plan)
    guards.require_holder(connection, operation)
    # Cut here and not by substr(), which stops at a NUL character.
    note = guards.named(operation, summary=operation.summary[:SUMMARY_LENGTH])
    (number,) = connection.execute(COUNT_ARTIFACT, {"plan": operation.plan}).fetchone()  # CHK-10.7
    connection.execute(RECORD, {**note, "id": number})
    return ArtifactRecorded(number)


def _require_changeable(connection: Connection, operation: Update | Batch) -> None:
    """Refuse in the order of CHK-1, then a completed step, whose items are final (CHK-9)."""
    stored_hash = guards.require_plan(connection, operation.plan)
    if not operation.allow_drift:  # PLN-6.3
        guards.require_same_document(stored_hash, operation.document_hash)
    status = guards.require_holder(connection, operation)
    if status == "completed":  # CHK-9.2
        raise Refused(rejections.not_claimed(operation.step, status))


def _require_update_status(status: str, allow_reopen: bool) -> None:
    """Refuse a status that an update cannot set (CHK-2, CHK-3)."""
    if status == "open" and not allow_reopen:  # CHK-2.2: reopening
        raise Refused(rejections.reopen_not_allowed())
    if status == "deferred":  # CHK-2.3: deferring needs a batch
        raise Refused(rejections.missing_reason())
    if status not in ("open", "completed"):  # CHK-2.4: any other word
        raise Refused(rejections.invalid_status(status))


def _apply_change(connection: Connection, change: StatusChange, named: dict[str, str]) -> None:
    """Change one item, all of a kind, or all; refuse an item that does not exist."""
    wanted: dict[str, str | int] = {**named, "status": change.status}
    if change.kind is None:  # CHK-2.8: every item
        connection.execute(CHANGE_ALL, wanted)
        return
    wanted["kind"] = change.kind.value
    if change.ordinal is None:  # CHK-2.8: all of a kind
        connection.execute(CHANGE_KIND, wanted)
        return
    _require_item(connection, named, change.kind, change.ordinal)  # CHK-2.5
    connection.execute(CHANGE_ITEM, {**wanted, "ordinal": change.ordinal})


def _require_item(
    connection: Connection, named: dict[str, str], kind: ItemKind, ordinal: int
) -> None:
    """Refuse an ordinal that no item of the kind has."""
    counted = connection.execute(COUNT_KIND, {**named, "kind": kind.value})
    count: int = counted.fetchone()[0]
    if not 0 <= ordinal < count:
        raise Refused(rejections.unknown_item(kind, ordinal, count))


def _require_distinct(entries: tuple[BatchEntry, ...]) -> None:
    """Refuse the first entry that names an item a second time (CHK-4)."""
    seen: set[tuple[str, int]] = set()
    for entry in entries:
        if (entry.kind, entry.ordinal) in seen:  # CHK-4.5: duplicates
            raise Refused(rejections.duplicate_entry(entry.kind, entry.ordinal))
        seen.add((entry.kind, entry.ordinal))


def _require_valid(connection: Connection, operation: Batch, entry: BatchEntry) -> None:
    """Refuse an entry by its kind, its status, its reason or its item, in this order (CHK-4)."""
    if entry.kind not in ITEM_KINDS:  # CHK-4.8: kind
        raise Refused(rejections.invalid_kind(entry.kind))
    if entry.status not in ("completed", "deferred"):  # CHK-4.9: status
        raise Refused(rejections.invalid_status(entry.status))
    if entry.status == "deferred" and not entry.reason:  # CHK-4.10: reason
        raise Refused(rejections.missing_reason())
    named = {"plan": operation.plan, "step": operation.step}
    _require_item(connection, named, ITEM_KINDS[entry.kind], entry.ordinal)  # CHK-4.12: item
