"""The `planstate` command: reads the arguments, runs the module of a subcommand, prints its answer.

Exit codes: 0 done, 1 rejected, 2 wrong usage, 3 interrupted, 4 the environment broke.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from impl.cli.answers import INTERRUPTED, USAGE, Answer, Failure, UsageError
from impl.cli.output import printing as output
from impl.cli.parser import parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planstate` and give its exit code."""
    output.open_closed_streams()
    given = sys.argv[1:] if arguments is None else arguments
    options = parser().parse_args(given)
    options.known = {}
    try:
        return answer(options)
    except UsageError as error:
        hint = f"see `planstate {options.name} --help`"
        print(f"planstate {options.name}: error: {error}; {hint}", file=sys.stderr)
        return USAGE
    except OSError as error:  # in writing: all that goes wrong before is a failure
        return output.report_unwritten(error)
    except KeyboardInterrupt:
        print("planstate: interrupted; look at the state before running it again", file=sys.stderr)
        return INTERRUPTED


def answer(options: argparse.Namespace) -> int:
    """Run a subcommand, print its answer or why there is none, and give the exit code."""
    try:
        found = run(options)
        output.print_answer(options, found)
    except Failure as failure:
        return output.print_failure(options, failure)
    return found.exit_code


def run(options: argparse.Namespace) -> Answer:
    """Import the module of a subcommand, and none of the others, and run it.

    Raises `Failure`, also for what the environment did wrong, and `UsageError`.
    """
    try:
        found: Answer = import_module(options.module).run(options)
    except (UsageError, Failure):
        raise
    except Exception as error:
        from impl.cli.broken import failure_of

        failure = failure_of(error)
        if failure is None:
            raise
        raise failure from error
    return found
