"""What a commit leaves behind when its process is killed: a lock, and a log that was not committed.

Both are told by files in the worktree's own git folder, which no clone brings along.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from impl.files import lock, opened, read_regular, replace_file, unlock, wait_until
from impl.git.commits import CannotCommit, LinkedWorktree, is_recorded, stage_again
from impl.git.implementation_log import LOG, LogChange, read_log
from impl.json_text import parse_json

LOCK_NAME = "planstate.lock"
RECORD_NAME = "planstate-log.json"


@contextmanager
def worktree_lock(own_folder: Path, patience: float) -> Iterator[int]:
    """Hold the lock of a worktree, so that one commit at a time changes its log and its index.

    Yields the descriptor, to be inherited by git: a git process that outlives ours holds the lock
    until it ends. Raises `CannotCommit` after `patience` seconds.
    """
    path = own_folder / LOCK_NAME
    with opened(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW) as descriptor:
        try:
            lock(descriptor, patience, str(path))
        except TimeoutError as error:
            raise CannotCommit(
                f"{error}: another `planstate commit`, or the git process of one that was killed, "
                "is still at work in this worktree; wait for it, or end it, then repeat the command"
            ) from error
        try:
            _require_free_index(own_folder, patience)
            yield descriptor
        finally:
            # Closing it would leave the lock to a program that a hook has left in the background.
            unlock(descriptor)


def remember(own_folder: Path, change: LogChange) -> None:
    """Record a change of the log before it is made, so that the next commit can undo it."""
    before = None if change.before is None else os.fsdecode(change.before)
    archive = None if change.archive is None else change.archive.as_posix()
    record = {"before": before, "after": os.fsdecode(change.after), "archive": archive}
    replace_file(own_folder / RECORD_NAME, json.dumps(record).encode())


def forget(own_folder: Path) -> None:
    """Remove the record of a change that is committed or undone."""
    (own_folder / RECORD_NAME).unlink(missing_ok=True)


def undo_unfinished(root: Path, own_folder: Path, *, whoever: bool = False) -> None:
    """Undo the change of the log by a commit that was killed, or failed, before git committed.

    With `whoever`, also what a hook has made of the change. Raises `CannotCommit` if the record of
    the change cannot be read.
    """
    change = _remembered(own_folder)
    if change is None:
        return
    if read_log(root) == change.before or not is_recorded(root, LOG):
        change.undo(root, whoever=whoever)
        stage_again(LinkedWorktree(root, own_folder), change.paths)
    forget(own_folder)


def _remembered(own_folder: Path) -> LogChange | None:
    path = own_folder / RECORD_NAME
    try:
        record = parse_json(read_regular(path))
        before, archive = record["before"], record["archive"]
        return LogChange(
            None if before is None else os.fsencode(before),
            os.fsencode(record["after"]),
            None if archive is None else Path(archive),
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CannotCommit(
            f"{path}, the record of a change of {LOG} by a commit that was killed, cannot be read "
            f"({type(error).__name__}: {error}); correct the log by hand if its newest entry is "
            "not about a commit, remove the record, then repeat the command"
        ) from error


def _require_free_index(own_folder: Path, patience: float) -> None:
    """Wait until no git process holds the index. Raises `CannotCommit` after `patience` seconds."""
    path = own_folder / "index.lock"
    if wait_until(lambda: not path.exists(), patience) is not None:
        return
    whose = "another git process, such as that of an editor, or one that was killed"
    if (own_folder / RECORD_NAME).exists():
        whose = "probably the git process of a `planstate commit` that was killed here"
    raise CannotCommit(
        f"{path}{_since(path)} is the lock of {whose}; if no git process runs in this worktree any "
        "more, remove the file, then repeat the command"
    )


def _since(path: Path) -> str:
    try:
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return ""
    return f", made at {made:%Y-%m-%dT%H:%M:%SZ},"
