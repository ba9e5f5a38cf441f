"""The errors log: one line of JSON for each violation, appended by several processes."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from impl.files import append_line, lock, require_no_links, require_one_name
from impl.store.database.opening import StoreUnavailable

NAME = "errors.jsonl"

Append = Callable[[Mapping[str, object]], None]
"""Appends an entry. Raises `OSError`."""


@contextmanager
def held(path: Path, timeout_seconds: float) -> Iterator[Append]:
    """Lock a log, which is created if it is missing, until the block or the process ends.

    Yields what appends an entry to it. Raises `StoreUnavailable` after a timeout.
    """
    require_no_links(path.parent, Path(path.name))
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    try:
        require_one_name(os.fstat(descriptor), path)
        try:
            lock(descriptor, timeout_seconds, str(path))
        except TimeoutError as error:
            raise StoreUnavailable(f"{error}: try again, or wait longer with `--wait`") from error
        yield lambda entry: append_line(descriptor, json.dumps(entry))
    finally:
        os.close(descriptor)
