"""The versions of the tables: what a database holds, and how it becomes a store of this version.

A database that is a store of this version is recognised without sqlite-utils, which takes longer to
import than most commands take to run. It is imported when there is something to make or migrate.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from impl.store.database import tables

if TYPE_CHECKING:
    from sqlite_utils import Database

    Migration = Callable[[Database], None]

APPLIED = "SELECT name FROM _sqlite_migrations WHERE migration_set = ?"
HAS_MIGRATIONS = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlite_migrations'"


class Migrations:
    """A set of migrations of sqlite-utils, which are known by name before it is imported."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.functions: list[Migration] = []

    def __call__(self) -> Callable[[Migration], Migration]:
        """Register a function as the next migration, under its own name."""

        def register(function: Migration) -> Migration:
            self.functions.append(function)
            return function

        return register

    @property
    def names(self) -> set[str]:
        """The names of all migrations that this version knows."""
        return {function.__name__ for function in self.functions}

    def applied(self, connection: sqlite3.Connection) -> set[str]:
        """Give the names of the migrations that a database has seen. Writes nothing."""
        if connection.execute(HAS_MIGRATIONS).fetchone() is None:
            return set()
        return {name for (name,) in connection.execute(APPLIED, (self.name,))}

    def apply(self, connection: sqlite3.Connection) -> None:
        """Apply those that a database has not seen, in the order of registration."""
        import sqlite_utils

        migrations = sqlite_utils.Migrations(self.name)
        for function in self.functions:
            migrations()(function)
        migrations.apply(sqlite_utils.Database(connection))


MIGRATIONS = Migrations("planspec")


@MIGRATIONS()
def m001_create_tables(database: Database) -> None:
    """Create the five tables and their indexes."""
    for statement in (*tables.TABLES, *tables.INDEXES):
        database.execute(statement)


@MIGRATIONS()
def m002_record_plan_times(database: Database) -> None:
    """Let plans remember when they were registered and last changed, as far as is known."""
    for statement in tables.PLAN_TIMES:
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
    applied = MIGRATIONS.applied(connection)
    if not applied:
        return Contents.FOREIGN
    if applied - MIGRATIONS.names:
        return Contents.NEWER
    return Contents.CURRENT if applied == MIGRATIONS.names else Contents.OLDER


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an empty or older database up to date, wholly or not at all.

    Several processes may do so with one file at once: the first does the work.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        if inspect(connection) is Contents.NOTHING:
            _TEMPLATE.replay(connection)
        else:
            MIGRATIONS.apply(connection)
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
        MIGRATIONS.apply(connection)
        return connection

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
