"""Where a store is: in a file, or on a server that several machines share."""

import os
from pathlib import Path
from typing import Literal

NOW_VARIABLE = "PLANSTATE_NOW"
"""The variable by which tests set the time."""


class Server(str):
    """A store on a PostgreSQL server: the URL by which it is opened, which holds no password.

    The plans of a repository are in a schema of its name, so that a database can hold several.
    `url` is the server as people name it; `is_named` if a command has to name it.
    """

    url: str
    repository: str
    is_named: bool

    def __new__(
        cls, url: str, repository: str, *, settings: str = "", is_named: bool = True
    ) -> "Server":
        """Return the place of a repository's plans; `settings` are further options of a session."""
        from urllib.parse import quote

        options = f"{settings} -csearch_path={repository}".strip()
        joint = "&" if "?" in url else "?"
        made = super().__new__(cls, f"{url}{joint}options={quote(options, safe='')}")
        made.url, made.repository, made.is_named = url, repository, is_named
        return made

    def exists(self) -> bool:
        """Return that there is a store, as `Path.exists` does; opening it reports if not."""
        return True


Place = Path | Server


def clock() -> Literal["given", "store"]:
    """Return whose time operations happen at: that of the store, read when they have its lock.

    What was read before may be long past by then, and the clocks of several machines differ.
    """
    return "given" if NOW_VARIABLE in os.environ else "store"


def shown(place: Place) -> str:
    """Return a store as messages name it."""
    return place.url if isinstance(place, Server) else str(place)


def named(place: Place, usual: Path) -> str | None:
    """Return a store as a command has to name it; `None` for the usual one.

    Nor is a server named whose password is in a variable, because that has to name it anyway.
    """
    if isinstance(place, Server):
        return place.url if place.is_named else None
    return None if place == usual else str(place)
