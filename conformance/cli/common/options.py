"""Arguments that several commands share, and the types of their values."""

import argparse
import re
from pathlib import Path

from conformance.adapters.command_line.commands import CLOCK_VARIABLE

NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
DURATION = re.compile(f"(?:{NUMBER}h)?(?:{NUMBER}m)?(?:{NUMBER}s?)?", re.ASCII)
"""Hours, minutes and seconds, each of which may be left out."""
MOST_SECONDS = 1e6
"""The longest time that an option takes."""


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the time that a command may take."""
    add_time(parser, "begin nothing new after this time, such as 90s or 2m30s")


def add_time(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the time that a command may take, in any unit."""
    parser.add_argument("--budget", type=duration, metavar="TIME", help=what)


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


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add the choice to see where the time goes."""
    parser.add_argument(
        "--profile",
        action="store_true",
        help="print on standard error in which functions the time went",
    )


def add_effort(parser: argparse.ArgumentParser) -> None:
    """Add how much is tried, and of what."""
    add_time(parser, "such as 60s, 2m30s or 90 (default 60s)")
    parser.add_argument(
        "--operations",
        type=positive,
        metavar="N",
        help="ask so many of vectors, and as many at random; alone, without a budget",
    )
    parser.add_argument("--seed", type=int, default=0, help="where randomness starts (default 0)")
    add_area(parser)
    add_traces(parser)


def add_clients(parser: argparse.ArgumentParser) -> None:
    """Add the choice of concurrent clients, and how they are disturbed."""
    parser.add_argument(
        "--clients",
        type=positive,
        metavar="N",
        help="let N clients work on one store at the same time, whose path is {store} in COMMAND, "
        "and judge their history, which is saved in --traces",
    )
    parser.add_argument(
        "--kill", action="store_true", help="with --clients: kill clients in their operations"
    )
    parser.add_argument(
        "--pause", action="store_true", help="with --clients: stop clients past their leases"
    )
    parser.add_argument(
        "--skew",
        type=positive,
        default=0,
        metavar="MS",
        help="with --clients: let their clocks be up to so many milliseconds apart",
    )


def add_area(parser: argparse.ArgumentParser) -> None:
    """Add the choice of areas of rules."""
    from spec.catalog import AREAS

    areas = tuple(area.name for area in AREAS)
    parser.add_argument(
        "--area",
        action="append",
        choices=areas,
        metavar="AREA",
        help=f"only these rules, may be repeated: {', '.join(areas)}",
    )


def add_sut(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name an implementation, among them a program to start."""
    add_adapters(parser)
    parser.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="a program to start, with its arguments, after two dashes (--)",
    )


def add_adapters(parser: argparse.ArgumentParser) -> None:
    """Add the ways to name an implementation that is no program to start, and how it is judged."""
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        help="judge by it: such as seeds, 2026.1, 2026.2 or 2026.1-A14 "
        "(default: the newest that the implementation declares)",
    )
    parser.add_argument(
        "--python", metavar="FILE:FACTORY", help="an implementation in Python, in this process"
    )
    parser.add_argument(
        "--connect", metavar="HOST:PORT", help="a program that listens for connections there"
    )
    add_command_line(parser, "with --cli: its SQLite store, under the root (found as .*/state.db)")
    parser.add_argument(
        "--tolerance",
        type=duration,
        metavar="TIME",
        help="how far times may be off where the clock is not virtual "
        "(default 5s for 'offset', 1s for 'none')",
    )
    parser.add_argument(
        "--start-timeout", type=seconds, default=10.0, metavar="SECONDS", help="for 'hello' (10)"
    )
    parser.add_argument(
        "--timeout", type=seconds, default=5.0, metavar="SECONDS", help="for every reply (5)"
    )


def add_command_line(parser: argparse.ArgumentParser, store: str) -> None:
    """Add a program with a command line, and what describes it; `store` is a help."""
    parser.add_argument(
        "--cli",
        metavar="PROGRAM",
        help="a program with the command line of planstate, driven in repositories of its own",
    )
    parser.add_argument(
        "--dialect",
        type=Path,
        metavar="FILE",
        help="with --cli: how its command line differs, as 'planspec dialect' explains",
    )
    parser.add_argument(
        "--clock-variable",
        default=CLOCK_VARIABLE,
        metavar="NAME",
        help=f"with --cli: the environment variable that sets its time ({CLOCK_VARIABLE})",
    )
    parser.add_argument(
        "--store",
        metavar="PLACE",
        help=store,
    )


def duration(text: str) -> float:
    """Return a time such as `60s`, `2m30s`, `1h` or a plain number of seconds."""
    found = DURATION.fullmatch(text)
    parts = [float(part or 0) for part in found.groups()] if found else []
    total = sum(part * unit for part, unit in zip(parts, (3600, 60, 1), strict=False))
    if not 0 < total < MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time above 0; give seconds, or such as 60s, 5m or 2m30s"
        )
    return total


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
    if not 0 < number < MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
