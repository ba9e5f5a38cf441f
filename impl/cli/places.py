"""Places: the root of the repository, the store, and the plan that a path names."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from impl.cli.answers import Failure, InvalidUsage, warning
from impl.files import require_no_links, require_one_name
from impl.git import layout
from impl.git.layout import STORE
from impl.git.repository import main_root, root_within
from impl.given_text import is_utf8, shown
from impl.store.place import Place

if TYPE_CHECKING:
    from impl.store.journal import Journal

STORE_VARIABLE = "PLANSTATE_STORE"

_SIGNS = frozenset(":=@")
"""Signs of which every URL and every connection string has one."""

STORE_FILES = ("", "-wal", "-shm", "-journal")
"""How the names of the files end in which SQLite keeps a store."""


def current_root() -> Path:
    """Return the root of the main worktree of the repository that the current folder is in."""
    return main_root(Path.cwd())


def store_place(options: argparse.Namespace, root: Path) -> Place:
    """Return where the store is: from the option, else a variable, else under the root.

    Raises `Failure` for a URL that cannot be used, `InvalidUsage` if the variable is malformed, and
    `OSError` if the store under the root, or a file of SQLite beside it, is a link.
    """
    if options.store:
        return named_place(options.store, root)
    if named := text_variable(STORE_VARIABLE, "the path of a store"):
        return named_place(named, root, secret=True)
    for ending in STORE_FILES:
        file = STORE.with_name(STORE.name + ending)
        require_no_links(root, file)
        with suppress(FileNotFoundError, NotADirectoryError):
            require_one_name((root / file).stat(), root / file)
    return root / STORE


def named_place(given: str, root: Path, *, secret: bool = False) -> Place:
    """Return the place of a store by its path or URL, which has a password only if `secret`."""
    if _SIGNS.isdisjoint(given):
        return Path(given)
    from impl.cli import servers  # a store in a file does without

    return servers.place_of(given, root, secret=secret)


def text_variable(variable: str, expected: str) -> str | None:
    """Return the text in an environment variable. Raises `InvalidUsage` if it is malformed."""
    named = os.environ.get(variable)
    if named and not is_utf8(named):
        raise InvalidUsage(
            f"{variable} is {shown(named)}, which is not UTF-8; expected {expected}: correct "
            "it or unset it"
        )
    return named


def is_there(store: Place) -> bool:
    """Return whether there is a store, or a file in place of its folder, which opening reports."""
    return store.exists() or (isinstance(store, Path) and store.parent.is_file())


def files_beside(store: Place, root: Path) -> Path:
    """Return the folder of the files that belong to a store and are not in it.

    For a store on a server it is created: opening that does not.
    """
    if isinstance(store, Path):
        return store.parent
    layout.make_own_folder(root)
    return root / layout.FOLDER


def identify(given: str, root: Path) -> str:
    """Return a plan's identity: the path of its document relative to the root, with `/`.

    `given` is absolute, or relative to the current folder, or to the root; the first of these that
    is a document counts, and if none is, the last. Symbolic links are resolved, so that a document
    with two names is one plan. A path in a linked worktree names the same path in the main one: all
    worktrees share its documents as they share the store.
    """
    candidates = dict.fromkeys([Path.cwd() / given, root / given])
    inside = [identity for path in candidates if (identity := _inside(path, root))]
    if not inside:
        raise Failure.of_request(
            f"{given} is outside the repository {root}; expected a plan document inside it: "
            "name another, or change to its repository",
            reason="unknown_plan",
            plan_path=given,
        )
    documents = (identity for identity in inside if os.path.isfile(root / identity))
    identity = next(documents, inside[-1])
    if not is_utf8(identity):
        raise Failure.of_request(
            f"the path of the plan is {shown(identity)}, which is not UTF-8; expected one that a "
            "store can hold: rename the document or its folder",
            reason="unknown_plan",
        )
    return identity


def _inside(path: Path, root: Path) -> str | None:
    """Return the path relative to the root or to its linked worktree, or `None` if outside."""
    path = Path(os.path.realpath(path))
    below = takewhile(lambda folder: folder != root, path.parents)
    # A linked worktree has a file of this name, and so has a submodule.
    linked = (root_within(folder, root) for folder in below if (folder / ".git").is_file())
    base = next(filter(None, linked), root)
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else None


JOURNAL_VARIABLE = "PLANSTATE_JOURNAL"

UNRECORDED = "W003"
"""The code of a warning: the journal lacks the answer to an operation that was done."""


def journal_of(options: argparse.Namespace, store: Place) -> Journal | None:
    """Open the journal of a store that an option or a variable names, or return `None`.

    Raises `JournalUnavailable`, and `InvalidUsage` for a malformed variable.
    """
    named = options.journal or text_variable(JOURNAL_VARIABLE, "the path of a journal")
    if not named:
        return None
    from impl.store.journal import Journal

    def warn(lost: str) -> None:
        options.noted.append(warning(UNRECORDED, lost))

    return Journal(Path(named), store, warn)
