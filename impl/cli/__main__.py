"""Runs `planstate` as a process, also as `python -m impl.cli`."""

import gc
import sys

from impl.cli.main import main


def run() -> int:
    """Run `planstate` and return its exit code."""
    code = main()
    gc.freeze()  # collecting garbage as the process ends would take a tenth of its time
    return code


if __name__ == "__main__":
    sys.exit(run())
