"""The `planspec` command: reads the arguments and runs the command.

Exit codes: 0 success or conforming, 1 not conforming, 2 usage error, 3 inconclusive, 4 the system
under test, its adapter or the environment broke.
"""

import argparse
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import NoReturn

from conformance.cli.options import specification, validation
from conformance.cli.options.fields import Options, describe, options_from
from conformance.protocol.unfinished import Unfinished
from conformance.protocol.usage import UsageError
from conformance.protocol.visible import visible
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, USAGE
from spec.editions import UnknownEdition


@dataclass(frozen=True)
class Group:
    """A command that has commands of its own; the first line of `about` is its summary."""

    about: str
    commands: dict[str, type[Options]]


COMMANDS: dict[str, type[Options] | Group] = {
    "check": specification.CheckOptions,
    "explore": specification.ExploreOptions,
    "diff": specification.DiffOptions,
    "replay": validation.ReplayOptions,
    "conform": validation.ConformOptions,
    "audit": validation.AuditOptions,
    "deviations": Group(
        "Maintain the file of known deviations.", {"update": validation.UpdateOptions}
    ),
    "doctor": validation.DoctorOptions,
    "mapping": validation.MappingOptions,
    "dialect": validation.DialectOptions,
    "serve": validation.ServeOptions,
    "explain": specification.ExplainOptions,
    "vectors": Group(
        "Build the test vectors, or run them on an implementation.\n\n"
        "They are short traces with what is expected of them: for every rule, for guards that fail "
        "together, for every amendment, for every deliberately broken implementation.",
        {
            "build": specification.BuildOptions,
            "run": specification.RunOptions,
            "export": specification.ExportOptions,
        },
    ),
    "new": Group(
        "Write the skeleton of a rule change.", {"amendment": specification.NewAmendmentOptions}
    ),
    "mutants": specification.MutantsOptions,
}
"""The options of each command, or the commands below it."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors show what was typed, and never act on the terminal."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with 2."""
        super().error(visible(message))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planspec` and return its exit code."""
    if arguments is None:
        # Whoever ends a run, such as a build that takes too long, gets what was found so far.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    forget_malformed_sizes()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # escape rather than fail
    try:
        name, options = parsed(sys.argv[1:] if arguments is None else list(arguments))
        from conformance.cli.common.output import run_command

        return run_command(name, options)
    except (UsageError, UnknownEdition) as error:
        print(f"planspec: {visible(str(error))}", file=sys.stderr)
        return USAGE
    except Unfinished as error:
        print(f"planspec: a change is not finished: {visible(str(error))}", file=sys.stderr)
        return BROKEN
    except BrokenPipeError:
        from impl.cli.output.printing import print_to_nobody

        print_to_nobody()
        return BROKEN
    except OSError as error:
        print(f"planspec: the environment broke: {error}", file=sys.stderr)
        return BROKEN
    except KeyboardInterrupt:
        print("planspec: interrupted, nothing was decided", file=sys.stderr)
        return INCONCLUSIVE
    except Exception as error:
        # Python itself would exit with 1, which says that an implementation does not conform.
        traceback.print_exc()
        problem = f"{type(error).__name__}: {error}"
        print(f"planspec: internal error, please report it ({problem})", file=sys.stderr)
        return BROKEN


def parsed(words: list[str]) -> tuple[str, Options]:
    """Return the name of the command and its options.

    What follows `--` is a program to start, for commands that take one: argparse itself would take
    the options that follow a file for those of the program.
    """
    place = words.index("--") if "--" in words else len(words)
    found = parser(words).parse_args(words[:place])
    if place < len(words):
        if "command" in found:
            found.command = words[place + 1 :]
        else:
            found = parser(words).parse_args(words)
    return found.name, options_from(found)


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of all commands; only the command among the words knows its arguments."""
    top = Parser(
        prog="planspec",
        description="The executable specification of plan-execution state.",
        epilog="exit codes: 0 success or conforming, 1 not conforming, 2 usage error, "
        "3 inconclusive, 4 the system under test or the environment broke",
    )
    top.add_argument("--version", action="version", version=f"planspec {version('planspec')}")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    named = next((word for word in words if not word.startswith("-")), None)
    for name, kind in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary_of(kind))
        subparser.set_defaults(name=name)
        if name != named:
            continue
        if not isinstance(kind, Group):
            describe(subparser, kind)
            continue
        subparser.description = kind.about
        tasks = subparser.add_subparsers(title="commands", metavar="COMMAND", required=True)
        for task, below in kind.commands.items():
            describe(tasks.add_parser(task, help=summary_of(below)), below)
    return top


def forget_malformed_sizes() -> None:
    """Unset the variables for the size of the terminal if they are not sizes.

    Libraries convert them without checking.
    """
    from impl.given_text import LARGEST_SIZE, parsed_number

    for name in ("COLUMNS", "LINES"):
        if name in os.environ and parsed_number(os.environ[name], 1, LARGEST_SIZE) is None:
            del os.environ[name]


def summary_of(kind: type[Options] | Group) -> str:
    """Return what a command does, in a line."""
    line = str(kind.about if isinstance(kind, Group) else kind.__doc__).splitlines()[0]
    return line[0].lower() + line[1:].removesuffix(".")
