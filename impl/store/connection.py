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


class Database(Protocol):
    """A database that is open as a store: its transactions, and what else is not the same SQL."""

    @property
    def connection(self) -> Connection:
        """What runs the statements."""

    @property
    def written_rows(self) -> int:
        """The number of rows written so far, also in transactions that were rolled back."""

    def begin_to_write(self, plan: str | None) -> None:
        """Begin a transaction to which nobody else can change a plan, or anything for `None`.

        Raises `StoreUnavailable` after a timeout, and if a newer program has migrated the store.
        """

    def begin_to_read(self) -> None:
        """Begin a transaction that sees one state of the store, and waits for nobody."""

    def now(self) -> int:
        """Return the time in milliseconds, as all who share the store read it.

        Inside a transaction that writes it is read after the lock was taken.
        """

    def commit(self) -> None:
        """Commit. Raises `CommitFailed` if nobody knows whether that is stored."""

    def rollback(self) -> None:
        """Roll back, if a transaction is open."""

    def pause(self, attempt: int) -> bool:
        """Wait before a transaction that met a conflict is run again; false if it should not be.

        `attempt` counts from 1 how often it has been run.
        """

    def integrity_problems(self) -> list[str]:
        """Return what is wrong with the stored data itself."""

    def close(self) -> None:
        """Close. Closing twice does no harm."""
