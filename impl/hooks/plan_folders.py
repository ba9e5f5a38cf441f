"""The plan folders under `.taskie/plans/`, and the one that is being worked on."""

import os
from pathlib import Path

PLANS = Path(".taskie", "plans")


def newest(root: Path) -> Path | None:
    """Return the most recently changed plan folder, or `None` if there is no plan.

    A folder's time is that of the newest regular file directly in it, ignoring dotfiles; files in
    subfolders, such as logs, do not count. A folder without such a file is not a plan. Of several
    folders with the same time, the last by name is returned.
    """
    try:
        folders = [entry.path for entry in os.scandir(root / PLANS) if entry.is_dir()]
    except (OSError, ValueError):  # missing, or not a valid path
        return None
    dated = [(changed, folder) for folder in folders if (changed := _changed(folder)) is not None]
    return Path(max(dated)[1]) if dated else None


def _changed(folder: str) -> int | None:
    """Return when the newest file of a folder was written, in nanoseconds, or `None`."""
    try:
        return max(
            (
                entry.stat().st_mtime_ns
                for entry in os.scandir(folder)
                if not entry.name.startswith(".") and entry.is_file()
            ),
            default=None,
        )
    except OSError:
        return None
