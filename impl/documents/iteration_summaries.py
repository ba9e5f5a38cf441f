"""The summaries of iterations: where a report's summary is, and the copy that is kept of it."""

import os
import stat
from pathlib import Path
from typing import NamedTuple

from impl.files import replace_below

FOLDER = "iterations"
"""The folder of the copies, beside the store; each plan has a folder in it."""


class Summary(NamedTuple):
    """A summary file and its size in bytes."""

    path: Path
    size: int


def find_summary(path: str | None, root: Path) -> Summary | None:
    """Return a file, whose path is relative to the current folder or the root."""
    if path is None:
        return None
    for place in (Path.cwd() / path, root / path):
        try:
            found = place.stat()
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode):
            return Summary(place, found.st_size)
    return None


def copy_of(beside: Path, plan: str, iteration: int) -> Path:
    """Return the path of the copy of an iteration's summary (ITR-5.15), `beside` the store."""
    return Path(os.path.abspath(beside)) / FOLDER / plan / f"iteration_{iteration}_summary.md"


def discard(summary: Summary, copy: Path) -> None:
    """Remove a copy, unless the summary was written in its place."""
    if not os.path.samefile(summary.path, copy):
        copy.unlink()


def keep(summary: Summary, copy: Path, beside: Path) -> None:
    """Copy a summary, whole or not at all, and follow no link. Raises `OSError`."""
    place = Path(os.path.abspath(beside))
    replace_below(place, copy.relative_to(place), summary.path.read_bytes())
