"""Tables whose rows are objects of the vocabulary: each field has a column of the same name."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from typing import Any, Generic, TypeVar, get_args, get_origin

Kind = TypeVar("Kind")

COLUMNS = {"index": "step_index"}
"""The column of a field whose name is a word of SQL."""


class Table(Generic[Kind]):
    """How the objects of one class are rows: `key` has the columns that name the row.

    The fields that are `elsewhere` are rows of other tables. `words` are the enumerations of fields
    whose type allows other words too.
    """

    def __init__(
        self,
        name: str,
        kind: type[Kind],
        *key: str,
        elsewhere: tuple[str, ...] = (),
        **words: type[Enum],
    ) -> None:
        self.kind = kind
        stored = [each for each in fields(kind) if each.name not in elsewhere]  # type: ignore[arg-type]
        columns = [COLUMNS.get(each.name, each.name) for each in stored]
        self.fields = {each.name: f"{name}.{each.name}" for each in stored}
        """The names of the fields, and the names that `select` gives to their columns."""
        self.select = ", ".join(
            f'{name}.{column} AS "{alias}"'
            for column, alias in zip(columns, self.fields.values(), strict=True)
        )
        places = ", ".join("?" * (len(key) + len(columns)))
        self.write = f"INSERT INTO {name} ({', '.join((*key, *columns))}) VALUES ({places})"
        hints = {each.name: words.get(each.name, each.type) for each in stored}
        self._readers = [(name, read) for name, hint in hints.items() if (read := _reader(hint))]

    def read(self, row: sqlite3.Row, **others: Any) -> Kind:
        """Return the object in a row with the columns of `select`, and its other fields."""
        values = {name: row[alias] for name, alias in self.fields.items()}
        for name, read in self._readers:
            values[name] = read(values[name])
        return self.kind(**values, **others)

    def read_joined(self, row: sqlite3.Row, **others: Any) -> Kind | None:
        """Return the object in a row, or `None` if an outer join has found none."""
        first = next(iter(self.fields.values()))
        return None if row[first] is None else self.read(row, **others)

    def row_of(self, found: Kind, *key: str | int) -> tuple[str | int | None, ...]:
        """Return the values for `write`."""
        return (*key, *(stored(getattr(found, name)) for name in self.fields))


def stored(value: Any) -> Any:
    """Return a value as it is stored.

    Names become a JSON array: they may contain whitespace, which separates names in a report.
    """
    if isinstance(value, Enum):
        return value.value
    return json.dumps(value) if isinstance(value, tuple) else value


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    """Return what reads a stored value as a type, or `None` if it is read as it is."""
    if get_origin(hint) is tuple:
        return _names
    if hint is bool:
        return bool
    for kind in get_args(hint) or (hint,):
        if isinstance(kind, type) and issubclass(kind, Enum):
            words = {None: None, **{member.value: member for member in kind}}
            return words.__getitem__
    return None


def _names(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))
