"""Runs `planstate` as a process, also as `python -m impl.cli`."""

import gc
import sys

from impl.cli.main import main


def run() -> int:
    """Run `planstate` and return its exit code.

    Garbage is not collected, neither meanwhile nor in the end: it would take a fifth of the time.
    """
    gc.disable()
    code = main()
    gc.freeze()
    return code


if __name__ == "__main__":
    sys.exit(run())
