"""Watching a store in a file for changes by others."""

import sqlite3
from collections.abc import Callable

from impl.files import TimeModule, wait_until


def changes_of_file(connection: sqlite3.Connection, time: TimeModule) -> Callable[[float], None]:
    """Return what waits for a change since it waited last, for at most some seconds.

    SQLite counts the transactions that others have committed, which costs microseconds to read.
    """

    def version() -> int:
        number: int = connection.execute("PRAGMA data_version").fetchone()[0]
        return number

    seen = version()

    def wait(seconds: float) -> None:
        nonlocal seen
        wait_until(lambda: version() != seen, seconds, time)
        seen = version()

    return wait
