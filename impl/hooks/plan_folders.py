"""The folders of plans under `.taskie/plans/`, and which of them is being worked on."""

import os
from pathlib import Path

PLANS = Path(".taskie", "plans")


def newest(root: Path) -> Path | None:
    """Find the plan folder that was changed last; none if there is no plan.

    A folder was changed when the newest of the ordinary files directly in it was, leaving aside
    those whose names begin with a dot; what lies in its subfolders, its logs above all, does not
    count. A folder without such a file is no plan. Of several that were changed in the same
    nanosecond it is the last by name.
    """
    try:
        folders = [entry.path for entry in os.scandir(root / PLANS) if entry.is_dir()]
    except (OSError, ValueError):  # not there, or no path at all
        return None
    dated = [(changed, folder) for folder in folders if (changed := _changed(folder)) is not None]
    return Path(max(dated)[1]) if dated else None


def _changed(folder: str) -> int | None:
    """Tell when the newest file of a folder was written, in nanoseconds."""
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
