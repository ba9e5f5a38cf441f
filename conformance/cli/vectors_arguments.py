"""The arguments of `planspec vectors`. Nothing heavy is imported to describe them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.cli.kit_arguments import add_subject

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_vectors(commands: "Commands") -> None:
    """Describe `planspec vectors`."""
    vectors = commands.add_parser(
        "vectors",
        help="build the test vectors, or run them on an implementation",
        description="Short traces with what is expected of them: for every rule, for guards that "
        "fail together, for every amendment, for every deliberately broken implementation.",
    )
    tasks = vectors.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_build(tasks)
    add_run(tasks)


def add_build(tasks: "Commands") -> None:
    """Describe `planspec vectors build`."""
    build = tasks.add_parser(
        "build",
        help="search all vectors and write them",
        description="Search the shortest trace for everything that needs a vector. It takes "
        "about two minutes on two cores, and the same files always come out.",
        epilog="example: planspec vectors build --check",
    )
    how = build.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="write nothing: derive anew from each vector's trace all that stands in its file, "
        "look for missing vectors, and fail if anything is stale",
    )
    how.add_argument(
        "--keep",
        action="store_true",
        help="keep the trace of every mutant's vector that still shows it, and search the others",
    )
    add_folder(build)
    build.add_argument("--json", action="store_true", help="print one JSON document")
    build.set_defaults(implementation=("conformance.cli.vectors", "build"))


def add_run(tasks: "Commands") -> None:
    """Describe `planspec vectors run`."""
    run = tasks.add_parser(
        "run",
        help="run the vectors on an implementation that speaks the protocol",
        description="Ask an implementation every operation of every vector that it supports, and "
        "compare its replies, and what it has stored at the end.",
        epilog="examples: planspec vectors run -- ./my-adapter; "
        "planspec vectors run --only rule-CLM-5 -- ./my-adapter",
    )
    run.add_argument("--only", metavar="ID", help="run one vector, such as rule-CLM-5")
    add_folder(run)
    run.add_argument("--json", action="store_true", help="print one JSON document")
    add_subject(run)
    run.set_defaults(implementation=("conformance.cli.vectors", "run"))


def add_folder(command: argparse.ArgumentParser) -> None:
    """Describe where the vectors stand."""
    command.add_argument("--folder", type=Path, help="the vectors (default: those that ship)")
