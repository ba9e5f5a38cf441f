"""Bringing the store in a file along to the version of this program.

It happens only when somebody asks for it, because older programs cannot use the file afterwards.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from os.path import lexists
from pathlib import Path
from typing import NamedTuple

from impl.store.database import migrations, schema, sqlite
from impl.store.database.opening import CommitFailed, StoreUnavailable


class Migration(NamedTuple):
    """The version of a store, and what a migration changes in it, or has changed.

    `copy` is the file to which the store was copied before.
    """

    version: int
    changes: tuple[str, ...]
    copy: Path | None = None


def examine(path: Path, timeout_seconds: float) -> Migration:
    """Return what a migration would change. Raises `StoreUnavailable`."""
    with closing(_connected(path, timeout_seconds)) as connection:
        return _examined(connection)


def migrate(path: Path, timeout_seconds: float) -> Migration:
    """Bring a store along, wholly or not at all, and return what was changed.

    Keeps a copy of the store as it was. Several processes may do so at the same time: the first
    does the work. Raises `StoreUnavailable`.
    """
    with closing(_connected(path, timeout_seconds)) as connection:
        found = _examined(connection)
        if found.version == schema.VERSION:
            return found  # without waiting for other writers
        sqlite.begin(connection, "BEGIN IMMEDIATE")  # which ends with the connection
        return _migrated(path, connection)


def _migrated(path: Path, connection: sqlite3.Connection) -> Migration:
    """Migrate a store whose write lock the caller holds, and commit."""
    found = _examined(connection)
    if found.version == schema.VERSION:  # another process has been faster
        return found
    copy = _copied(path, found.version)
    try:
        schema.migrate(connection)
        sqlite.commit(connection)
    except CommitFailed:
        raise
    except BaseException:
        copy.unlink()
        raise
    return found._replace(copy=copy)


def _connected(path: Path, timeout_seconds: float) -> sqlite3.Connection:
    """Open a file that holds a store of this version or an older one."""

    def prepare(connection: sqlite3.Connection) -> None:
        sqlite.require_usable(path, connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    if not path.exists():
        raise StoreUnavailable(
            f"{path} does not exist; expected a store: name another file, or register a plan with "
            "`planstate state init`, which creates one"
        )
    return sqlite.connect(path, timeout_seconds, prepare)


def _examined(connection: sqlite3.Connection) -> Migration:
    return Migration(schema.version_of(connection), migrations.pending(connection))


def _copied(path: Path, version: int) -> Path:
    """Copy a store while nobody can write to it, and return the complete copy."""
    unfinished = path.with_name(f".{path.name}.copying")
    unfinished.unlink(missing_ok=True)
    try:
        _copy(path, unfinished)
        free = (each for each in _copy_names(path, version) if not lexists(each))
        return unfinished.replace(next(free))
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _copy(path: Path, place: Path) -> None:
    # Through another connection, because SQLite refuses to copy from one that is writing.
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(place)) as target:
        source.backup(target)
    shutil.copymode(path, place)


def _copy_names(path: Path, version: int) -> Iterator[Path]:
    """Yield the names that a copy may have, in the order in which they are taken."""
    name = f"{path.name}.v{version}"
    yield path.with_name(f"{name}.bak")
    for number in count(2):
        yield path.with_name(f"{name}.{number}.bak")
