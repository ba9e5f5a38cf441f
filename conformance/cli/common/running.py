"""Running a command. What a command needs is only imported when it runs."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from conformance.adapters.connections import Broken
from conformance.cli.common.output import Output, broken_output, print_output
from conformance.cli.options.fields import Options


def run_command(name: str, options: Options) -> int:
    """Import the command with a name, run it, print its output, and return the exit code."""
    run = import_module(f"conformance.cli.{name}").run
    return print_output(output_of(run, options), options.json)


def output_of(run: Callable[[Any], Output], options: Options) -> Output:
    """Return the output of a command, also if the implementation broke."""
    try:
        return run(options)
    except Broken as broken:
        return broken_output(broken)
