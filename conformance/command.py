"""The `planspec` command: reads the arguments and passes on to a module of its own for each task.

Exit codes: 0 agreeing, 1 not agreeing, 2 wrong usage, 3 inconclusive, 4 the environment broke.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

AGREES, DISAGREES, USAGE, INCONCLUSIVE, BROKEN = range(5)


class UsageError(Exception):
    """Arguments that cannot be used: what was given, what was expected, what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `planspec` and give its exit code."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except UsageError as error:
        print(f"planspec: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("planspec: interrupted, nothing was decided", file=sys.stderr)
        return INCONCLUSIVE
    return code


def parser() -> argparse.ArgumentParser:
    """Describe all commands. Nothing heavy is imported for it."""
    top = argparse.ArgumentParser(
        prog="planspec",
        description="The executable specification of plan-execution state.",
        epilog="exit codes: 0 agrees, 1 disagrees, 2 wrong usage, 3 inconclusive, 4 broken",
    )
    top.add_argument("--version", action="version", version=f"planspec {version('planspec')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_check(commands)
    add_replay(commands)
    return top


def add_check(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe `planspec check`."""
    check = commands.add_parser(
        "check",
        help="run random operations on model and implementation side by side",
        description="Prove on random operations that the model and the SQLite implementation "
        "agree, on the given plan documents (by default on a sample that ships).",
        epilog="example: planspec check docs/plan.md --examples 1000 --seed 7",
    )
    check.add_argument("plans", nargs="*", type=Path, metavar="PLAN", help="a plan document")
    check.add_argument(
        "--examples", type=positive, help="sequences to try (default 400, with --budget no limit)"
    )
    check.add_argument(
        "--steps", type=positive, default=50, help="operations in a sequence (default 50)"
    )
    check.add_argument("--seed", type=int, default=0, help="where randomness starts (default 0)")
    check.add_argument(
        "--budget", type=positive, metavar="SECONDS", help="begin nothing new after this time"
    )
    check.add_argument(
        "--traces", type=Path, default=Path("traces"), help="where to save a counterexample"
    )
    check.add_argument("--json", action="store_true", help="print one JSON document")
    check.set_defaults(run=run_check)


def add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe `planspec replay`."""
    replay = commands.add_parser(
        "replay",
        help="run a saved trace again and show both sides",
        description="Run the operations of a saved trace on the model and on the SQLite "
        "implementation, and show what each of them answers.",
        epilog="example: planspec replay traces/outcome-claim.json",
    )
    replay.add_argument("trace", type=Path, metavar="TRACE", help="a trace that check has saved")
    replay.add_argument("--json", action="store_true", help="print one JSON document")
    replay.set_defaults(run=run_replay)


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return number


def run_check(options: argparse.Namespace) -> int:
    """Run `planspec check`."""
    from conformance.check import check

    return check(options)


def run_replay(options: argparse.Namespace) -> int:
    """Run `planspec replay`."""
    from conformance.replay import replay

    return replay(options)
