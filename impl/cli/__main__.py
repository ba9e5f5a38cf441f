"""Runs `planstate` as a process, also as `python -m impl.cli`."""

import gc
import signal
import sys

# Until a command runs, an interrupt ends the process, without a traceback of half an import.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from impl.cli.main import main


def run() -> int:
    """Run `planstate` and return its exit code.

    Garbage is not collected, neither meanwhile nor in the end: it would take a fifth of the time.
    """
    gc.disable()
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the answer is given, and stays as it is
    gc.freeze()
    return code


if __name__ == "__main__":
    sys.exit(run())
