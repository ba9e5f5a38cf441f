"""Reading a batch from standard input: a JSON array, validated as a whole."""

import json
from typing import Any, TypeGuard

from impl.cli.answers import Failure
from impl.cli.input.standard_input import read_text
from spec.vocabulary.checklists import BatchEntry
from spec.vocabulary.rejections import Code

EXPECTED = 'a JSON array such as [{"kind": "task", "ordinal": 0, "status": "completed"}]'


def read_batch() -> tuple[BatchEntry, ...]:
    """Read a batch from standard input.

    Raises `Failure` if it is malformed; the store checks its words.
    """
    try:
        entries = json.loads(read_text(EXPECTED))
    except (ValueError, RecursionError) as error:
        raise _malformed(f"standard input is not JSON ({error})") from error
    if not isinstance(entries, list):
        raise _malformed("standard input is JSON, but not an array")
    return tuple(_entry(entry, place) for place, entry in enumerate(entries))


def _entry(entry: Any, place: int) -> BatchEntry:
    """Read one entry. Unknown fields are ignored."""
    if not isinstance(entry, dict):
        raise _malformed(f"entry {place} is not an object")
    kind, status, reason = entry.get("kind"), entry.get("status"), entry.get("reason")
    ordinal = entry.get("ordinal")
    if not _is_text(kind) or not _is_text(status):
        raise _malformed(f"entry {place} has no string as `kind` or `status`")
    if not isinstance(ordinal, int) or isinstance(ordinal, bool):
        raise _malformed(f"entry {place} has no whole number as `ordinal`, counted from 0")
    if reason is not None and not _is_text(reason):
        raise _malformed(f"entry {place} has a `reason` that is not a string")
    return BatchEntry(kind, ordinal, status, reason)


def _is_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a string of valid Unicode, which JSON does not ensure."""
    return isinstance(value, str) and value == value.encode(errors="ignore").decode()


def _malformed(found: str) -> Failure:
    message = f"{found}; expected {EXPECTED}"
    return Failure(Code.INVALID_REQUEST, message, {"reason": "invalid_request"})
