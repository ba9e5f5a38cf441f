"""What a subcommand consists of, declared as data for argparse."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from impl.cli.answers import Answer
from impl.given_text import is_utf8, parsed_number, shown
from spec.vocabulary.domains import DEFAULT_LEASE

DEFAULT_LEASE_SECONDS = DEFAULT_LEASE // 1_000
LONGEST_LEASE_SECONDS = 100 * 365 * 24 * 60 * 60
LONGEST_WAIT_SECONDS = 24 * 60 * 60


class Argument(NamedTuple):
    """A positional argument or an option, with its settings for argparse."""

    names: tuple[str, ...]
    settings: Mapping[str, Any]

    def but(self, **settings: Any) -> "Argument":
        """Return the argument with other settings, such as another help."""
        return Argument(self.names, {**self.settings, **settings})

    @property
    def takes_value(self) -> bool:
        """Whether a value follows an option, or stands for a positional argument."""
        return self.settings.get("action") != "store_true"


class Exclusive(NamedTuple):
    """Options that exclude each other; one of them must be given if `required`."""

    options: tuple[Argument, ...]
    required: bool = False


Arguments = tuple[Argument | Exclusive, ...]

EXIT_CODES = """
exit codes: 0 success; 1 rejected; 2 usage error; 3 interrupted, outcome unknown; 4 the environment
is broken: no repository, or no usable store
"""


class Command(NamedTuple):
    """A subcommand: its help, which is the docstring of its module, and what runs it.

    `run` returns an `Answer`, with data of the class `answers`, or raises `Failure` or
    `InvalidUsage`.
    """

    description: str | None
    examples: str
    arguments: Arguments
    run: Callable[[argparse.Namespace], Answer]
    answers: object
    exit_codes: str = EXIT_CODES


def flag(*names: str, help: str) -> Argument:
    """Declare an option without a value."""
    return Argument(names, {"help": help, "action": "store_true"})


def option(*names: str, help: str, **settings: Any) -> Argument:
    """Declare an option with a value, or a positional argument."""
    return Argument(names, {"help": help, **settings})


def text(given: str) -> str:
    """Parse a text, which must be valid Unicode."""
    if not is_utf8(given):
        raise argparse.ArgumentTypeError(f"{shown(given)} is not UTF-8; give valid text")
    return given


def name(given: str) -> str:
    """Parse a text that is not empty."""
    if not given:
        raise argparse.ArgumentTypeError("it is empty; give a name")
    return text(given)


def anchor(given: str) -> str:
    """Parse a step's anchor, with or without `#`."""
    return text(given).removeprefix("#")


def whole_number(least: int, most: int, unit: str = "") -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds, which may be negative."""

    def parse(given: str) -> int:
        digits = given.removeprefix("-") if least < 0 else given
        number = parsed_number(digits, max(least, 0), most)
        if number is None:
            raise argparse.ArgumentTypeError(
                f"{shown(given)} is not a whole number{unit} from {least} to {most}"
            )
        return number if digits == given else -number

    return parse


LARGEST_NUMBER = 2**62 - 1
any_number = whole_number(-LARGEST_NUMBER, LARGEST_NUMBER)
"""Parses a whole number of any sign, of a size that every store can hold (REV-1.2)."""


PLAN = option(
    "plan",
    metavar="PLAN",
    type=name,
    help="the plan's document: absolute, or relative to the current folder or the main root",
)
OPTIONAL_PLAN = PLAN.but(nargs="?")
STEP = option("step", metavar="STEP", type=anchor, help="the step's anchor, such as #step-1")
WORKTREE = option(
    "--worktree",
    required=True,
    type=name,
    metavar="PATH",
    help="the name of the worker, taken literally; usually the path of a worktree; on a server, "
    "the name of the host is put before it, or $PLANSTATE_WORKER replaces it",
)
LARGEST_CLAIM_ID = 2**53 - 1
CLAIM_ID = option(
    "--claim-id",
    type=whole_number(0, LARGEST_CLAIM_ID),
    metavar="N",
    help="the id of your claim: the command fails if the step was claimed again since (default "
    "$PLANSTATE_CLAIM_ID)",
)
CLAIM_TO_END = CLAIM_ID.but(
    help="the id of the claim to end: the command fails if the step was claimed again since"
)
HELD_STEP = (PLAN, STEP, WORKTREE, CLAIM_ID)
LEASE = option(
    "--lease-duration",
    type=whole_number(0, LONGEST_LEASE_SECONDS, " of seconds"),
    metavar="SECONDS",
    default=DEFAULT_LEASE_SECONDS,
    help=f"how long the claim excludes other worktrees (default {DEFAULT_LEASE_SECONDS})",
)
ALLOW_DRIFT = flag(
    "--allow-drift",
    help="continue although the plan's document has changed since it was registered",
)
GLOBAL_OPTIONS = (
    flag("--json", help="print one JSON document"),
    flag("-q", "--quiet", help="print only warnings and errors"),
    option(
        "--store",
        type=name,
        metavar="PLACE",
        help="the store: a file, or postgresql://… (default $PLANSTATE_STORE, or "
        ".planstate/state.db under the main root)",
    ),
    option(
        "--journal",
        type=name,
        metavar="FILE",
        help="record every operation on the store in this file, for `planspec audit` (default "
        "$PLANSTATE_JOURNAL, or none)",
    ),
    option(
        "--synchronous",
        choices=("full", "normal"),
        default="full",
        help="`full` (the default): every answered operation survives a power failure; `normal`: "
        "faster, but a power failure may undo the last operations on the store; what git has "
        "committed survives either way, if the disk keeps what it has confirmed",
    ),
    option(
        "--wait",
        type=whole_number(0, LONGEST_WAIT_SECONDS, " of seconds"),
        metavar="SECONDS",
        default=5,
        help="how long to wait for other writers of the store (default 5)",
    ),
)
"""The options that may stand before or after a subcommand."""
