"""Failures of the environment: no repository, no usable store, no space. Always E046."""

import sqlite3

from impl.cli.answers import Failure
from impl.git.repository import GitError
from impl.store.database.faults import advice
from impl.store.database.opening import StoreUnavailable
from spec.vocabulary import rejections


def failure_of(error: Exception) -> Failure | None:
    """Return the failure for an error of the environment, or `None` for one of the program."""
    message = _message(error)
    if message is None:
        return None
    return Failure.of(rejections.store_unavailable(), message)


def _message(error: Exception) -> str | None:
    if isinstance(error, StoreUnavailable | GitError):
        return str(error)
    if isinstance(error, sqlite3.Error):
        return f"the store failed ({error}), and nothing was changed: {advice(error)}"
    if isinstance(error, OSError):
        return f"system error ({error}): correct it and try again"
    return None
