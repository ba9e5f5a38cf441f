"""The files that reviewers write: one for each attempt, until it becomes the review.

So the output of a reviewer that outlives its hook is never mistaken for another review.
"""

import os
import re
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

Signature = tuple[int, int, int] | None

ATTEMPT = re.compile(r"\.review-attempt-[0-9a-f]{32}\.md")


def remove_abandoned(folder: Path) -> None:
    """Remove the files of hooks that were killed; the caller has locked the folder.

    A reviewer that still runs may write such a file again; then a later hook removes it.
    """
    for entry in os.scandir(folder):
        if ATTEMPT.fullmatch(entry.name):
            with suppress(OSError):  # for instance of a folder, which does no harm
                os.unlink(entry.path)


class Attempt:
    """One attempt at a review: the file demanded of its reviewer, and the name of the review.

    A reviewer may write the review under a natural name instead, one that says what it is.
    Whatever has such a name now is an earlier review; one of the review's own name is renamed, so
    that no earlier verdict is mistaken for a new one. The caller has locked the folder.
    """

    def __init__(self, folder: Path, review: Path, names: Iterable[str]) -> None:
        _set_aside(review)
        self.review = review
        # A unique name, which the search for plans ignores.
        self.demanded = folder / f".review-attempt-{secrets.token_hex(16)}.md"
        self.natural = {path: _signature(path) for path in (review, *map(folder.joinpath, names))}

    def publish(self) -> None:
        """Move what the reviewer, which has ended, has written to the name of the review."""
        written = [
            path for path, before in self.natural.items() if _signature(path) not in (None, before)
        ]
        if os.path.lexists(self.demanded):
            _set_aside(self.review)
            os.replace(self.demanded, self.review)
        elif len(written) == 1 and written[0] != self.review:
            os.replace(written[0], self.review)


def _signature(path: Path) -> Signature:
    """Return what changes when a regular file is written anew, or `None` if there is none."""
    try:
        found = path.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _set_aside(review: Path) -> None:
    if os.path.lexists(review):
        names = (f"{review.stem}.earlier-{number}{review.suffix}" for number in count(1))
        earlier = map(review.with_name, names)
        os.replace(review, next(each for each in earlier if not os.path.lexists(each)))
