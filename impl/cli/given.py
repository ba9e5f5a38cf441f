"""Reading batches, other JSON and text from standard input, with errors that say what is wrong."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

from impl.cli.answers import Failure
from impl.given_text import is_utf8
from impl.json_text import is_whole, parse_json
from spec.vocabulary.checklists import BatchEntry

STANDARD_INPUT = "-"

Fail = Callable[[str], NoReturn]
"""Raises the failure for what was found."""


def read_text(expected: str, *, errors: str = "strict") -> str:
    """Read all of standard input as UTF-8; prompt for what is `expected` at a terminal.

    Line ends stay as they are. Raises `UnicodeDecodeError`, unless `errors` handles invalid bytes.
    """
    if sys.stdin.isatty():
        print(f"reading {expected} from the terminal; end it with ctrl-D", file=sys.stderr)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors=errors, newline="")
    return sys.stdin.read()


def read_json(place: str, expected: str, kind: type, fail: Fail) -> Any:
    """Read a JSON value of a kind from a file or from standard input."""
    try:
        standard = place == STANDARD_INPUT
        found = parse_json(read_text(expected) if standard else Path(place).read_bytes().decode())
    except ValueError as error:
        fail(f"is not JSON ({error})")
    except OSError as error:
        fail(f"cannot be read from {place} ({error.strerror})")
    if not isinstance(found, kind):
        fail(f"is JSON, but not {'an object' if kind is dict else 'an array'}")
    return found


def is_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a string of valid Unicode, which JSON does not ensure."""
    return isinstance(value, str) and is_utf8(value)


EXPECTED = 'a JSON array such as [{"kind": "task", "ordinal": 0, "status": "completed"}]'


def read_batch() -> tuple[BatchEntry, ...]:
    """Read a batch from standard input. Raises `Failure` if it is malformed."""
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
