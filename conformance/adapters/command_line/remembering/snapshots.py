"""Snapshots of a repository with all that is known about it, to go on from it again."""

import os
import shutil
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

OF_A_RUN = (
    *("clock", "now", "plans", "plan_numbers", "reviewed"),
    *("site", "commits", "summaries"),
)
"""What a command line knows about its repository."""
Content = bytes | str | None
"""The bytes of a file, the target of a link, or `None` for a folder."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is in a folder, by its paths with their modes, and what is known about it.

    Folders come before what is in them.
    """

    folder: Path
    entries: dict[Path, tuple[Content, int]]
    known: dict[str, Any]

    @property
    def size(self) -> int:
        """The bytes in its files."""
        contents = (content for content, _ in self.entries.values())
        return sum(len(each) for each in contents if isinstance(each, bytes))


def snapshot_of(line: "CommandLine") -> Snapshot:
    """Return a snapshot of the repository that a command line is at."""
    folder = line.site.repository.folder
    known = {name: vars(line)[name] for name in OF_A_RUN}
    return Snapshot(folder, dict(entries_in(folder)), copied(known, line))


def put_back(snapshot: Snapshot, line: "CommandLine") -> None:
    """Make the repository of a command line what it was, at the same place."""
    for folder in {line.site.repository.folder, snapshot.folder}:
        shutil.rmtree(folder, ignore_errors=True)
    for path, (content, _) in snapshot.entries.items():
        match content:
            case None:
                path.mkdir()
            case str():
                path.symlink_to(content)
            case _:
                path.write_bytes(content)
    # Nothing can be written into a folder once its mode forbids it.
    for path, (content, mode) in reversed(snapshot.entries.items()):
        if not isinstance(content, str):
            path.chmod(mode)
    # The snapshot may be needed again.
    vars(line).update(copied(snapshot.known, line))


def entries_in(folder: Path) -> Iterator[tuple[Path, tuple[Content, int]]]:
    """Yield a folder and all files, folders and links in it."""
    for path in (folder, *sorted(folder.rglob("*"))):
        mode = path.lstat().st_mode & 0o7777
        if path.is_symlink():
            yield path, (os.readlink(path), mode)
        elif path.is_dir():
            yield path, (None, mode)
        elif path.is_file():
            yield path, (path.read_bytes(), mode)


def copied(known: dict[str, Any], line: "CommandLine") -> dict[str, Any]:
    """Return a copy in which all parts know each other, and the same command line and lock."""
    shared = (line, known["site"].making)
    return deepcopy(known, {id(each): each for each in shared})
