"""The `planspec` command: reads the arguments and passes on to a module of its own for each task.

Exit codes: 0 agreeing, 1 not agreeing, 2 wrong usage, 3 inconclusive, 4 the environment broke.
"""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from conformance.cli.arguments import parser

AGREES, DISAGREES, USAGE, INCONCLUSIVE, BROKEN = range(5)


class UsageError(Exception):
    """Arguments that cannot be used: what was given, what was expected, what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planspec` and give its exit code."""
    if arguments is None:
        # Whoever ends a run, such as a build that takes too long, gets what was found so far.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = parsed(sys.argv[1:] if arguments is None else list(arguments))
    try:
        return run(options)
    except UsageError as error:
        print(f"planspec: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # Whoever was reading has seen enough; nothing more may be written, also not at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
        told = f"{type(error).__name__}: {error}"
        print(f"planspec: planspec itself broke, please report it ({told})", file=sys.stderr)
        return BROKEN


def parsed(words: list[str]) -> argparse.Namespace:
    """Read the arguments. What follows `--` is a program to start, for commands that take one.

    argparse itself would take the options that follow a file for those of the program.
    """
    if "--" not in words:
        return parser().parse_args(words)
    place = words.index("--")
    options = parser().parse_args(words[:place])
    if "command" not in options:
        return parser().parse_args(words)
    options.command = words[place + 1 :]
    return options


def run(options: argparse.Namespace) -> int:
    """Import the module of a command, and nothing of the others, and run it."""
    module, function = options.implementation
    code: int = getattr(import_module(module), function)(options)
    return code
