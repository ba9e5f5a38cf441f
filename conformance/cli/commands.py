"""The commands of `planspec`. What a command needs is only imported when it runs."""

import argparse
from collections.abc import Callable

from conformance.cli.common import arguments

COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "check": ("run random operations on model and implementation and compare", arguments.add_check),
    "explore": (
        "visit every reachable state of a scope, check every property",
        arguments.add_explore,
    ),
    "diff": ("show what changes between two editions, amendment by amendment", arguments.add_diff),
    "replay": ("run a saved trace again and show both answers", arguments.add_replay),
    "conform": ("validate another implementation", arguments.add_conform),
    "audit": ("judge a recorded history of concurrent clients", arguments.add_audit),
    "deviations": ("keep the file of known deviations", arguments.add_deviations),
    "doctor": ("check that an implementation speaks the protocol", arguments.add_doctor),
    "mapping": ("print a template for audit --mapping", arguments.add_mapping),
    "dialect": ("print a template for --dialect", arguments.add_dialect),
    "serve": ("speak the protocol on standard input and output", arguments.add_serve),
    "explain": ("show a rule, an error code, an amendment or a property", arguments.add_explain),
    "vectors": ("build the test vectors, or run them on an implementation", arguments.add_vectors),
    "mutants": (
        "run the checks on every deliberately broken implementation",
        arguments.add_mutants,
    ),
}
"""What each command does, in a line, and the function that describes its arguments."""


def run_command(name: str, options: argparse.Namespace) -> int:
    """Import a command, run it, and return the exit code."""
    match name:
        case "check":
            from conformance.cli.check import run
        case "explore":
            from conformance.cli.explore import run
        case "diff":
            from conformance.cli.diff import run
        case "replay":
            from conformance.cli.replay import run
        case "conform" if options.clients is not None:
            from conformance.cli.clients import run
        case "conform":
            from conformance.cli.conform import run
        case "audit":
            from conformance.cli.audit import run
        case "deviations":
            from conformance.cli.deviations import run
        case "doctor":
            from conformance.cli.doctor import run
        case "mapping":
            from conformance.cli.mapping import run
        case "dialect":
            from conformance.cli.dialect import run
        case "serve":
            from conformance.cli.serve import run
        case "explain":
            from conformance.cli.explain import run
        case "vectors":
            from conformance.cli.vectors import run
        case "mutants":
            from conformance.cli.mutants import run
        case _:
            raise KeyError(name)
    if "profile" in options and options.profile:
        from conformance.cli.common.profiling import profiled

        return profiled(run, options)
    return run(options)
