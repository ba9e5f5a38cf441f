"""The versions of the tables: what a database holds, and how it becomes a store of this version."""

import sqlite3
from enum import StrEnum
from functools import cached_property
from threading import Lock

from sqlite_utils import Database, Migrations

from impl import tables

MIGRATIONS = Migrations("planspec")


@MIGRATIONS()
def m001_create_tables(database: Database) -> None:
    """Create the five tables and their indexes."""
    for statement in (*tables.TABLES, *tables.INDEXES):
        database.execute(statement)


@MIGRATIONS()
def m003_create_review_cycles(database: Database) -> None:
    """Create the table of the reviews of plans."""
    database.execute(tables.REVIEW_CYCLES)


@MIGRATIONS()
def m004_create_iteration_loops(database: Database) -> None:
    """Create the tables for iteration loops."""
    for statement in tables.ITERATION_TABLES:
        database.execute(statement)


class Contents(StrEnum):
    """What a database holds, in words for people."""

    NOTHING = "nothing"
    CURRENT = "a store of this version"
    OLDER = "a store of an older version"
    NEWER = "a store of a newer version"
    FOREIGN = "a SQLite database of something else"


def inspect(connection: sqlite3.Connection) -> Contents:
    """Find out what a database holds. Writes nothing."""
    # This first: another process may make the tables while we look, all of them at once.
    if connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
        return Contents.NOTHING
    applied = {migration.name for migration in MIGRATIONS.applied(Database(connection))}
    if not applied:
        return Contents.FOREIGN
    if applied - _TEMPLATE.migrations:
        return Contents.NEWER
    return Contents.CURRENT if applied == _TEMPLATE.migrations else Contents.OLDER


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an empty or older database up to date, wholly or not at all.

    Several processes may do so with one file at once: the first does the work.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        if inspect(connection) is Contents.NOTHING:
            _TEMPLATE.replay(connection)
        else:
            MIGRATIONS.apply(Database(connection))
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def copy_template(connection: sqlite3.Connection) -> None:
    """Make a new in-memory database an empty store, many times faster than migrating it."""
    _TEMPLATE.copy(connection)


class _Template:
    """An empty store in memory, made when first needed, for all threads of the process."""

    def __init__(self) -> None:
        self._lock = Lock()

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        MIGRATIONS.apply(Database(connection))
        return connection

    @cached_property
    def migrations(self) -> set[str]:
        """The names of all migrations that this version knows."""
        with self._lock:
            rows = self._connection.execute("SELECT name FROM _sqlite_migrations").fetchall()
        return {name for (name,) in rows}

    def copy(self, connection: sqlite3.Connection) -> None:
        """Overwrite a database, which nobody else may be using, by an empty store."""
        with self._lock:
            self._connection.backup(connection)

    def replay(self, connection: sqlite3.Connection) -> None:
        """Make an empty database a store, inside the caller's transaction."""
        with self._lock:
            # Without sqlite_sequence, which comes by itself.
            statements = self._connection.execute(
                "SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*'"
            ).fetchall()
            records = self._connection.execute("SELECT * FROM _sqlite_migrations").fetchall()
        for (statement,) in statements:
            connection.execute(statement)
        connection.executemany("INSERT INTO _sqlite_migrations VALUES (?, ?, ?, ?)", records)


_TEMPLATE = _Template()
