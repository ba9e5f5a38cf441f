"""Stores as the programs of older versions wrote them.

Their rows are in `tests/data/stores`. The migrations make their tables, and a digest shows that
these still are what the program of that version made.
"""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from impl.store.database import migrations
from impl.store.database.schema import APPLICATION_ID

STORES = Path(__file__).parents[2] / "data" / "stores"
DIGESTS = {
    1: "57b7b2537e9f",
    2: "f4c5c1516631",
    4: "f0929bb042c7",
    5: "db8ae81b7704",
    6: "bded2699834f",
    7: "47452f11f228",
}
"""The tables of each version of which there was a program: two came at once, with version 4."""

VERSIONS = tuple(DIGESTS)

SECOND_ARTIFACT = (
    "INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at) "
    "VALUES ('plans/tunnel.md', {}, 'dig', 'log', 'dug', 4100)"
)
SINCE = {
    2: (
        "UPDATE plans SET created_at = 0, updated_at = 3500 WHERE path = 'plans/bridge.md'",
        "UPDATE plans SET created_at = 100, updated_at = 4100 WHERE path = 'plans/tunnel.md'",
    ),
    5: ("UPDATE plans SET last_artifact_id = 1",),
    7: (
        "UPDATE plans SET unfinished_steps = 2 WHERE path = 'plans/bridge.md'",
        "UPDATE plans SET unfinished_steps = 1 WHERE path = 'plans/tunnel.md'",
        "UPDATE steps SET open_dependencies = 1 WHERE anchor = 'paint'",
    ),
}
"""What a program wrote beside the rows of the first version, by the version that began with it."""


def write_store(version: int, path: Path) -> Path:
    """Write a store of an older version to a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        names = [each.name for each in migrations.MIGRATIONS.pending(Database(connection))]
        migrations.MIGRATIONS.apply(Database(connection), stop_before=names[version])
        assert digest(connection) == DIGESTS[version], f"the tables of version {version} differ"
        connection.executescript((STORES / "rows.sql").read_text(encoding="utf-8"))
        # Artifacts were counted in the whole store, and are in each plan since version 5.
        connection.execute(SECOND_ARTIFACT.format(1 if version >= 5 else 2))
        for since, statements in SINCE.items():
            for statement in statements if version >= since else ():
                connection.execute(statement)
        if version >= 4:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def digest(connection: sqlite3.Connection) -> str:
    """Return a digest of the definitions of all tables and indexes."""
    found = sorted(definitions(connection).items())
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def definitions(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the definition of each table and index, without white space and quotes."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL AND name <> 'sqlite_sequence'"
    )
    return {name: "".join(sql.split()).replace(chr(34), "") for name, sql in found}


def contents(path: Path) -> list[str]:
    """Return everything that a file holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def tables(path: Path) -> dict[str, str]:
    """Return the definition of each table and index of a file, without white space and quotes."""
    with closing(sqlite3.connect(path)) as connection:
        return definitions(connection)
