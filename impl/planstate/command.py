"""The `planstate` command: reads the arguments, runs the module of a subcommand, prints its answer.

Exit codes: 0 done, 1 rejected, 2 wrong usage, 3 interrupted, 4 the environment broke.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from impl.planstate import output
from impl.planstate.answers import (
    FAILED,
    INTERRUPTED,
    USAGE,
    Answer,
    Failure,
    UsageError,
)
from impl.planstate.commands import HOOKS
from impl.planstate.tree import parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planstate` and give its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = parser().parse_args(given)
    except SystemExit as ended:
        if ended.code == USAGE and not set(HOOKS).isdisjoint(given):
            return FAILED
        raise
    options.known = {}
    try:
        answer = run(options)
        output.print_answer(options, answer)
    except UsageError as error:
        hint = f"see `planstate {options.name} --help`"
        print(f"planstate {options.name}: error: {error}; {hint}", file=sys.stderr)
        return USAGE
    except Failure as failure:
        return output.print_failure(options, failure)
    except KeyboardInterrupt:
        print("planstate: interrupted; look at the state before trying again", file=sys.stderr)
        return INTERRUPTED
    return answer.exit_code


def run(options: argparse.Namespace) -> Answer:
    """Import the module of a subcommand, and none of the others, and run it.

    Raises `Failure`, also for what the environment did wrong, and `UsageError`.
    """
    try:
        answer: Answer = import_module(options.module).run(options)
    except (UsageError, Failure):
        raise
    except Exception as error:
        from impl.planstate.broken import failure_of

        failure = failure_of(error)
        if failure is None:
            raise
        raise failure from error
    return answer
