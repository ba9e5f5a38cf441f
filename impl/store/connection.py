"""What the store needs of a database, whichever it is.

The statements of the areas are the same for all. They are written in the SQL that SQLite and
PostgreSQL share, with parameters as `:name` or `?`; what has to differ is in the module of each
database: transactions and locks, the time, errors, and the types of the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Parameters = Sequence[Any] | Mapping[str, Any]


class Cursor(Protocol):
    """The rows of a statement. A row is read by position and by the names of its columns."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has written."""

    def fetchone(self) -> Any:
        """Return the next row, or `None`."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Runs statements inside the transaction of the caller."""

    def execute(self, statement: str, parameters: Parameters = (), /) -> Cursor:
        """Run a statement."""

    def executemany(self, statement: str, rows: Iterable[Parameters], /) -> object:
        """Run a statement once for each row of parameters."""
