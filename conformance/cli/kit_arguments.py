"""The arguments of the commands that validate other implementations."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.adapters.command_line.variables import CLOCK_VARIABLE

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_serve(commands: "Commands") -> None:
    """Describe `planspec serve`."""
    serve = commands.add_parser(
        "serve",
        help="speak the protocol on standard input and output",
        description="Answer the requests of the protocol, one JSON object a line, with the model "
        "or with the SQLite implementation.",
        epilog='example: echo \'{"request":"hello","protocols":["planspec 1"]}\' | '
        "planspec serve model",
    )
    serve.add_argument("side", choices=("model", "impl"), help="who answers")
    serve.add_argument(
        "--edition", default="2026.1", help="the model's, such as seeds (default 2026.1)"
    )
    serve.set_defaults(implementation=("conformance.cli.serve", "serve"))


def add_doctor(commands: "Commands") -> None:
    """Describe `planspec doctor`."""
    doctor = commands.add_parser(
        "doctor",
        help="check that an implementation speaks the protocol",
        description="Shake hands with an implementation, and nothing more.",
        epilog="example: planspec doctor -- ./my-adapter --verbose",
    )
    add_subject(doctor)
    doctor.add_argument("--json", action="store_true", help="print one JSON document")
    doctor.set_defaults(implementation=("conformance.cli.doctor", "doctor"))


AREA_NAMES = (
    "plans",
    "claims",
    "checklists",
    "completion",
    "commits",
    "recovery",
    "reviews",
    "iterations",
    "agents",
)
"""The areas of the rules."""


def add_conform(commands: "Commands") -> None:
    """Describe `planspec conform`."""
    conform = commands.add_parser(
        "conform",
        help="validate another implementation",
        description="Ask an implementation what the model is asked: its known deviations, the "
        "vectors, then random operations. Every rule gets a grade, and every difference is "
        "shortened, explained and saved.",
        epilog="example: planspec conform --budget 60s --report report -- ./my-adapter --verbose",
    )
    add_effort(conform)
    conform.add_argument("--report", type=Path, metavar="DIR", help="write all reports there")
    conform.add_argument(
        "--deviations", type=Path, metavar="FILE", help="known deviations, as TOML"
    )
    conform.add_argument("--json", action="store_true", help="print one JSON document")
    add_subject(conform)
    conform.set_defaults(implementation=("conformance.cli.conform", "conform"))


def add_deviations(commands: "Commands") -> None:
    """Describe `planspec deviations update`."""
    deviations = commands.add_parser(
        "deviations", help="keep the file of known deviations", description="See 'update'."
    )
    actions = deviations.add_subparsers(title="actions", metavar="ACTION", required=True)
    update = actions.add_parser(
        "update",
        help="write the file from what a run finds",
        description="Validate an implementation and write all that differs as known deviations. "
        "Those that are still there keep their reason, link and expiry; new ones need a reason "
        "before 'planspec conform' accepts the file; those that are gone are dropped.",
        epilog="example: planspec deviations update --deviations deviations.toml -- ./my-adapter",
    )
    add_effort(update)
    update.add_argument(
        "--deviations",
        type=Path,
        metavar="FILE",
        default=Path("deviations.toml"),
        help="the file (default deviations.toml)",
    )
    add_subject(update)
    update.set_defaults(implementation=("conformance.cli.deviations", "update"))


def add_effort(command: argparse.ArgumentParser) -> None:
    """Describe how much is tried, and of what."""
    command.add_argument(
        "--budget", type=duration, metavar="TIME", help="such as 60s, 5m or 90 (default 60s)"
    )
    command.add_argument(
        "--operations",
        type=positive,
        metavar="N",
        help="ask so many of vectors, and as many at random; alone, without a budget",
    )
    command.add_argument("--seed", type=int, default=0, help="where randomness starts (default 0)")
    command.add_argument(
        "--area",
        action="append",
        choices=AREA_NAMES,
        metavar="AREA",
        help=f"only these rules, may be repeated: {', '.join(AREA_NAMES)}",
    )
    command.add_argument(
        "--traces", type=Path, default=Path("traces"), help="where to save traces (traces)"
    )


def add_subject(command: argparse.ArgumentParser) -> None:
    """Describe how an implementation is named and how long it may take."""
    add_places(command)
    command.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="a program to start"
    )


def add_places(command: argparse.ArgumentParser) -> None:
    """Describe how an implementation is named that is no program to start."""
    command.add_argument(
        "--python", metavar="FILE:FACTORY", help="an implementation in Python, in this process"
    )
    command.add_argument(
        "--connect", metavar="HOST:PORT", help="a program that waits for connections there"
    )
    command.add_argument(
        "--cli",
        metavar="PROGRAM",
        help="a program with the command line of planstate, driven in repositories of its own",
    )
    command.add_argument(
        "--clock-variable",
        default=CLOCK_VARIABLE,
        metavar="NAME",
        help="with --cli: from which it may take the time (PLANSTATE_NOW)",
    )
    command.add_argument(
        "--store",
        metavar="PATH",
        help="with --cli: its SQLite store, under the root (found as .*/state.db)",
    )
    command.add_argument(
        "--start-timeout", type=seconds, default=10.0, metavar="SECONDS", help="for 'hello' (10)"
    )
    command.add_argument(
        "--timeout", type=seconds, default=5.0, metavar="SECONDS", help="for every reply (5)"
    )


def duration(text: str) -> float:
    """Read a time such as `60s`, `5m`, `1h` or a plain number of seconds."""
    units = {"s": 1, "m": 60, "h": 3600}
    unit = text[-1:] if text[-1:] in units else ""
    try:
        return seconds(text.removesuffix(unit)) * units.get(unit, 1)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time above 0; give seconds, or such as 60s or 5m"
        ) from error


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return number


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
