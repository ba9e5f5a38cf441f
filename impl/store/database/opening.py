"""Places of stores, and the errors if one cannot be opened or used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args

Synchronous = Literal["OFF", "NORMAL", "FULL"]

URL_BEGINNINGS = ("postgresql://", "postgres://")
"""How the URL of a PostgreSQL database begins; any other place is the path of a file."""


class StoreUnavailable(Exception):
    """A store cannot be used: what was found, what was expected, and what to do."""


class Conflict(StoreUnavailable):
    """Another transaction was in the way, and nothing was stored: the same may succeed now."""


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


def require_synchronous(synchronous: Synchronous) -> None:
    """Raise `ValueError` for a word that is none of `Synchronous`."""
    if synchronous not in get_args(Synchronous):
        raise ValueError(f"synchronous is {synchronous!r}, expected one of OFF, NORMAL, FULL")
