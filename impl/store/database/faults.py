"""What a user can do about an error of SQLite."""

import sqlite3

CHECK_NAME = "check the name and the permissions, or name another file"
CHECK_DISK = "check whether the disk is full or damaged, then run `planstate state show`"
RESTORE = (
    "restore the file from a backup, or move it away and run `planstate state init PLAN` and "
    "`planstate state reconcile PLAN` for each plan"
)

ADVICE = {
    sqlite3.SQLITE_BUSY: "other processes are writing: try again, or wait longer with "
    "`--wait SECONDS`",
    sqlite3.SQLITE_FULL: "free space on the disk and try again",
    sqlite3.SQLITE_IOERR: CHECK_DISK,
    sqlite3.SQLITE_CORRUPT: RESTORE,
}


def advice(error: Exception) -> str:
    """Return what to do about an error of SQLite."""
    # The lowest byte is the kind of error, the others its circumstances.
    return ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, CHECK_NAME)
