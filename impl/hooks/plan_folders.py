"""The plan folders under `.taskie/plans/`, and the one that is being worked on."""

import os
from contextlib import suppress
from pathlib import Path

from impl.files import LinkInTheWay
from impl.git.repository import GitError, worktree

PLANS = Path(".taskie", "plans")


def project_of(folder: Path) -> Path:
    """Return the nearest folder with plans, up to that of the repository, or else the folder."""
    for each in (folder, *folder.parents):
        if os.path.isdir(each / PLANS):
            return each
        if os.path.exists(each / ".git"):
            break
    return folder


def chosen(given: str | None, root: Path) -> Path | None:
    """Return the folder that is named, or else the one that was changed last, if any."""
    return newest(root) if given is None else named(given, root)


def named(given: str, root: Path) -> Path:
    """Return the folder of a path, relative to the current folder, or of a name among the plans.

    The first of these that is a folder counts, and if none is, the one by the path, unless `given`
    is a mere name. Symbolic links are not resolved. Raises `LinkInTheWay` for a folder in the
    project from which a symbolic link leads out of the repository.
    """
    by_path, by_name = Path(os.path.abspath(given)), root / PLANS / given
    is_name = os.sep not in given and given not in (os.curdir, os.pardir)
    candidates = (by_path, by_name) if is_name else (by_path,)
    found = (folder for folder in candidates if os.path.isdir(folder))
    folder = next(found, candidates[-1])
    if folder.is_relative_to(root):
        _require_inside(root, folder)
    return folder


def newest(root: Path) -> Path | None:
    """Return the most recently changed plan folder, or `None` if there is no plan.

    A folder's time is that of the newest regular file directly in it, ignoring dotfiles; files in
    subfolders, such as logs, do not count. A folder without such a file is not a plan. Of several
    folders with the same time, the last by name is returned. Raises `LinkInTheWay` if a symbolic
    link leads that one out of the repository.
    """
    try:
        folders = [entry.path for entry in os.scandir(root / PLANS) if entry.is_dir()]
    except (OSError, ValueError):  # missing, or not a valid path
        return None
    dated = [(changed, folder) for folder in folders if (changed := _changed(folder)) is not None]
    if not dated:
        return None
    folder = Path(max(dated)[1])
    _require_inside(root, folder)
    return folder


def _require_inside(root: Path, folder: Path) -> None:
    """Refuse a plan folder that is outside: state, reviews and logs are written in it.

    Links inside a repository may stay, also those from a linked worktree to the main one.
    """
    # Not `resolve`, which before Python 3.13 raises `RuntimeError` where links lead in a circle.
    real = Path(os.path.realpath(folder))
    if _is_in(real, root):
        return
    homes: tuple[Path, ...] = ()
    with suppress(GitError):  # outside of git there are no worktrees
        homes = worktree(root)
    if not any(_is_in(real, home) for home in homes):
        raise LinkInTheWay(
            f"{folder} leads through a symbolic link to {real}, which is outside of the project; "
            "nothing is written there: put the plan's folder itself in the place of the link"
        )


def _is_in(real: Path, home: Path) -> bool:
    home = Path(os.path.realpath(home))
    return real.is_relative_to(home) and ".git" not in real.relative_to(home).parts


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
