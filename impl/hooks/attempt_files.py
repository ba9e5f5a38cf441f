"""The files that reviewers write: one for each attempt, until it becomes the review.

So the output of a reviewer that outlives its hook is never mistaken for another review.
"""

import os
import re
import secrets
from pathlib import Path

ATTEMPT = re.compile(r"\.review-attempt-[0-9a-f]{32}\.md")


def unique(folder: Path) -> Path:
    """Return a unique file name for one attempt, which the search for plans ignores."""
    return folder / f".review-attempt-{secrets.token_hex(16)}.md"


def remove_abandoned(folder: Path) -> None:
    """Remove the files of hooks that were killed; the caller has locked the folder.

    A reviewer that still runs may write such a file again; then a later hook removes it.
    """
    for entry in os.scandir(folder):
        if ATTEMPT.fullmatch(entry.name):
            _try_to_remove(entry.path)


def publish(attempt: Path, review: Path) -> None:
    """Move the file of an attempt, if there is one, to the name of the review.

    An existing file is renamed, so that no earlier verdict is mistaken for a new one. The reviewer
    must have ended.
    """
    _set_aside(review)
    if os.path.lexists(attempt):
        os.replace(attempt, review)


def _try_to_remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:  # for instance a folder, which does no harm
        return


def _set_aside(review: Path) -> None:
    number = 1
    while os.path.lexists(review):
        earlier = review.with_name(f"{review.stem}.earlier-{number}{review.suffix}")
        if not os.path.lexists(earlier):
            os.replace(review, earlier)
        number += 1
