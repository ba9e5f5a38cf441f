"""The `planstate` command: parses the arguments, runs a subcommand, prints its answer."""

import argparse
import sys
from collections.abc import Sequence

from impl.cli.answers import INTERRUPTED, USAGE, Answer, Failure, InvalidUsage
from impl.cli.command import Command
from impl.cli.output import printing as output
from impl.cli.parser import parse


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planstate` and return its exit code."""
    output.open_closed_streams()
    command, options = parse(sys.argv[1:] if arguments is None else arguments)
    options.known = {}
    try:
        return answer(command, options)
    except InvalidUsage as error:
        hint = f"see `planstate {options.name} --help`"
        print(f"planstate {options.name}: error: {error}; {hint}", file=sys.stderr)
        return USAGE
    except OSError as error:  # from writing: every earlier one has become a failure
        return output.report_unwritten(error)
    except KeyboardInterrupt:
        print(
            "planstate: interrupted, outcome unknown; run `planstate state show` before you "
            "repeat the command",
            file=sys.stderr,
        )
        return INTERRUPTED


def answer(command: Command, options: argparse.Namespace) -> int:
    """Run a subcommand, print its answer or its failure, and return the exit code."""
    try:
        found = run(command, options)
        output.print_answer(options, found)
    except Failure as failure:
        return output.print_failure(options, failure)
    return found.exit_code


def run(command: Command, options: argparse.Namespace) -> Answer:
    """Run a subcommand.

    Raises `Failure`, also for errors of the environment, and `InvalidUsage`.
    """
    try:
        return command.run(options)
    except (InvalidUsage, Failure):
        raise
    except Exception as error:
        from impl.cli.failures import failure_of

        failure = failure_of(error)
        if failure is None:
            raise
        raise failure from error
