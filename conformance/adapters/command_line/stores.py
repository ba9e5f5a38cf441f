"""A program's own SQLite store: moving the times in it, where the program's clock cannot be moved.

This is all that is ever done with it: what a program holds is asked of its command line.
"""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from conformance.adapters.sut import BrokenProgram
from conformance.protocol.times import TIMES

TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'"
COLUMNS = "SELECT name FROM pragma_table_info(?)"
SECONDS_OF_A_TIME = len("2026-01-31T12:00:00")
Stored = str | bytes | int | float | None
"""What SQLite holds."""
LEAST_MILLISECONDS = 100_000_000_000
"""A whole number from here on is a time in milliseconds; a smaller one is in seconds."""


def moved(value: Stored, seconds: int) -> Stored:
    """Move a time by whole seconds, in the form in which it was written."""
    if isinstance(value, int):
        return value + seconds * (1_000 if abs(value) >= LEAST_MILLISECONDS else 1)
    if isinstance(value, float):
        return value + seconds
    if isinstance(value, str):
        whole, rest = value[:SECONDS_OF_A_TIME], value[SECONDS_OF_A_TIME:]
        time = datetime.fromisoformat(whole) + timedelta(seconds=seconds)
        return time.isoformat(sep=whole[10]) + rest
    return value


def move_times(store: Path, seconds: int) -> frozenset[str]:
    """Move all times of claims, leases and completions; return the names of their columns.

    Raises `BrokenProgram` if the store cannot be edited.
    """
    try:
        with closing(sqlite3.connect(store, timeout=5)) as connection, connection:
            connection.create_function("planspec_moved", 2, moved)
            found = time_columns(connection)
            for table, columns in found.items():
                changes = ", ".join(f'"{name}" = planspec_moved("{name}", ?)' for name in columns)
                statement = f'UPDATE "{table}" SET {changes}'
                connection.execute(statement, [seconds] * len(columns))
    except sqlite3.Error as error:
        raise BrokenProgram(f"the times in the store {store} cannot be edited: {error}") from error
    return frozenset(name for columns in found.values() for name in columns)


def time_columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the columns that hold times, by the table that they are in."""
    tables = [name for (name,) in connection.execute(TABLES)]
    found = {
        table: [name for (name,) in connection.execute(COLUMNS, (table,)) if name in TIMES]
        for table in tables
    }
    return {table: columns for table, columns in found.items() if columns}
