"""Places of stores, the repository of a plan, and the errors if a store cannot be used."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from impl.store.connection import Connection

Synchronous = Literal["OFF", "NORMAL", "FULL"]

URL_BEGINNINGS = ("postgresql://", "postgres://")
"""How the URL of a PostgreSQL database begins; any other place is the path of a file."""


class StoreUnavailable(Exception):
    """A store cannot be used: what was found, what was expected, and what to do."""


class ServerAway(StoreUnavailable):
    """The server cannot be reached, or the connection was lost before anything was stored."""


class CommitFailed(StoreUnavailable):
    """The database failed while it committed: the transaction is stored, or nothing of it is.

    Or it failed after an earlier transaction of the same command, which is stored.
    """

    def __init__(self, error: Exception, when: str = "while it committed") -> None:
        self._found = f"outcome unknown: the store failed {when} ({error})"
        super().__init__(self.advising("planstate state show"))

    def advising(self, show: str) -> str:
        """Return the message with the command that shows what is stored."""
        return f"{self._found}; run `{show}` to see what is stored before you repeat the command"


def timed_out(found: object) -> StoreUnavailable:
    """Return the error for a timeout waiting for the write lock."""
    return StoreUnavailable(
        f"timed out waiting for the write lock ({found}): try again, or wait longer with "
        "`--wait SECONDS`"
    )


PASSWORD = r"//[^/@]*?:([^/]*)@|[?&](?:ssl)?password=([^&]*)"
"""Where a URL has a password."""


def concealed(text: str, url: str) -> str:
    """Return a text without the password of a URL, if it has one."""
    from urllib.parse import unquote

    for found in re.finditer(PASSWORD, url):
        password = found[1] or found[2]
        for shown in filter(None, (password, unquote(password))):
            text = text.replace(shown, "…")
    return text


def is_url(place: str | Path) -> bool:
    """Return whether a place is the URL of a database on a server."""
    return isinstance(place, str) and place.startswith(URL_BEGINNINGS)


CHECK_NAME = "check the name and the permissions, or name another file"
CHECK_DISK = "check whether the disk is full or damaged, then run `planstate state show`"
RESTORE = (
    "restore the file from a backup, or move it away and run `planstate state init PLAN` and "
    "`planstate state reconcile PLAN` for each plan"
)

ADVICE = {
    sqlite3.SQLITE_BUSY: "other processes are writing: try again, or wait longer with "
    "`--wait SECONDS`",
    sqlite3.SQLITE_FULL: "free space on the disk and try again",
    sqlite3.SQLITE_IOERR: CHECK_DISK,
    sqlite3.SQLITE_CORRUPT: RESTORE,
}


def advice(error: Exception) -> str:
    """Return what to do about an error of SQLite."""
    # The lowest byte is the kind of error, the others its circumstances.
    return ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, CHECK_NAME)


REPOSITORY = "SELECT repository FROM plans WHERE path = :plan"
RECORD = """
UPDATE plans SET repository = :repository
WHERE path = :plan AND repository IS DISTINCT FROM :repository
"""


def require_repository(connection: Connection, plan: str, own: tuple[str, ...]) -> None:
    """Raise `StoreUnavailable` for a plan that is recorded as that of another repository.

    `own` are the names of the caller's repository.
    """
    row = connection.execute(REPOSITORY, {"plan": plan}).fetchone()
    if row is None or row["repository"] in (None, *own):
        return
    raise StoreUnavailable(
        f"{plan} in this store is a plan of the repository {row['repository']}; expected one of "
        f"{own[0]}: name a store of its own with `--store` or $PLANSTATE_STORE; clones of one "
        'repository share a store if it has a name (`repository = "NAME"` in a committed '
        "planstate.toml)"
    )


def record_repository(connection: Connection, plan: str, name: str) -> None:
    """Record the repository of a plan, unless it is recorded or there is no such plan."""
    connection.execute(RECORD, {"plan": plan, "repository": name})
