"""Runs `planstate` as a process, also as `python -m impl.cli`.

A command takes a twentieth of a second, so it imports little, and neither collects garbage nor
cleans up at the end, which would take an eighth of its time. The store is closed and all output is
flushed by then.
"""

import gc
import os
import sys
from typing import NoReturn

gc.disable()  # before the other imports, which create little garbage

from impl.cli.main import main  # noqa: E402


def run() -> NoReturn:
    """Run `planstate` and end the process with its exit code."""
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
