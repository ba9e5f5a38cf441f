"""The version of the tables: which one a database has, and how it becomes a store of this version.

SQLite keeps two numbers for this purpose in the header of a file. The tables are imported only to
create or to migrate a store.
"""

import sqlite3
from contextlib import closing
from functools import cache

APPLICATION_ID = 0x706C616E
"""What tells a store from other SQLite files: "plan" in ASCII."""

VERSION = 9
"""The number of changes."""

FIND_RECORD = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlite_migrations'"
READ_RECORD = "SELECT count(*) FROM _sqlite_migrations WHERE migration_set = 'planspec'"
FORGET_RECORD = "DROP TABLE IF EXISTS _sqlite_migrations"
"""The record of changes that older versions kept; the first of them did not mark their files."""


def older(version: int) -> str:
    """Return what a store of an older version is, and what to do."""
    return (
        f"a store of version {version}; expected version {VERSION}: run `planstate store migrate`, "
        "after which programs of older versions cannot use it"
    )


def newer(version: int) -> str:
    """Return what a store of a newer version is, and what to do."""
    return (
        f"a store of version {version}, which is newer; expected version {VERSION}: use a program "
        "as new as the one that wrote it, or name another store"
    )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the store that a database holds, 0 if it holds none. Writes nothing."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION_ID:
        return stored_version(connection)
    if connection.execute(FIND_RECORD).fetchone() is None:
        return 0
    version: int = connection.execute(READ_RECORD).fetchone()[0]
    return version


def stored_version(connection: sqlite3.Connection) -> int:
    """Return the version with which a store is marked."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Make the changes that a database lacks, and mark it as a store of this version.

    They are inside the caller's transaction, if it has one.
    """
    from impl.store.database import changes

    for change in changes.CHANGES[version_of(connection) :]:
        for statement in change.statements:
            connection.execute(statement)
    connection.execute(FORGET_RECORD)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


@cache
def new_store() -> bytes:
    """Return the content of an empty store: to copy it is many times faster than to make one."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        return connection.serialize()
