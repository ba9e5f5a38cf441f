"""New stores in memory: copies of one that is empty."""

import sqlite3
from functools import cache
from threading import Lock

from impl.store.database import schema

READ_WRITE_VERSIONS = slice(18, 20)
LOGGED_AHEAD = b"\x02\x02"
"""What the header of a file has there (https://www.sqlite.org/fileformat2.html)."""

# Many threads may open stores in memory; the template is copied for one at a time.
_TEMPLATE_LOCK = Lock()


def copy_template(connection: sqlite3.Connection) -> None:
    """Copy an empty store to a new database, many times faster than migrating it."""
    with _TEMPLATE_LOCK:
        _template().backup(connection)


def new_store() -> bytes:
    """Return the content of the file of an empty store, which is logged ahead from the beginning.

    Of two processes that switch a file to write-ahead logging at the same time, one fails.
    """
    with _TEMPLATE_LOCK:
        content = _template().serialize()
    return content[: READ_WRITE_VERSIONS.start] + LOGGED_AHEAD + content[READ_WRITE_VERSIONS.stop :]


@cache
def _template() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    schema.migrate(connection)
    return connection
