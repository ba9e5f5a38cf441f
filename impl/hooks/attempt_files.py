"""The files that reviewers write: one for each attempt, until it becomes the review.

What a reviewer that has outlived its hook writes is thereby never taken for another's review.
"""

import os
import re
import secrets
from pathlib import Path

ATTEMPT = re.compile(r"\.review-attempt-[0-9a-f]{32}\.md")


def unique(folder: Path) -> Path:
    """Name a file for one attempt that nobody else writes, hidden from the search for plans."""
    return folder / f".review-attempt-{secrets.token_hex(16)}.md"


def remove_abandoned(folder: Path) -> None:
    """Remove what hooks that were killed have left; the caller keeps other hooks away.

    A reviewer that still runs may write such a file anew; then a later hook removes that.
    """
    for entry in os.scandir(folder):
        if ATTEMPT.fullmatch(entry.name):
            _try_to_remove(entry.path)


def publish(attempt: Path, review: Path) -> None:
    """Move what an attempt has made, if anything, to where the review belongs.

    What was there is renamed, so that no earlier verdict is taken for a new one. The reviewer has
    to have ended.
    """
    _set_aside(review)
    if os.path.lexists(attempt):
        os.replace(attempt, review)


def _try_to_remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:  # a folder, say: it is never read, so it may stay
        return


def _set_aside(review: Path) -> None:
    number = 1
    while os.path.lexists(review):
        earlier = review.with_name(f"{review.stem}.earlier-{number}{review.suffix}")
        if not os.path.lexists(earlier):
            os.replace(review, earlier)
        number += 1
