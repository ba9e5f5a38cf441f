"""Failures of the environment: no repository, no usable store, no space. Always E046."""

import os
import sqlite3

from impl.cli.answers import INTERRUPTED, Failure
from impl.files import LinkInTheWay
from impl.git.repository import GitError
from impl.store.database.opening import CommitFailed, StoreUnavailable, advice
from spec.vocabulary import rejections


def failure_of(error: Exception, show: str) -> Failure | None:
    """Return a failure, also for an error of the environment; `None` for one of the program.

    `show` is the command that shows what is stored.
    """
    if isinstance(error, Failure):
        return error
    if isinstance(error, CommitFailed):
        unknown = Failure.of(rejections.store_unavailable(), error.advising(show))
        unknown.exit_code = INTERRUPTED
        return unknown
    if isinstance(error, StoreUnavailable | GitError | LinkInTheWay):
        message = str(error)
    elif isinstance(error, sqlite3.Error):
        message = f"the store failed ({error}), and nothing was changed: {advice(error)}"
    elif isinstance(error, FileNotFoundError) and error.filename is None and not _has_folder():
        message = (
            "the current folder was removed; change to one that exists, and repeat the command"
        )
    elif isinstance(error, OSError):
        said = str(error)  # perhaps with the name of a file that is too long for a name
        message = f"system error ({said[:300]}{said[300:] and '…'}): correct it and try again"
    else:
        return None
    return Failure.of(rejections.store_unavailable(), message)


def _has_folder() -> bool:
    """Return whether the current folder still exists."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True
