"""Where worktrees are, read from the files that git documents (gitrepository-layout).

Running git takes a third of the time of a whole command. So the usual layouts are read here;
`None` means that git must be asked.
"""

import os
from pathlib import Path
from typing import NamedTuple

from impl.files import create_below, require_no_links
from impl.given_text import as_utf8

POINTER = b"gitdir: "

FOLDER = Path(".planstate")
"""Our own folder in a worktree."""

STORE = FOLDER / "state.db"

OWN_FILES = (
    (".gitignore", b"*\n"),
    (".gitattributes", b"implementation-log.md merge=union\n"),
)
"""Git ignores what is in the folder; of two logs it keeps the entries of both in a merge."""


class Worktree(NamedTuple):
    """The root of a worktree, and of the main worktree of its repository."""

    root: Path
    main_root: Path


def branch_of(root: Path) -> str | None:
    """Return the branch of the worktree at `root`; `None` if it has none, or git must be asked."""
    try:
        own = root / ".git"
        if own.is_file():
            own = root / os.fsdecode(own.read_bytes().removeprefix(POINTER).rstrip(b"\n"))
        head = as_utf8(os.fsdecode((own / "HEAD").read_bytes())).rstrip("\n")
    except OSError:
        return None
    branch = head.removeprefix("ref: refs/heads/")
    return None if branch in (head, ".invalid") else branch


def make_own_folder(root: Path) -> None:
    """Create our own folder in a worktree; it ignores itself in git. Raises `OSError`."""
    for name, content in OWN_FILES:
        require_no_links(root, FOLDER / name)
        create_below(root, FOLDER / name, content)


def usual_worktree(folder: Path) -> Worktree | None:
    """Return the worktree that contains a folder, or `None` if the layout is unusual."""
    real = Path(os.path.realpath(folder))
    try:
        for place in (real, *real.parents):
            if (place / "HEAD").is_file():  # perhaps a repository without a worktree
                return None
            found = place / ".git"
            if found.is_dir():
                return Worktree(place, place) if _is_usual(found) else None
            if found.is_file():
                return _linked(place, found.read_bytes())
    except OSError:
        return None
    return None


def _linked(place: Path, pointer: bytes) -> Worktree | None:
    """Resolve the file that a linked worktree has instead of a repository."""
    if not pointer.startswith(POINTER):
        return None
    own = place / os.fsdecode(pointer.removeprefix(POINTER).rstrip(b"\n"))
    shared = own / os.fsdecode((own / "commondir").read_bytes().rstrip(b"\n"))
    repository = Path(os.path.realpath(shared))
    if repository.name != ".git" or not _is_usual(repository):
        return None
    return Worktree(place, repository.parent)


def _is_usual(repository: Path) -> bool:
    """Return whether a repository's worktree is its parent folder."""
    lines = [line.strip().lower() for line in (repository / "config").read_bytes().splitlines()]
    unusual = any(line.startswith((b"worktree", b"[include")) for line in lines)
    return b"bare = false" in lines and not unusual
