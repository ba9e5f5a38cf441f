"""SQLite: a store in a file or in memory, its transactions and its errors."""

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from impl.store.database import schema
from impl.store.database.opening import (
    RESTORE,
    CommitFailed,
    StoreUnavailable,
    Synchronous,
    advice,
    timed_out,
)

# A writer takes the write lock before it reads, or two could decide from the same snapshot. A
# reader needs no lock: its transaction sees one state of the store.
TO_WRITE: Literal["BEGIN IMMEDIATE"] = "BEGIN IMMEDIATE"
TO_READ: Literal["BEGIN"] = "BEGIN"

VERSIONS, LOGGED_AHEAD = slice(18, 20), b"\x02\x02"
"""What the header of a file has there (https://www.sqlite.org/fileformat2.html)."""

OLDEST = (3, 39)
"""The first SQLite with `IS NOT DISTINCT FROM`."""


class SqliteDatabase:
    """A store in one SQLite database, which has one lock for all who write."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.rollback = connection.rollback  # does nothing if SQLite itself has rolled back
        self.close = connection.close

    @property
    def written_rows(self) -> int:
        """The number of rows written so far, also in transactions that were rolled back."""
        return self.connection.total_changes

    def begin_to_write(self, _plan: str | None) -> None:
        """Begin a transaction with the write lock, which is that of all plans."""
        self._begin(TO_WRITE)

    def begin_to_read(self) -> None:
        """Begin a transaction that sees one state of the store."""
        self._begin(TO_READ)

    def _begin(self, how: Literal["BEGIN IMMEDIATE", "BEGIN"]) -> None:
        begin(self.connection, how)
        try:
            schema.require_current(schema.stored_version(self.connection), "by now, this")
        except StoreUnavailable:
            self.connection.rollback()
            raise

    def commit(self) -> None:
        """Commit. Raises `CommitFailed` unless SQLite keeps the transaction open."""
        commit(self.connection)

    def now(self) -> int:
        """Return the time in milliseconds of the machine's clock."""
        return time.time_ns() // 1_000_000

    def integrity_problems(self) -> list[str]:
        """Return what SQLite finds wrong with the file, its constraints and its references."""
        found = self.connection.execute("PRAGMA integrity_check").fetchall()
        problems = [message for (message,) in found if message != "ok"]
        for row in self.connection.execute("PRAGMA foreign_key_check"):
            problems.append(f"a row of {row['table']} refers to a missing row of {row['parent']}")
        return problems


def open_memory() -> SqliteDatabase:
    """Create an empty store in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.deserialize(schema.new_store())
    connection.execute("PRAGMA foreign_keys = ON")
    return SqliteDatabase(connection)


def open_file(path: Path, timeout_seconds: float, synchronous: Synchronous) -> SqliteDatabase:
    """Open or create the store in a file. Raises `StoreUnavailable` and loses nothing."""
    _require_place(path)
    if not path.exists():
        _require_alone(path)
        _create(path)
    return SqliteDatabase(
        connect(path, timeout_seconds, lambda opened: _prepare(path, opened, synchronous))
    )


def _require_alone(path: Path) -> None:
    """Refuse to create a store beside the log of one that is gone, which would be added to it."""
    for file in (path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-journal")):
        if file.exists() and not path.exists():  # another process may have created it meanwhile
            raise StoreUnavailable(
                f"{path} does not exist, but {file.name} does, which belongs to a store that is "
                "gone: restore the store, or move that file away too"
            )


def _create(path: Path) -> None:
    """Create a store, so that nobody ever sees it empty, unless another process does so first."""
    from impl.files import create_durably

    # Logged ahead from its first byte: of two processes that switch a file to that, one fails.
    content = schema.new_store()
    content = content[: VERSIONS.start] + LOGGED_AHEAD + content[VERSIONS.stop :]
    try:
        create_durably(path, content)
    except (OSError, ValueError) as error:
        raise _cannot_open(path, error) from error


def connect(
    path: Path, timeout_seconds: float, prepare: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """Connect to a file, and close it again if preparing it fails. Raises `StoreUnavailable`."""
    _require_place(path)
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreUnavailable(
            f"Python has SQLite {sqlite3.sqlite_version}; expected {'.'.join(map(str, OLDEST))} or "
            "newer: use another Python, such as one that uv installs"
        )
    try:
        # Absolute, because SQLite takes some names, such as ":memory:", for no file.
        connection = sqlite3.connect(
            os.path.abspath(path), timeout=timeout_seconds, isolation_level=None
        )
    except (sqlite3.Error, ValueError) as error:
        raise _cannot_open(path, error) from error
    connection.row_factory = sqlite3.Row
    try:
        prepare(connection)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise _cannot_open(path, error) from error
        raise
    return connection


def commit(connection: sqlite3.Connection) -> None:
    """Commit. Raises `CommitFailed` unless SQLite keeps the transaction open.

    What was written to the write-ahead log may be taken for committed by the next process.
    """
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            raise
        raise CommitFailed(error) from error


def begin(connection: sqlite3.Connection, begin: Literal["BEGIN IMMEDIATE", "BEGIN"]) -> None:
    """Begin a transaction. Raises `StoreUnavailable` after a timeout waiting for the write lock."""
    try:
        connection.execute(begin)
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise timed_out(error) from error
        raise


def is_busy(error: Exception) -> bool:
    """Return whether an error is a timeout waiting for the write lock."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _require_place(path: Path) -> None:
    if path.is_dir():
        raise StoreUnavailable(
            f"{path} is a folder; expected a store file: name a file, such as {path / 'plans.db'}"
        )
    if path.parent.is_file():
        raise StoreUnavailable(
            f"{path.parent} is a file; expected the folder of the store: move the file away, or "
            "name another store"
        )
    if not path.parent.is_dir():
        raise StoreUnavailable(
            f"{path} is in a folder that does not exist: "
            f"create {path.parent} first, or name another file"
        )


def _prepare(path: Path, connection: sqlite3.Connection, synchronous: Synchronous) -> None:
    # It is not migrated: that would end the work of programs that are not as new as this one.
    schema.require_current(require_usable(path, connection), path)
    # Only now that it is known to be a store: write-ahead logging changes the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA foreign_keys = ON")


def require_usable(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of the store in a file. Raises `StoreUnavailable` if it is not usable."""
    if connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
        raise StoreUnavailable(
            f"{path} is empty, which no store is; a full disk, a failed copy, or a copy without "
            f"the file {path.name}-wal may have left it: {RESTORE}"
        )
    version = schema.version_of(connection)
    schema.require_known(version, path)
    if version == 0:
        raise StoreUnavailable(
            f"{path} is a SQLite database of another application; expected a store or no file: "
            "name another file, or use the program that wrote this one"
        )
    return version


def _cannot_open(path: Path, error: Exception) -> StoreUnavailable:
    if is_busy(error):
        return timed_out(error)
    return StoreUnavailable(
        f"{path} cannot be opened ({error}); expected a readable and writable store, or no "
        f"file: {advice(error)}"
    )
