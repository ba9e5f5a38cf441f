"""Arguments that several subcommands share, and how they are read."""

import argparse
from collections.abc import Callable

DEFAULT_LEASE_SECONDS = 7_200
LONGEST_LEASE_SECONDS = 100 * 365 * 24 * 60 * 60
LONGEST_WAIT_SECONDS = 24 * 60 * 60


def add_plan(described: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Describe the plan that a command is about."""
    described.add_argument(
        "plan",
        metavar="PLAN",
        type=name,
        nargs="?" if optional else None,
        help="the plan's document: absolute, or relative to the current folder or the main root",
    )


def add_step(described: argparse.ArgumentParser) -> None:
    """Describe the step that a command is about."""
    described.add_argument("step", metavar="STEP", type=anchor, help="its anchor, such as #step-1")


def add_worktree(described: argparse.ArgumentParser) -> None:
    """Describe the worker that a command speaks for."""
    described.add_argument(
        "--worktree",
        required=True,
        type=name,
        metavar="PATH",
        help="the worker: its name, taken exactly as it is given, usually a worktree's path",
    )


def add_lease(described: argparse.ArgumentParser) -> None:
    """Describe how long a claim lasts."""
    described.add_argument(
        "--lease-duration",
        type=lease,
        metavar="SECONDS",
        default=DEFAULT_LEASE_SECONDS,
        help=f"how long others are kept away (default {DEFAULT_LEASE_SECONDS})",
    )


def add_allow_drift(described: argparse.ArgumentParser) -> None:
    """Describe the permission to work on a plan whose document has changed."""
    described.add_argument(
        "--allow-drift",
        action="store_true",
        help="go on though the plan's document has changed since it was registered",
    )


def text(given: str) -> str:
    """Read a text, which must be Unicode."""
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(f"{given!r} is not UTF-8; give valid text") from error
    return given


def name(given: str) -> str:
    """Read a text that is not empty."""
    if not given:
        raise argparse.ArgumentTypeError("it is empty; give a name")
    return text(given)


def anchor(given: str) -> str:
    """Read a step's anchor, with or without `#`."""
    return text(given).removeprefix("#")


def lease(given: str) -> int:
    """Read the length of a lease, at most a hundred years."""
    return _at_most(LONGEST_LEASE_SECONDS, given)


def wait(given: str) -> int:
    """Read how long to wait for others, at most a day."""
    return _at_most(LONGEST_WAIT_SECONDS, given)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Make the reader of a whole number that has bounds."""

    def read(given: str) -> int:
        digits = given.isascii() and given.isdecimal() and len(given) <= len(str(most))
        if not digits or not least <= int(given) <= most:
            raise argparse.ArgumentTypeError(
                f"{given!r} is not a whole number from {least} to {most}"
            )
        return int(given)

    return read


def _at_most(longest: int, given: str) -> int:
    if not (given.isascii() and given.isdecimal()) or int(given) > longest:
        raise argparse.ArgumentTypeError(
            f"{given!r} is not a whole number of seconds from 0 to {longest}"
        )
    return int(given)
