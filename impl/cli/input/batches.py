"""Reading a batch from standard input: a JSON array, validated as a whole."""

from typing import Any, NoReturn

from impl.cli.answers import Failure
from impl.cli.input.reading import STANDARD_INPUT, is_text, is_whole, read_json
from spec.vocabulary.checklists import BatchEntry

EXPECTED = 'a JSON array such as [{"kind": "task", "ordinal": 0, "status": "completed"}]'


def read_batch() -> tuple[BatchEntry, ...]:
    """Read a batch from standard input.

    Raises `Failure` if it is malformed; the store checks its words.
    """
    entries = read_json(STANDARD_INPUT, EXPECTED, list, _fail)
    return tuple(_entry(entry, place) for place, entry in enumerate(entries))


def _entry(entry: Any, place: int) -> BatchEntry:
    """Read one entry. Unknown fields are ignored."""
    if not isinstance(entry, dict):
        _fail(f"has an entry {place} that is not an object")
    kind, ordinal, status, reason = map(entry.get, ("kind", "ordinal", "status", "reason"))
    if not is_text(kind) or not is_text(status):
        _fail(f"has no string as `kind` or `status` of entry {place}")
    if not is_whole(ordinal):
        _fail(f"has no whole number as `ordinal` of entry {place}, counted from 0")
    if reason is not None and not is_text(reason):
        _fail(f"has a `reason` in entry {place} that is not a string")
    return BatchEntry(kind, ordinal, status, reason)


def _fail(found: str) -> NoReturn:
    raise Failure.of_request(f"standard input {found}; expected {EXPECTED}")
