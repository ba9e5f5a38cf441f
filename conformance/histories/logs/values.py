"""The values in the lines of a log, by the names of their fields."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from conformance.histories.logs.mapping import FieldSource, Unit
from spec.formats.messages import Message

NANOSECONDS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000}
"""Nanoseconds in each unit."""

MISSING = object()
"""Stands for a value that is not there."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Unreadable(Exception):
    """A value that is missing or cannot be used: what was found, and what was expected."""


def member(line: Message, name: str) -> Any:
    """Return the value of a field, such as `request.who`, or `MISSING`."""
    value: Any = line
    for part in name.split("."):
        if not isinstance(value, dict) or part not in value:
            return MISSING
        value = value[part]
    return value


def required(line: Message, name: str) -> Any:
    """Return the value of a field. Raises `Unreadable` if the line lacks it."""
    value = member(line, name)
    if value is MISSING:
        raise Unreadable(f"no field `{name}`")
    return value


def as_word(value: Any) -> str:
    """Return a value as a word: `true`, `false` and `null` as in JSON."""
    return json.dumps(value) if value is None or isinstance(value, bool) else str(value)


def sourced(line: Message, source: FieldSource) -> Any:
    """Return the value that a source names, or `MISSING` if it may be. Raises `Unreadable`."""
    if source.field is None:
        return source.constant
    value = member(line, source.field) if source.optional else required(line, source.field)
    if value is MISSING:
        return MISSING
    if source.words is not None:
        if as_word(value) not in source.words:
            raise Unreadable(f"`{source.field}` is {value!r}, for which `words` has nothing")
        return source.words[as_word(value)]
    if source.unit is not None and value is not None:
        return nanoseconds(value, source.unit, source.field) // NANOSECONDS["ms"]
    return value


def nanoseconds(value: Any, unit: Unit, name: str) -> int:
    """Return a time or duration in nanoseconds. Raises `Unreadable`."""
    try:
        if unit == "iso":
            moment = datetime.fromisoformat(value)
            since = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH
            return (since.days * 86_400 + since.seconds) * 10**9 + since.microseconds * 1_000
        if isinstance(value, bool):
            raise ValueError
        return int(Decimal(str(value)) * NANOSECONDS[unit])
    except (ValueError, TypeError, ArithmeticError) as error:
        expected = "a time as in ISO 8601" if unit == "iso" else f"a number of {unit}"
        raise Unreadable(f"`{name}` is {value!r}; expected {expected}") from error
