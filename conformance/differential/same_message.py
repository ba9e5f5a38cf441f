"""What a message says: whether it is just an object of the vocabulary, without a look at fields."""

from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Any

from spec.additions import lacking
from spec.editions import Edition

_PLAIN = frozenset((str, int, bool, type(None)))
_LEFT_OUT = object()


def says(message: Any, value: Any, edition: Edition) -> bool:
    """Return whether a message has the fields of a value, and what is left out is `None` or empty.

    Types are compared, as Python takes 1, 1.0 and True for equal. Unknown fields make no
    difference, and what an edition lacks is not looked at.
    """
    if message is _LEFT_OUT:
        return value is None or value == () or value == []
    kind: Any = type(value)
    if kind in _PLAIN:
        return type(message) is kind and bool(message == value)
    if isinstance(value, Enum):
        return type(message) is str and message == value.value
    if kind is dict:
        return type(message) is dict and all(
            says(message.get(name, _LEFT_OUT), each, edition) for name, each in value.items()
        )
    if kind is tuple or kind is list:
        pairs = type(message) is list and len(message) == len(value)
        return pairs and all(says(*each, edition) for each in zip(message, value, strict=True))
    if type(message) is not dict:
        return False
    for name in _names(kind, edition):
        if not says(message.get(name, _LEFT_OUT), getattr(value, name), edition):
            return False
    return True


@cache
def _names(kind: Any, edition: Edition) -> tuple[str, ...]:
    """Return the fields of a class in an edition."""
    names = (each.name for each in fields(kind))
    unknown = lacking(edition)
    return tuple(name for name in names if f"{kind.__name__}.{name}" not in unknown)
