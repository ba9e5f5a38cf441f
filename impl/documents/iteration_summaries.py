"""The summaries of iterations: where a report's summary is, and the copy that is kept of it."""

import os
from pathlib import Path

from impl.files import replace_below

FOLDER = "iterations"
"""The folder of the copies, beside the store; each plan has a folder in it."""


def find_summary(path: str | None, root: Path) -> Path | None:
    """Return a file, whose path is relative to the current folder or the root."""
    places = () if path is None else (Path.cwd() / path, root / path)
    return next((place for place in places if os.path.isfile(place)), None)


def copy_of(beside: Path, plan: str, iteration: int) -> Path:
    """Return the path of the copy of an iteration's summary (ITR-5.15), `beside` the store."""
    return Path(os.path.abspath(beside)) / FOLDER / plan / f"iteration_{iteration}_summary.md"


def discard(summary: Path, copy: Path) -> None:
    """Remove a copy, unless the summary was written in its place."""
    if not os.path.samefile(summary, copy):
        copy.unlink()


def keep(summary: Path, copy: Path, beside: Path) -> None:
    """Copy a summary, whole or not at all, and follow no link. Raises `OSError`."""
    place = Path(os.path.abspath(beside))
    replace_below(place, copy.relative_to(place), summary.read_bytes())
