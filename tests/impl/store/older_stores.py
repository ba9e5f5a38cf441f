"""Stores as the programs of older versions wrote them, from `tests/data/stores`."""

import sqlite3
from contextlib import closing
from pathlib import Path

STORES = Path(__file__).parents[2] / "data" / "stores"
VERSIONS = (1, 2, 4, 5, 6, 7, 8)
"""The versions of which there was a program: two tables came at once, with version 4."""


def write_store(version: int, path: Path) -> Path:
    """Write a store of an older version to a file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((STORES / f"v{version}.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def contents(path: Path) -> list[str]:
    """Return everything that a file holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def tables(path: Path) -> dict[str, str]:
    """Return the definition of each table and index of a file, without white space and quotes."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL AND name <> 'sqlite_sequence'"
        )
        return {name: "".join(sql.split()).replace(chr(34), "") for name, sql in found}
