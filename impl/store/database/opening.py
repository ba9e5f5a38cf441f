"""Opening a database as a store, with clear errors if that is not possible."""

import os
import sqlite3
from pathlib import Path
from typing import Literal, get_args

from impl.store.database import schema
from impl.store.database.faults import advice

Synchronous = Literal["OFF", "NORMAL", "FULL"]

SWITCH_ATTEMPTS = 100


class StoreUnavailable(Exception):
    """A store cannot be used: what was found, what was expected, and what to do."""


def open_memory() -> sqlite3.Connection:
    """Create an empty store in memory."""
    from impl.store.database import migrations

    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.row_factory = sqlite3.Row
    migrations.copy_template(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def open_file(path: Path, timeout_seconds: float, synchronous: Synchronous) -> sqlite3.Connection:
    """Open, create or migrate the store in a file. Raises `StoreUnavailable` and loses nothing."""
    if synchronous not in get_args(Synchronous):
        raise ValueError(f"synchronous is {synchronous!r}, expected one of OFF, NORMAL, FULL")
    _require_place(path)
    try:
        # Absolute, because SQLite takes some names, such as ":memory:", for no file.
        connection = sqlite3.connect(
            os.path.abspath(path), timeout=timeout_seconds, isolation_level=None
        )
    except (sqlite3.Error, ValueError) as error:
        raise _cannot_open(path, error) from error
    connection.row_factory = sqlite3.Row
    try:
        _prepare(path, connection, synchronous)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise _cannot_open(path, error) from error
        raise
    return connection


def is_busy(error: Exception) -> bool:
    """Return whether an error is a timeout waiting for the write lock."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def busy(error: Exception) -> StoreUnavailable:
    """Return the error for a timeout waiting for the write lock."""
    return StoreUnavailable(
        f"timed out waiting for the write lock ({error}): try again, or wait longer with "
        "`--wait SECONDS`"
    )


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
    contents = schema.inspect(connection)
    if contents in (schema.Contents.FOREIGN, schema.Contents.NEWER):
        raise StoreUnavailable(
            f"{path} is {contents}; expected {schema.Contents.CURRENT}, an older one or no file: "
            "name another file, or use the program that wrote this one"
        )
    # Only now that it is known to be a store: write-ahead logging changes the file.
    _log_ahead(connection)
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA foreign_keys = ON")
    if contents is not schema.Contents.CURRENT:
        schema.migrate(connection)


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch a file to write-ahead logging, which another process may be doing at the same time."""
    for attempt in range(1, SWITCH_ATTEMPTS + 1):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_busy(error) or attempt == SWITCH_ATTEMPTS:
                raise
            # SQLite's busy timeout does not cover the switch, but it covers a transaction.
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
        else:
            return


def _cannot_open(path: Path, error: Exception) -> StoreUnavailable:
    if is_busy(error):
        return busy(error)
    return StoreUnavailable(
        f"{path} cannot be opened ({error}); expected a readable and writable store, or no "
        f"file: {advice(error)}"
    )
