"""Renaming texts wherever they stand in a value of the vocabulary."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

Value = TypeVar("Value")


def renamed(value: Value, names: Mapping[str, str], *, within: bool = False) -> Value:
    """Return a value in which every text that is a key of `names` is replaced.

    With `within`, also where it is a line's end, as in the message of a commit.
    """
    return _renamed(value, names, within)  # type: ignore[no-any-return]


def _renamed(value: Any, names: Mapping[str, str], within: bool) -> Any:
    if isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        if within and "\n" in value:
            return "\n".join(_end_renamed(line, names) for line in value.split("\n"))
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(part, names, within) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        before = {field.name: getattr(value, field.name) for field in fields(value)}
        after = {name: _renamed(part, names, within) for name, part in before.items()}
        changed = {name: part for name, part in after.items() if part is not before[name]}
        return replace(value, **changed) if changed else value
    return value


def _end_renamed(line: str, names: Mapping[str, str]) -> str:
    head, space, end = line.rpartition(" ")
    return f"{head}{space}{names.get(end, end)}"
