"""Files that several processes write: locks, and logs with one line of JSON for each event."""

import fcntl
import math
import os
import time

LONGEST_PAUSE = 0.2


def lock(descriptor: int, patience: float, place: str) -> float:
    """Lock an open file, and return for how many seconds this has waited.

    Raises `TimeoutError`, an `OSError`, if the lock is not free in time.
    """
    if patience == math.inf:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        return 0.0
    began, pause, waited = time.monotonic(), 0.01, 0.0
    while not _try_to_lock(descriptor):
        waited = time.monotonic() - began
        if waited >= patience:
            raise TimeoutError(
                f"timed out waiting for the lock on {place} after {patience:g} seconds"
            )
        # `flock` has no timeout, except by a signal, which other code may need.
        time.sleep(min(pause, patience - waited))
        pause = min(2 * pause, LONGEST_PAUSE)
    return waited


def append_line(descriptor: int, line: str) -> None:
    """Append a line to an open log in one write. Raises `OSError` if that is not possible.

    A process may have been killed while it wrote the last line, or the disk was full.
    """
    size = os.fstat(descriptor).st_size
    torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
    content = ("\n" * torn + line + "\n").encode()
    written = os.write(descriptor, content)
    if written < len(content):
        raise OSError(f"only {written} of {len(content)} bytes could be written")


def _try_to_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
