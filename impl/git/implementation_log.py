"""The implementation log of a worktree: what was committed, when and for which step, newest first.

It is in the worktree's `.planstate/`, which git ignores, and is added to each commit by force.
"""

from dataclasses import dataclass
from pathlib import Path

from impl.git.layout import FOLDER, make_own_folder
from impl.times import iso

LOG = FOLDER / "implementation-log.md"
ARCHIVE = FOLDER / "archive"

HEADING = b"# Implementation log\n"
LONGEST = 500
"""The number of lines after which the log is archived."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A commit in the log. `now` is in milliseconds."""

    now: int
    step: str
    plan: str
    summary: str

    @property
    def time(self) -> str:
        """Return the time as ISO 8601 in UTC, with milliseconds."""
        return iso(self.now)

    def text(self) -> bytes:
        """Return the entry as a section of Markdown, with a blank line before it."""
        section = f"\n## {self.time} {self.step}\n\nPlan: {self.plan}\n\n{self.summary}\n"
        return section.encode()


@dataclass(frozen=True, slots=True)
class LogChange:
    """What adding an entry has changed, to undo it. Paths are relative to the worktree."""

    worktree: Path
    before: bytes | None
    archive: Path | None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that belong to the commit, with `/`."""
        changed = (LOG,) if self.archive is None else (LOG, self.archive)
        return tuple(path.as_posix() for path in changed)

    def undo(self) -> None:
        """Restore the log exactly."""
        if self.before is None:
            (self.worktree / LOG).unlink(missing_ok=True)
        else:
            (self.worktree / LOG).write_bytes(self.before)
        if self.archive is not None:
            (self.worktree / self.archive).unlink(missing_ok=True)


def add_entry(worktree: Path, entry: LogEntry) -> LogChange:
    """Add an entry at the top of a worktree's log, which is created if it is missing.

    A log that would grow past 500 lines is moved to the archive first. Raises `OSError`, and then
    nothing has changed.
    """
    make_own_folder(worktree)
    log = worktree / LOG
    before = log.read_bytes() if log.exists() else None
    older = (before or b"").removeprefix(HEADING)
    text = HEADING + entry.text()
    fits = (text + older).count(b"\n") <= LONGEST
    archive = None if fits or before is None else _free_place(worktree, entry)
    change = LogChange(worktree, before, archive)
    try:
        if archive is not None and before is not None:
            (worktree / ARCHIVE).mkdir(exist_ok=True)
            (worktree / archive).write_bytes(before)
        log.write_bytes(text + older if archive is None else text)
    except OSError:
        change.undo()
        raise
    return change


def _free_place(worktree: Path, entry: LogEntry) -> Path:
    """Return an unused name in the archive."""
    stem = f"implementation-log-{entry.time.replace(':', '-')}"
    place, number = ARCHIVE / f"{stem}.md", 1
    while (worktree / place).exists():
        number += 1
        place = ARCHIVE / f"{stem}-{number}.md"
    return place
