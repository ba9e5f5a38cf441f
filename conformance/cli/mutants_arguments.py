"""The arguments of `planspec mutants`."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

LAYERS = ("vectors", "exhaustive", "random")
"""The names of `conformance.mutants.layers.Layer`, which takes too long to import for a help."""


def add_mutants(commands: "Commands") -> None:
    """Describe `planspec mutants`."""
    mutants = commands.add_parser(
        "mutants",
        help="look for every deliberately broken implementation",
        description="Run the checks on every mutant, a store or an orchestrator that is broken in "
        "one known way: the vectors first, then every operation in every state of some scopes, "
        "then operations at random. Every mutant must be killed by one of them, or be listed as "
        "equivalent with a reason; the results are the same each time.",
        epilog="examples: planspec mutants --only CLM-4; "
        "planspec mutants --layer exhaustive --layer random --budget 2000",
    )
    mutants.add_argument(
        "--only", action="append", metavar="ID", help="a mutant, or a rule whose mutants are meant"
    )
    mutants.add_argument(
        "--layer", action="append", choices=LAYERS, help="try this layer (default all)"
    )
    mutants.add_argument(
        "--budget",
        type=count,
        metavar="OPERATIONS",
        help="operations that a layer may ask of one mutant (default 10000)",
    )
    mutants.add_argument(
        "--all-layers", action="store_true", help="go on with the next layer after a kill"
    )
    mutants.add_argument("--json", action="store_true", help="print one JSON document")
    mutants.set_defaults(implementation=("conformance.cli.mutants", "mutants"))


def count(text: str) -> int:
    """Read a number of operations."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of operations, 1 or more")
    return number
