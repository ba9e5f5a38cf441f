"""The migrations of a file, run by sqlite-utils.

Importing sqlite-utils takes longer than most commands take to run, so this module is imported only
to create or to migrate a store; see `schema`.
"""

import sqlite3

from sqlite_utils import Database, Migrations

from impl.store.database import changes
from impl.store.database.changes import SchemaChange


def count_applied(connection: sqlite3.Connection) -> int:
    """Return how many of the changes a database has. Writes nothing."""
    return len(_migrations().applied(Database(connection)))


def pending(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return what the changes do that a database lacks, a sentence each. Writes nothing."""
    return tuple(change.sentence for change in changes.CHANGES[count_applied(connection) :])


def apply(connection: sqlite3.Connection) -> None:
    """Make the changes that a database lacks, inside the caller's transaction if it has one."""
    _migrations().apply(Database(connection))


def _migrations() -> Migrations:
    found = Migrations("planspec")
    for change in changes.CHANGES:
        _add(found, change)
    return found


def _add(migrations: Migrations, change: SchemaChange) -> None:
    @migrations(name=change.name)
    def make(database: Database) -> None:
        for statement in change.statements:
            database.execute(statement)
