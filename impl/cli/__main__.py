"""Runs `planstate` as a process, also as `python -m impl.cli`."""

import sys


def report_lost(lost: "sys.UnraisableHookArgs") -> None:
    """Report what is raised where nobody can catch it; of an interrupt, the answer says enough."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


sys.unraisablehook = report_lost
try:
    import gc
    import signal

    # Until a command runs, an interrupt ends the process: an import that it ends leaves a mess.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    from impl.cli.main import main
except KeyboardInterrupt:
    sys.exit("planstate: interrupted before it began, and nothing was changed")


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
