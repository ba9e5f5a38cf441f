"""The names of workers, as they are stored."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from impl.cli.answers import InvalidUsage
from impl.given_text import is_utf8, shown

if TYPE_CHECKING:
    from impl.store.place import Place

WORKER_VARIABLE = "PLANSTATE_WORKER"


def stored_name(given: str, store: Place) -> str:
    """Return the name under which a worker is stored.

    On a server it is `HOST:NAME`, or two machines with worktrees at the same path would take each
    other's claims for their own; a name that begins with the host is left alone, so that what is
    shown can be given again. $PLANSTATE_WORKER replaces the whole name there. Raises `InvalidUsage`
    if it is malformed.
    """
    if isinstance(store, Path):
        return given
    if named := os.environ.get(WORKER_VARIABLE):
        if not is_utf8(named):
            raise InvalidUsage(
                f"{WORKER_VARIABLE} is {shown(named)}, which is not UTF-8; expected the name of "
                "this worker: correct it or unset it"
            )
        return named
    return host_prefix() + given.removeprefix(host_prefix())


def host_prefix() -> str:
    """Return how the names of this machine's workers begin."""
    return f"{os.uname().nodename}:"
