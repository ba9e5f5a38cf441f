"""The version of the tables: which one a database has, and how it becomes a store of this version.

SQLite keeps two numbers for this purpose in the header of a file. They are read here, so that a
store of this version is recognised without importing sqlite-utils.
"""

import sqlite3
from contextlib import closing
from functools import cache

from impl.store.database.opening import StoreUnavailable

APPLICATION_ID = 0x706C616E
"""What tells a store from other SQLite files: "plan" in ASCII."""

VERSION = 9
"""The number of migrations."""


def require_current(version: int, place: object) -> None:
    """Raise `StoreUnavailable` unless the store at a place has the version of this program."""
    require_known(version, place)
    if version < VERSION:
        raise StoreUnavailable(
            f"{place} is a store of version {version}; expected version {VERSION}: run `planstate "
            "store migrate`, after which programs of older versions cannot use it"
        )


def require_known(version: int, place: object) -> None:
    """Raise `StoreUnavailable` if the store at a place is newer than this program."""
    if version > VERSION:
        raise StoreUnavailable(
            f"{place} is a store of version {version}, which is newer; expected version {VERSION}: "
            "use a program as new as the one that wrote it, or name another store"
        )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the store that a database holds, 0 if it holds none. Writes nothing."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION_ID:
        return stored_version(connection)
    from impl.store.database import migrations

    return migrations.count_applied(connection)  # the first versions did not mark their files


def stored_version(connection: sqlite3.Connection) -> int:
    """Return the version with which a store is marked."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that a database lacks, and mark it as a store of this version."""
    from impl.store.database import migrations

    migrations.apply(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


@cache
def new_store() -> bytes:
    """Return the content of an empty store: to copy it is many times faster than to make one."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        return connection.serialize()
