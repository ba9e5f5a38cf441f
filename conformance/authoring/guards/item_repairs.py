"""Repairs of what is asked about items: entries of batches, changes of updates."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Repaired = tuple[State, Operation]
Repair = Callable[[State, Any, Rejected], Iterator[Repaired]]
"""Yields every way to put right what an operation was refused for."""


def changing(**changes: Any) -> Repair:
    """Return the repair that changes fields of the operation."""
    return lambda state, operation, _: iter([(state, replace(operation, **changes))])


def without_repetition(state: State, operation: Batch, _: Rejected) -> Iterator[Repaired]:
    """Keep the first entry on each item."""
    kept: dict[tuple[str, int], BatchEntry] = {}
    for entry in operation.entries:
        kept.setdefault((entry.kind, entry.ordinal), entry)
    yield state, replace(operation, entries=tuple(kept.values()))


def with_known_item(
    state: State, operation: Batch | Update, refused: Rejected
) -> Iterator[Repaired]:
    """Yield the operation on another item, the first not named yet, or on none."""
    details = dict(refused.details)
    kind, ordinal, items = str(details["kind"]), details["ordinal"], int(details["count"] or 0)
    if isinstance(operation, Update):
        changes = tuple(
            replace(change, ordinal=None)
            if (change.kind, change.ordinal) == (kind, ordinal)
            else change
            for change in operation.changes
        )
        yield state, replace(operation, changes=changes)
        return
    named = {(entry.kind, entry.ordinal) for entry in operation.entries}
    free = [number for number in range(items) if (kind, number) not in named]
    entries = []
    for entry in operation.entries:
        if (entry.kind, entry.ordinal) != (kind, ordinal):
            entries.append(entry)
        elif free:
            entries.append(replace(entry, ordinal=free[0]))
    remaining = operation.complete_remaining or not entries
    yield state, replace(operation, entries=tuple(entries), complete_remaining=remaining)


def with_valid_words(state: State, operation: Any, refused: Rejected) -> Iterator[Repaired]:
    """Replace an unknown kind or status, or give the reason that is missing, where refused first.

    Each entry is looked at from its kind to its reason, one entry after the other.
    """
    if isinstance(operation, Update):
        changes = list(operation.changes)
        given = dict(refused.details).get("status", ItemStatus.DEFERRED)
        position = next(n for n, change in enumerate(changes) if change.status == given)
        changes[position] = replace(changes[position], status=ItemStatus.COMPLETED)
        yield state, replace(operation, changes=tuple(changes))
        return
    entries = list(operation.entries)
    position, fields = next(
        (number, fields)
        for number, entry in enumerate(entries)
        if (fields := mended(entry, refused)) is not None
    )
    entries[position] = replace(entries[position], **fields)
    yield state, replace(operation, entries=tuple(entries))


def mended(entry: BatchEntry, refused: Rejected) -> dict[str, Any] | None:
    """Return the changes for an entry that was rejected, or `None` for any other."""
    details = dict(refused.details)
    if refused.reason == "invalid_kind":
        return {"kind": "task"} if entry.kind == details["kind"] else None
    if refused.reason == "invalid_status":
        return {"status": ItemStatus.COMPLETED} if entry.status == details["status"] else None
    unexplained = entry.status == ItemStatus.DEFERRED and not entry.reason
    return {"reason": "later"} if unexplained else None


ITEM_REPAIRS: dict[str, Repair] = {
    "empty_batch": changing(complete_remaining=True),
    "duplicate_entry": without_repetition,
    "unknown_item": with_known_item,
    "invalid_kind": with_valid_words,
    "invalid_status": with_valid_words,
    "missing_reason": with_valid_words,
    "no_update": changing(changes=(StatusChange(ItemStatus.COMPLETED),)),
    "reopen_not_allowed": changing(allow_reopen=True),
}
"""How to put right what each reason word says about items."""
