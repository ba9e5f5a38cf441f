"""Parsing JSON that others have written, whatever is in it."""

import json
from collections.abc import Iterator, ValuesView
from contextlib import contextmanager
from typing import Any, TypeGuard

DEEPEST = 100
"""How deeply values may be nested. Python may be unable to write deeper ones again."""

TOO_DEEP = f"it is nested more than {DEEPEST} levels deep"


def parse_json(text: str | bytes, **settings: Any) -> Any:
    """Parse JSON, with settings of `json.loads`. Raises `ValueError` if that is not possible."""
    with plain_errors():
        value = json.loads(text, **settings)
    require_shallow(value)
    return value


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


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number, which `true` is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def require_shallow(value: object, levels: int = DEEPEST) -> None:
    """Raise `ValueError` for a value that is nested too deeply."""
    inside = value.values() if isinstance(value, dict) else value
    if isinstance(inside, list | ValuesView):
        if not levels:
            raise ValueError(TOO_DEEP)
        for each in inside:
            require_shallow(each, levels - 1)
