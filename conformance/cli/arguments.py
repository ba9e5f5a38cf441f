"""The arguments of `planspec`. Nothing heavy is imported to describe them."""

import argparse
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.cli.kit_arguments import (
    add_conform,
    add_deviations,
    add_doctor,
    add_places,
    add_serve,
    positive,
)
from conformance.cli.mutants_arguments import add_mutants
from conformance.cli.vectors_arguments import add_vectors

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

SCOPE_NAMES = (
    "single",
    "order",
    "two-plans",
    "history",
    "family",
    "iterations",
    "commits",
    "reviews",
    "drift",
    "recovery",
    "large",
)
"""The names of the scopes in `model.explorer.scopes.catalog`, which is slow to import."""


def parser() -> argparse.ArgumentParser:
    """Describe all commands."""
    top = argparse.ArgumentParser(
        prog="planspec",
        description="The executable specification of plan-execution state.",
        epilog="exit codes: 0 agrees, 1 disagrees, 2 wrong usage, 3 inconclusive, 4 broken",
    )
    top.add_argument("--version", action="version", version=f"planspec {version('planspec')}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_check(commands)
    add_explore(commands)
    add_diff(commands)
    add_replay(commands)
    add_conform(commands)
    add_deviations(commands)
    add_doctor(commands)
    add_serve(commands)
    add_explain(commands)
    add_vectors(commands)
    add_mutants(commands)
    return top


def add_check(commands: "Commands") -> None:
    """Describe `planspec check`."""
    check = commands.add_parser(
        "check",
        help="run operations on model and implementation side by side",
        description="Prove on random operations that the model and the SQLite implementation "
        "agree, on the given plan documents (by default on a sample that ships); or on every "
        "operation in every reachable state of a scope.",
        epilog="examples: planspec check docs/plan.md --examples 1000 --seed 7; "
        "planspec check --exhaustive --scope single",
    )
    check.add_argument("plans", nargs="*", type=Path, metavar="PLAN", help="a plan document")
    check.add_argument(
        "--examples", type=positive, help="sequences to try (default 400, with --budget no limit)"
    )
    check.add_argument("--steps", type=positive, help="operations in a sequence (default 50)")
    check.add_argument("--seed", type=int, help="where randomness starts (default 0)")
    check.add_argument(
        "--exhaustive", action="store_true", help="compare every operation in every state"
    )
    check.add_argument("--scope", help="... of this scope (default quick: all but large)")
    add_budget(check)
    add_traces(check)
    add_json(check, "conformance.cli.check", "check")


def add_explore(commands: "Commands") -> None:
    """Describe `planspec explore`."""
    explore = commands.add_parser(
        "explore",
        help="visit every reachable state of a scope and judge every property",
        description="Visit every state of the model that a scope allows, breadth first. Every "
        "property gets a verdict, and a shortest counterexample if it fails.",
        epilog="example: planspec explore --edition seeds --scope single --property STP-5",
    )
    explore.add_argument(
        "--edition", default="2026.1", help="such as seeds or 2026.1-A12 (default 2026.1)"
    )
    explore.add_argument(
        "--scope",
        default="quick",
        help=f"{', '.join(SCOPE_NAMES)}, all, or quick for all but large (default quick)",
    )
    explore.add_argument("--property", metavar="ID", help="judge one property, such as INV-4")
    add_budget(explore)
    add_traces(explore)
    add_json(explore, "conformance.cli.explore", "explore")


def add_diff(commands: "Commands") -> None:
    """Describe `planspec diff`."""
    diff = commands.add_parser(
        "diff",
        help="show what changes between two editions, amendment by amendment",
        description="For every amendment that one edition has and the other has not: the "
        "shortest trace on which they answer differently, and the properties that change verdict.",
        epilog="examples: planspec diff seeds 2026.1; planspec diff 2026.1-A16 2026.1",
    )
    diff.add_argument("a", metavar="A", help="an edition, such as seeds or 2026.1-A12")
    diff.add_argument("b", metavar="B", help="another edition")
    diff.add_argument(
        "--scope", default="quick", help="where to search (default quick: all but large)"
    )
    add_budget(diff)
    add_json(diff, "conformance.cli.diff", "diff")


def add_replay(commands: "Commands") -> None:
    """Describe `planspec replay`."""
    replay = commands.add_parser(
        "replay",
        help="run a saved trace again and show both sides",
        description="Run the operations of a saved trace on the model and on the SQLite "
        "implementation, and show what each of them answers. A trace of another edition than the "
        "current one is run on the model alone, as the implementation knows no other. With "
        "'-- COMMAND', --python or --connect, run it beside the model on that implementation.",
        epilog="examples: planspec replay traces/outcome-claim.json; "
        "planspec replay traces/01-CLM-5-claim.json -- ./my-adapter",
    )
    replay.add_argument("trace", type=Path, metavar="TRACE", help="a trace that was saved")
    add_places(replay)
    replay.set_defaults(command=[])
    add_json(replay, "conformance.cli.replay", "replay")


def add_explain(commands: "Commands") -> None:
    """Describe `planspec explain`."""
    explain = commands.add_parser(
        "explain",
        help="show all that is known of a rule, an error code, an amendment or a property",
        description="Show a rule with its source, its model code, its tests and the shortest "
        "example; or what an error code, a reason word, an amendment or a property is about.",
        epilog="examples: planspec explain CLM-5; planspec explain E049",
    )
    explain.add_argument("word", metavar="WORD", help="such as CLM-5, E049, plan_drift, A14, INV-4")
    add_json(explain, "conformance.cli.explain", "explain")


def add_budget(command: argparse.ArgumentParser) -> None:
    """Describe how long a command may take."""
    command.add_argument(
        "--budget", type=positive, metavar="SECONDS", help="begin nothing new after this time"
    )


def add_traces(command: argparse.ArgumentParser) -> None:
    """Describe where counterexamples go."""
    command.add_argument(
        "--traces", type=Path, default=Path("traces"), help="where to save counterexamples"
    )


def add_json(command: argparse.ArgumentParser, module: str, function: str) -> None:
    """Describe the output, and say which function runs the command."""
    command.add_argument("--json", action="store_true", help="print one JSON document")
    command.set_defaults(implementation=(module, function))
