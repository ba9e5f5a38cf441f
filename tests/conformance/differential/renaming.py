"""Renaming texts wherever they stand in a value of the vocabulary."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

Value = TypeVar("Value")


def renamed(value: Value, names: Mapping[str, str]) -> Value:
    """Return a value in which every text that is a key of `names` is replaced."""
    return _renamed(value, names)  # type: ignore[no-any-return]


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        before = {field.name: getattr(value, field.name) for field in fields(value)}
        after = {name: _renamed(part, names) for name, part in before.items()}
        changed = {name: part for name, part in after.items() if part is not before[name]}
        return replace(value, **changed) if changed else value
    return value
