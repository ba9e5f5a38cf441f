"""Arguments that several commands share, and the types of their values."""

import argparse
from pathlib import Path

from conformance.adapters.command_line.variables import CLOCK_VARIABLE


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the time that a command may take."""
    parser.add_argument(
        "--budget", type=positive, metavar="SECONDS", help="begin nothing new after this time"
    )


def add_traces(parser: argparse.ArgumentParser) -> None:
    """Add the folder of the counterexamples."""
    parser.add_argument(
        "--traces",
        type=Path,
        default=Path("traces"),
        help="where to save counterexamples (default traces)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the choice of JSON instead of text."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_effort(parser: argparse.ArgumentParser) -> None:
    """Add how much is tried, and of what."""
    from spec.catalog import AREAS

    areas = tuple(area.name for area in AREAS)
    parser.add_argument(
        "--budget", type=duration, metavar="TIME", help="such as 60s, 5m or 90 (default 60s)"
    )
    parser.add_argument(
        "--operations",
        type=positive,
        metavar="N",
        help="ask so many of vectors, and as many at random; alone, without a budget",
    )
    parser.add_argument("--seed", type=int, default=0, help="where randomness starts (default 0)")
    parser.add_argument(
        "--area",
        action="append",
        choices=areas,
        metavar="AREA",
        help=f"only these rules, may be repeated: {', '.join(areas)}",
    )
    add_traces(parser)


def add_sut(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name an implementation, among them a program to start."""
    add_adapters(parser)
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="a program to start"
    )


def add_adapters(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name an implementation that is no program to start, and the timeouts."""
    parser.add_argument(
        "--python", metavar="FILE:FACTORY", help="an implementation in Python, in this process"
    )
    parser.add_argument(
        "--connect", metavar="HOST:PORT", help="a program that listens for connections there"
    )
    parser.add_argument(
        "--cli",
        metavar="PROGRAM",
        help="a program with the command line of planstate, driven in repositories of its own",
    )
    parser.add_argument(
        "--clock-variable",
        default=CLOCK_VARIABLE,
        metavar="NAME",
        help=f"with --cli: the environment variable that sets its time ({CLOCK_VARIABLE})",
    )
    parser.add_argument(
        "--store",
        metavar="PATH",
        help="with --cli: its SQLite store, under the root (found as .*/state.db)",
    )
    parser.add_argument(
        "--start-timeout", type=seconds, default=10.0, metavar="SECONDS", help="for 'hello' (10)"
    )
    parser.add_argument(
        "--timeout", type=seconds, default=5.0, metavar="SECONDS", help="for every reply (5)"
    )


def duration(text: str) -> float:
    """Return a time such as `60s`, `5m`, `1h` or a plain number of seconds."""
    units = {"s": 1, "m": 60, "h": 3600}
    unit = text[-1:] if text[-1:] in units else ""
    try:
        return seconds(text.removesuffix(unit)) * units.get(unit, 1)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time above 0; give seconds, or such as 60s or 5m"
        ) from error


def positive(text: str) -> int:
    """Return a whole number of 1 or more."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return number


def seconds(text: str) -> float:
    """Return a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
