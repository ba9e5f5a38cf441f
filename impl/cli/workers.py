"""The names of workers, as they are stored: a folder that is a worktree has one name."""

import os
from pathlib import Path

from impl.cli.answers import InvalidUsage
from impl.cli.places import text_variable
from impl.git.repository import root_within
from impl.given_text import is_utf8, shown
from impl.store.place import Place

WORKER_VARIABLE = "PLANSTATE_WORKER"


def stored_name(given: str, store: Place, root: Path) -> str:
    """Return the name under which a worker is stored.

    A worktree of the repository whose main worktree is at `root` has one name, however its folder
    is written: its path from there. Any other name is taken literally.
    On a server it is `HOST:NAME`, or two machines with worktrees at the same path would take each
    other's claims for their own, and its path is absolute; a name that begins with the host is left
    alone, so that what is shown can be given again. $PLANSTATE_WORKER replaces the whole name
    there. Raises `InvalidUsage` if it is malformed.
    """
    folder = worktree_of(given, root)
    named = None if folder is None else os.path.relpath(folder, root)
    if named is not None and not is_utf8(named if isinstance(store, Path) else str(folder)):
        raise InvalidUsage(
            f"the worktree is {shown(named)}, whose path is not UTF-8; expected one that a "
            "store can hold: move it with `git worktree move`, or name the worker by a word"
        )
    if isinstance(store, Path):
        return given if named is None else named
    if replacing := text_variable(WORKER_VARIABLE, "the name of this worker"):
        return replacing
    name = given.removeprefix(host_prefix()) if folder is None else str(folder)
    return host_prefix() + name


def worktree_of(given: str, root: Path) -> Path | None:
    """Return the root of the worktree that a name is the folder of, or `None` if it is just a name.

    A path, such as `.` or `../ann/src`, may lead into the worktree; a word has to be its root, or a
    worker who is called like any folder would be taken for it.
    """
    folder = Path(given)
    is_path = "/" in given or given in (".", "..")
    if not (is_path and folder.is_dir()) and not (folder / ".git").exists():
        return None
    return root_within(folder, root)


def folder_of_worker(name: str, root: Path) -> Path | None:
    """Return the root of the worktree with a stored name, or `None` if it is just a name."""
    folder = root / name.removeprefix(host_prefix())
    return worktree_of(str(folder), root) if (folder / ".git").exists() else None


def host_prefix() -> str:
    """Return how the names of this machine's workers begin."""
    return f"{os.uname().nodename}:"
