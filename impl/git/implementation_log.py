"""The implementation log of a worktree: what was committed, when and for which step, newest first.

It is in the worktree's `.planstate/`, which git ignores, and is added to each commit by force. An
attribute of that folder makes git keep the entries of both branches in a merge.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from impl.files import read_below, remove_below, replace_below, require_no_links, temporary_name
from impl.git.layout import FOLDER, make_own_folder
from impl.times import iso

LOG = FOLDER / "implementation-log.md"
ARCHIVE = FOLDER / "archive"

HEADING = b"# Implementation log\n"
LONGEST = 500
"""The number of lines after which the log is archived."""


@dataclass(frozen=True, slots=True)
class LogChange:
    """The log before and after an entry is added, and the file that gets the older entries."""

    before: bytes | None
    after: bytes
    archive: Path | None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that belong to the commit, with `/`."""
        changed = (LOG,) if self.archive is None else (LOG, self.archive)
        return tuple(path.as_posix() for path in changed)

    def make(self, worktree: Path) -> None:
        """Write the log, and before it the archive. Raises `OSError`, and then changes nothing."""
        try:
            if self.archive is not None and self.before is not None:
                replace_below(worktree, self.archive, self.before)
            replace_below(worktree, LOG, self.after)
        except OSError:
            self.undo(worktree)
            raise

    def undo(self, worktree: Path, *, whoever: bool = False) -> None:
        """Restore the log exactly, unless somebody else has changed it since.

        A hook may have changed its white space; with `whoever`, it may have changed anything.
        """
        found = read_log(worktree)
        before, after = (
            None if each is None else each.split() for each in (self.before, self.after)
        )
        if not whoever and (found.split() if found is not None else None) not in (before, after):
            return
        if self.before is None:
            remove_below(worktree, LOG)
        elif found != self.before:
            replace_below(worktree, LOG, self.before)
        if self.archive is not None:
            remove_below(worktree, self.archive)
            remove_below(worktree, temporary_name(self.archive))


def planned(worktree: Path, now: int, step: str, plan: str, summary: str) -> LogChange:
    """Return the change that adds an entry at the top of a worktree's log, which may be missing.

    A log that would grow past 500 lines is moved to the archive. Raises `OSError`, also where a
    symbolic link is in the way.
    """
    require_no_links(worktree, ARCHIVE)
    before = read_log(worktree)
    make_own_folder(worktree)
    older = (before or b"").removeprefix(HEADING)
    # An entry begins and ends with lines of its own, or git would take what two entries have in
    # common for one when it merges two logs.
    time, title = iso(now), f"{iso(now)} {step}"
    text = HEADING + f"\n## {title}\n\n{summary}\n\nPlan: {plan} ({title})\n".encode()
    fits = (text + older).count(b"\n") <= LONGEST
    if fits or before is None:
        return LogChange(before, text + older, None)
    return LogChange(before, text, _free_place(worktree, time))


def read_log(worktree: Path) -> bytes | None:
    """Return the log of a worktree, or `None` if there is none. Raises `OSError`."""
    return read_below(worktree, LOG)


def newest_step(worktree: Path) -> str | None:
    """Return the step of the newest entry of a worktree's log, or `None` if there is none."""
    try:
        lines = (read_log(worktree) or b"").removeprefix(HEADING).split(b"\n", 2)
    except OSError:
        return None
    title = os.fsdecode(lines[1]) if len(lines) > 1 else ""
    return title.split(" ", 2)[-1] if title.startswith("## ") else None


def _free_place(worktree: Path, time: str) -> Path:
    """Return an unused name in the archive."""
    stem = f"implementation-log-{time.replace(':', '-')}"
    place, number = ARCHIVE / f"{stem}.md", 1
    while (worktree / place).exists():
        number += 1
        place = ARCHIVE / f"{stem}-{number}.md"
    return place
