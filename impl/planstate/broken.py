"""What an environment can do wrong: no repository, no usable store, no room. Always E046."""

import sqlite3

from impl.opening import StoreUnavailable
from impl.planstate.answers import Failure
from impl.repository import GitError
from spec.vocabulary import Code


def failure_of(error: Exception) -> Failure | None:
    """Describe an error that is the environment's; none if it is a mistake of the program."""
    message = _message(error)
    return None if message is None else Failure(Code.STORE_UNAVAILABLE, message)


def _message(error: Exception) -> str | None:
    if isinstance(error, StoreUnavailable | GitError):
        return str(error)
    if isinstance(error, sqlite3.Error):
        return f"the store failed ({error}) and nothing was changed; {_advice(error)}"
    if isinstance(error, OSError):
        return f"the environment failed ({error}); mend that and try again"
    return None


def _advice(error: sqlite3.Error) -> str:
    # The lowest byte tells the kind of fault, the others its circumstances.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return {
        sqlite3.SQLITE_BUSY: "others are writing: try again, or wait longer with --wait",
        sqlite3.SQLITE_FULL: "make room on the disk and try again",
        sqlite3.SQLITE_IOERR: "see whether the disk is full or damaged, then try again",
        sqlite3.SQLITE_READONLY: "see that its file and its folder may be written to",
        sqlite3.SQLITE_CANTOPEN: "see that its file and its folder may be written to",
        sqlite3.SQLITE_CORRUPT: "restore it from a copy, or move it away, run `planstate state "
        "init` and `planstate state reconcile`",
        sqlite3.SQLITE_NOTADB: "name another file, or move this one away",
    }.get(kind, "see that its file is whole and may be written to")
