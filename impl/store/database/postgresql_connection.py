"""Statements on a PostgreSQL server as psycopg takes them, their rows, and their errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors, sql

from impl.store.database import postgresql_schema as tables
from impl.store.database.opening import ServerAway, StoreUnavailable, timed_out

if TYPE_CHECKING:
    from impl.store.connection import Cursor, Parameters

    Driver = psycopg.Connection[Any]

PLACEHOLDER = re.compile(r"--[^\n]*|INDEXED BY \w+|%|\?|:(\w+)")


class Row(tuple[Any, ...]):
    """A row that is read by position and by the names of its columns, as those of SQLite are."""

    names: Mapping[str, int]

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(self.names[place] if isinstance(place, str) else place)


@cache
def row_type(names: tuple[str, ...]) -> type[Row]:
    """Return the class of the rows with these columns."""
    places = {name: place for place, name in reversed([*enumerate(names)])}
    return type("Row", (Row,), {"names": places})


def rows(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """Return what makes the rows of a statement."""
    return row_type(tuple(column.name for column in cursor.description or ()))


@cache
def translated(statement: str) -> str:
    """Return a statement with its parameters as psycopg has them, and without hints for SQLite."""
    if statement.lstrip().startswith("CREATE"):  # temporary tables
        statement = tables.translated(statement)
    return PLACEHOLDER.sub(_translated, statement)


def _translated(found: re.Match[str]) -> str:
    if found[1]:
        return f"%({found[1]})s"
    return {"%": "%%", "?": "%s"}.get(found[0], "")


class PostgresqlConnection:
    """Runs the statements of the areas, and counts the rows that they write."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.written_rows = 0

    def execute(self, statement: str, parameters: Parameters = (), /) -> Cursor:
        """Run a statement."""
        with failures_explained():
            cursor = self.driver.cursor(row_factory=rows)
            cursor.execute(translated(statement).encode(), parameters)
        self._count(cursor)
        return cursor

    def executemany(self, statement: str, parameters: Iterable[Parameters], /) -> None:
        """Run a statement once for each row of parameters."""
        with failures_explained():
            cursor = self.driver.cursor()
            cursor.executemany(translated(statement).encode(), parameters)
        self._count(cursor)

    def together(self, *statements: str) -> list[list[Any]]:
        """Run statements in one message; return the rows of each that returns rows."""
        with failures_explained():
            cursor = self.driver.cursor()
            cursor.execute("; ".join(statements).encode(), prepare=False)
            found = []
            while True:
                if cursor.description:
                    found.append(cursor.fetchall())
                if not cursor.nextset():
                    return found

    def literal(self, text: str) -> str:
        """Return a text as a statement has it that is run together with others."""
        with failures_explained():
            return sql.Literal(text).as_string(self.driver)

    def _count(self, cursor: psycopg.Cursor[Any]) -> None:
        if (cursor.statusmessage or "").startswith(("INSERT", "UPDATE", "DELETE")):
            self.written_rows += cursor.rowcount


UNCHANGED = "and nothing was changed"

ADVICE: dict[type[Exception], str] = {
    errors.InsufficientPrivilege: "ask the owner of the database for the permission",
    errors.ReadOnlySqlTransaction: "name the server that can be written to",
    errors.DiskFull: "free space on the disk of the server and try again",
    errors.DeadlockDetected: "another transaction was in the way: try again",
    errors.TooManyConnections: "try again, or raise `max_connections` of the server",
}


def unavailable(error: psycopg.Error) -> StoreUnavailable:
    """Return the error for a statement that failed, with which its transaction ends."""
    found = sentence(error)
    if isinstance(error, errors.LockNotAvailable):
        return timed_out(found)
    if is_lost(error):
        return ServerAway(
            f"the connection to the server was lost ({found}), {UNCHANGED}: check that the server "
            "is running, then try again"
        )
    if isinstance(error, psycopg.DataError) and "NUL" in found:
        return StoreUnavailable(
            f"a text contains a NUL character, which PostgreSQL cannot store, {UNCHANGED}: remove "
            "the character, or use a store in a file"
        )
    if (error.diag.constraint_name or "").endswith("_can_be_indexed"):
        return StoreUnavailable(
            "a path has more than 1,000 bytes, or an anchor more than 800, which PostgreSQL "
            f"cannot index ({found}), {UNCHANGED}: use a shorter one, or a store in a file"
        )
    advice = next((text for kind, text in ADVICE.items() if isinstance(error, kind)), "")
    return StoreUnavailable(
        f"the store failed ({found}), {UNCHANGED}: {advice or 'look into the log of the server'}"
    )


@contextmanager
def failures_explained() -> Iterator[None]:
    """Raise `StoreUnavailable` for a statement of the block that fails."""
    try:
        yield
    except psycopg.Error as error:
        raise unavailable(error) from error


def is_lost(error: psycopg.Error) -> bool:
    """Return whether the connection has ended with an error, so that no answer can follow."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.diag.severity_nonlocalized in ("FATAL", "PANIC")


def sentence(error: Exception) -> str:
    """Return the first line of an error's message."""
    return str(error).strip().partition("\n")[0]
