"""What to do when SQLite cannot use a file."""

import sqlite3

OTHERWISE = "check the name and the permissions, or name another file"
SEE_DISK = "see whether the disk is full or damaged, mend that, and look at the state again"
MEND = (
    "restore the file from a copy, or move it away, register the plans again and reconcile them "
    "with the history"
)

ADVICE = {
    sqlite3.SQLITE_BUSY: "others are writing: try again, or wait longer",
    sqlite3.SQLITE_FULL: "make room on the disk and try again",
    sqlite3.SQLITE_IOERR: SEE_DISK,
    sqlite3.SQLITE_CORRUPT: MEND,
}


def advice(error: Exception) -> str:
    """Say what to do about an error of SQLite."""
    # The lowest byte tells the kind of fault, the others its circumstances.
    return ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, OTHERWISE)
