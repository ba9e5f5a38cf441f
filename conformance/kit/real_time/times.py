"""Times that a real clock gives: since when they count, and how far off they are."""

from typing import Any

from conformance.protocol.times import TIMES
from spec.formats.messages import Message

DATED = 10**11
"""Times from here on count from 1970: as milliseconds, this is a day in 1973."""
DAY = 86_400_000


def beginning_of(shown: int, at: int, began: int) -> int:
    """Return the time that a system shows where the run began, from one that it showed at `at`.

    `began` is the right one, in milliseconds since 1970. Times that are no dates may count from
    any other moment, unless they are this day in seconds.
    """
    in_seconds = abs(shown * 1_000 - (began + at)) < DAY
    return began if shown >= DATED or in_seconds else shown - at


def first_time(messages: list[Message | None]) -> int | None:
    """Return when the first claim was, as a system shows it, or `None` if it shows no times."""
    for message in messages:
        for name in ("claimed_at", "heartbeat_at"):
            for value in values_of(message, name):
                return value
    return None


def values_of(part: Any, name: str) -> list[int]:
    """Return the values of a field wherever it stands in a message, without null."""
    if isinstance(part, list):
        return [value for each in part for value in values_of(each, name)]
    if not isinstance(part, dict):
        return []
    own = [part[name]] if isinstance(part.get(name), int) else []
    return own + [value for each in part.values() for value in values_of(each, name)]


def counted_from(part: Any, beginning: int) -> Any:
    """Return a message with its times counted from another beginning."""
    if isinstance(part, list):
        return [counted_from(each, beginning) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: value - beginning
        if name in TIMES and type(value) is int
        else counted_from(value, beginning)
        for name, value in part.items()
    }


def without_times(part: Any, names: frozenset[str]) -> Any:
    """Return a message without some fields where they are null."""
    if isinstance(part, list):
        return [without_times(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: without_times(value, names)
        for name, value in part.items()
        if name not in names or value is not None
    }
