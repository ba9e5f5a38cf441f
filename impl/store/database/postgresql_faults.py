"""What a user can do about an error of PostgreSQL, and whether it leaves the outcome unknown."""

import psycopg
from psycopg import errors

from impl.store.database.opening import Conflict, ServerAway, StoreUnavailable

UNCHANGED = "and nothing was changed"

ADVICE: dict[type[Exception], str] = {
    errors.InsufficientPrivilege: "ask the owner of the database for the permission",
    errors.ReadOnlySqlTransaction: "name the server that can be written to",
    errors.DiskFull: "free space on the disk of the server and try again",
    errors.TooManyConnections: "try again, or raise `max_connections` of the server",
}


class ConnectionLost(ServerAway):
    """The connection to the server was lost, before anything was stored."""


def unavailable(error: psycopg.Error) -> StoreUnavailable:
    """Return the error for a statement that failed, with which its transaction ends."""
    found = sentence(error)
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        return Conflict(
            f"another transaction was in the way each time ({found}), {UNCHANGED}: try again"
        )
    if isinstance(error, errors.LockNotAvailable):
        return StoreUnavailable(
            f"timed out waiting for the write lock ({found}): try again, or wait longer with "
            "`--wait SECONDS`"
        )
    if is_lost(error):
        return ConnectionLost(
            f"the connection to the server was lost ({found}), {UNCHANGED}: check that the server "
            "is running, then try again"
        )
    if isinstance(error, psycopg.DataError) and "NUL" in found:
        return StoreUnavailable(
            f"a text contains a NUL character, which PostgreSQL cannot store, {UNCHANGED}: remove "
            "the character, or use a store in a file"
        )
    if (error.diag.constraint_name or "").endswith("_can_be_indexed"):
        return StoreUnavailable(
            "a path has more than 1,000 bytes, or an anchor more than 800, which PostgreSQL "
            f"cannot index ({found}), {UNCHANGED}: use a shorter one, or a store in a file"
        )
    advice = next((text for kind, text in ADVICE.items() if isinstance(error, kind)), "")
    return StoreUnavailable(
        f"the store failed ({found}), {UNCHANGED}: {advice or 'look into the log of the server'}"
    )


def is_lost(error: psycopg.Error) -> bool:
    """Return whether the connection has ended with an error, so that no answer can follow."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.diag.severity_nonlocalized in ("FATAL", "PANIC")


def sentence(error: Exception) -> str:
    """Return the first line of an error's message."""
    return str(error).strip().partition("\n")[0]
