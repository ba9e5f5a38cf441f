"""What a user can do about an error of SQLite."""

import sqlite3

CHECK_NAME = "check the name and the permissions, or name another file"
CHECK_DISK = "check whether the disk is full or damaged, then look at the state again"
RESTORE = (
    "restore the file from a backup, or move it away, register the plans again and run "
    "`planstate state reconcile`"
)

ADVICE = {
    sqlite3.SQLITE_BUSY: "other processes are writing: try again, or wait longer",
    sqlite3.SQLITE_FULL: "free space on the disk and try again",
    sqlite3.SQLITE_IOERR: CHECK_DISK,
    sqlite3.SQLITE_CORRUPT: RESTORE,
}


def advice(error: Exception) -> str:
    """Return what to do about an error of SQLite."""
    # The lowest byte is the kind of error, the others its circumstances.
    return ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, CHECK_NAME)
