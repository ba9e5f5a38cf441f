"""The arguments of the commands that validate other implementations."""

import argparse
from typing import TYPE_CHECKING

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
    serve.set_defaults(implementation=("conformance.serve", "serve"))


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
    doctor.set_defaults(implementation=("conformance.doctor", "doctor"))


def add_subject(command: argparse.ArgumentParser) -> None:
    """Describe how an implementation is named and how long it may take."""
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
        default="PLANSTATE_NOW",
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
    command.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="a program to start"
    )


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
