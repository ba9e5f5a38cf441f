"""Parsing JSON that others have written, whatever is in it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DEEPEST = 100
"""How deeply values may be nested. Python may be unable to write deeper ones again."""

TOO_DEEP = f"it is nested more than {DEEPEST} levels deep"


def parse_json(text: str | bytes, **settings: Any) -> Any:
    """Parse JSON, with settings of `json.loads`. Raises `ValueError` if that is not possible."""
    with plain_errors():
        value = json.loads(text, **settings)
    if not _is_surely_shallow(text):
        require_shallow(value)
    return value


def _is_surely_shallow(text: str | bytes) -> bool:
    """Return whether a text opens too few arrays and objects for a deep value."""
    if isinstance(text, bytes):
        return text.count(b"[") + text.count(b"{") <= DEEPEST
    return text.count("[") + text.count("{") <= DEEPEST


@contextmanager
def plain_errors() -> Iterator[None]:
    """Raise `ValueError` in plain words for what Python's parsers cannot convert."""
    try:
        yield
    except RecursionError as error:
        raise ValueError(TOO_DEEP) from error
    except ValueError as error:
        if "set_int_max_str_digits" not in str(error):
            raise
        raise ValueError("it contains a number with too many digits") from error


def require_shallow(value: object) -> None:
    """Raise `ValueError` for a value that is nested too deeply."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return
    raise ValueError(TOO_DEEP)


def _inside(value: object) -> list[object]:
    """Return the arrays and objects that are directly in a value."""
    if not isinstance(value, dict | list):
        return []
    members = value.values() if isinstance(value, dict) else value
    return [each for each in members if isinstance(each, dict | list)]
