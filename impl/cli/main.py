"""The `planstate` command: parses the arguments, runs a subcommand, prints its answer."""

import argparse
import signal
import sys
from collections.abc import Sequence

from impl.cli.answers import INTERRUPTED, USAGE, InvalidUsage
from impl.cli.command import Command
from impl.cli.output import printing as output
from impl.cli.parser import parse
from impl.given_text import visible


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planstate` and return its exit code."""
    output.open_closed_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        try:
            command, options = parse(arguments)
        finally:
            with output.written_unless_unread():  # help
                pass
    except OSError as error:
        return output.report_unwritten(error)
    options.known, options.arguments, options.noted = {}, list(arguments), []
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return answer(command, options)
    except InvalidUsage as error:
        hint = f"see `planstate {options.name} --help`"
        print(
            f"planstate {options.name}: error: {visible(str(error))}; {hint}",
            file=sys.stderr,
        )
        return USAGE
    except OSError as error:  # from writing: every earlier one has become a failure
        return output.report_unwritten(error)
    except KeyboardInterrupt as interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        unknown = f"interrupted, outcome unknown; run `{show_command(options.name)}` before you "
        print(f"planstate: {str(interrupt) or unknown + 'repeat the command'}", file=sys.stderr)
        return INTERRUPTED


def show_command(name: str) -> str:
    """Return the command that shows what a command may have changed."""
    area = name.split()[0]
    areas = {"iterate": "iterations", "iterations": "iterations", "review": "review"}
    return f"planstate {areas.get(area, 'state')} show"


def answer(command: Command, options: argparse.Namespace) -> int:
    """Run a subcommand, print its answer or its failure, and return the exit code."""
    try:
        found = command.run(options)
        found.warnings = (*found.warnings, *options.noted)
    except InvalidUsage:
        raise
    except Exception as error:
        from impl.cli.failures import failure_of

        failure = failure_of(error, show_command(options.name))
        if failure is None:
            raise
        failure.warnings = (*failure.warnings, *options.noted)
        return output.print_failure(options, failure)
    output.print_answer(options, found)
    return found.exit_code
