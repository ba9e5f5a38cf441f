"""The arguments of each command. Only what one of them needs is imported, so help is instant."""

import argparse
from pathlib import Path

from conformance.cli.common.options import (
    add_adapters,
    add_area,
    add_budget,
    add_clients,
    add_command_line,
    add_effort,
    add_json,
    add_profile,
    add_sut,
    add_time,
    add_traces,
    positive,
    seconds,
)


def add_check(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec check`."""
    parser.description = (
        "Compare model and SQLite implementation on random operations, on the given plan "
        "documents (by default on a sample that ships); or on every operation in every reachable "
        "state of a scope."
    )
    parser.epilog = (
        "examples: planspec check docs/plan.md --examples 1000 --seed 7; "
        "planspec check --exhaustive --scope single"
    )
    parser.add_argument("plans", nargs="*", type=Path, metavar="PLAN", help="a plan document")
    parser.add_argument(
        "--examples", type=positive, help="sequences to try (default 200, with --budget no limit)"
    )
    parser.add_argument("--steps", type=positive, help="operations in a sequence (default 50)")
    parser.add_argument("--seed", type=int, help="where randomness starts (default 0)")
    parser.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="processes that share the sequences (default 1; the result is the same)",
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        help="check the store on PostgreSQL, at postgresql://…, in a schema of its own that is "
        "dropped in the end (in a temporary file)",
    )
    parser.add_argument(
        "--exhaustive", action="store_true", help="compare every operation in every state"
    )
    parser.add_argument(
        "--scope", help="with --exhaustive: one scope (default quick: all but large)"
    )
    add_budget(parser)
    add_traces(parser)
    add_profile(parser)
    add_json(parser)


def add_explore(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec explore`."""
    from model.explorer.scopes.catalog import SCOPES

    names = ", ".join(scope.name for scope in SCOPES)
    parser.description = (
        "Visit every state of the model that a scope allows, breadth first. Every property gets a "
        "verdict, and a shortest counterexample if it fails."
    )
    parser.epilog = "example: planspec explore --edition seeds --scope single --property STP-5"
    parser.add_argument(
        "--edition", default="2026.2", help="such as seeds or 2026.2-A12 (default 2026.2)"
    )
    parser.add_argument(
        "--scope",
        default="quick",
        help=f"{names}, all, or quick for all but large (default quick)",
    )
    parser.add_argument("--property", metavar="ID", help="check one property, such as INV-4")
    add_budget(parser)
    add_traces(parser)
    add_profile(parser)
    add_json(parser)


def add_diff(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec diff`."""
    parser.description = (
        "For every amendment that one edition has and the other has not: the shortest trace on "
        "which they answer differently, and the properties that change verdict."
    )
    parser.epilog = "examples: planspec diff seeds 2026.1; planspec diff 2026.2-A16 2026.2"
    parser.add_argument("a", metavar="A", help="an edition, such as seeds or 2026.2-A12")
    parser.add_argument("b", metavar="B", help="another edition")
    parser.add_argument(
        "--scope", default="quick", help="where to search (default quick: all but large)"
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="processes that share the scopes (default: one per processor; the result is the same)",
    )
    add_budget(parser)
    add_json(parser)


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec replay`."""
    parser.description = (
        "Run the operations of a saved trace on the model and on the SQLite implementation, and "
        "show how each answers. A trace of another edition than the current one is run on the "
        "model alone, as the implementation knows no other. With '-- COMMAND', --python, "
        "--connect or --cli, run it on the model and that implementation."
    )
    parser.epilog = (
        "examples: planspec replay traces/outcome-claim.json; "
        "planspec replay traces/01-CLM-5-claim.json -- ./my-adapter; "
        "planspec replay traces/01-CLM-5-claim.json --reduce -- ./my-adapter"
    )
    parser.add_argument("trace", type=Path, metavar="TRACE", help="a trace that was saved")
    parser.add_argument(
        "--reduce",
        action="store_true",
        help="shorten it as long as it shows the same, and save that as TRACE-reduced.json",
    )
    add_time(parser, "shorten no longer than this")
    add_adapters(parser)
    add_json(parser)
    parser.set_defaults(command=[])


def add_conform(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec conform`."""
    parser.description = (
        "Ask an implementation what the model is asked: its known deviations, the vectors, tours "
        "of small scopes, then random operations. Every rule gets a grade, and every difference is "
        "shortened, explained and saved. With --clients, several clients work on one store at the "
        "same time, and their history is judged: whether some order of it follows the rules."
    )
    parser.epilog = (
        "examples: planspec conform --budget 60s --report report -- ./my-adapter --verbose; "
        "planspec conform --clients 4 --kill -- ./my-adapter --database {store}"
    )
    add_effort(parser)
    add_clients(parser)
    parser.add_argument("--report", type=Path, metavar="DIR", help="write all reports there")
    parser.add_argument("--deviations", type=Path, metavar="FILE", help="known deviations, as TOML")
    add_profile(parser)
    add_json(parser)
    add_sut(parser)


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec audit`."""
    parser.description = (
        "Judge a recorded history: whether the operations of concurrent clients can have taken "
        "effect in some order that the rules of its edition explain. If none does, the few calls "
        "that cannot be ordered are shown, with the clauses that each order breaks. `planstate "
        "--journal FILE` writes such a history."
    )
    parser.epilog = "example: planspec audit history.jsonl"
    parser.add_argument("history", type=Path, metavar="FILE", help="a history, as JSON lines")
    parser.add_argument(
        "--mapping",
        type=Path,
        metavar="TOML",
        help="how the lines of another log are read as a history; see `planspec mapping`",
    )
    parser.add_argument(
        "--steps",
        type=positive,
        default=1_000_000,
        help="the most steps of the search about one plan (default 1000000)",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the verdict as a page with a timeline"
    )
    add_json(parser)


def add_deviations(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec deviations update`."""
    parser.description = "See 'update'."
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    update = actions.add_parser("update", help="write the file from what a run finds")
    update.description = (
        "Validate an implementation and write all that differs as known deviations. Those that "
        "are still there keep their reason, link and expiry; new ones need a reason before "
        "'planspec conform' accepts the file; those that are gone are dropped."
    )
    update.epilog = (
        "example: planspec deviations update --deviations deviations.toml -- ./my-adapter"
    )
    add_effort(update)
    update.add_argument(
        "--deviations",
        type=Path,
        metavar="FILE",
        default=Path("deviations.toml"),
        help="the file (default deviations.toml)",
    )
    add_json(update)
    add_sut(update)
    update.set_defaults(report=None)


def add_doctor(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec doctor`."""
    parser.description = "Shake hands with an implementation, and nothing more."
    parser.epilog = "example: planspec doctor -- ./my-adapter --verbose"
    add_sut(parser)
    add_json(parser)


def add_mapping(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec mapping`."""
    parser.description = (
        "Print a mapping: a TOML file with which `planspec audit` reads a log of your program, "
        "JSON objects, a line each, as a history. Every key is explained in it."
    )
    parser.epilog = (
        "example: planspec mapping > mine.toml; planspec audit log.jsonl --mapping mine.toml"
    )


def add_dialect(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec dialect`."""
    parser.description = (
        "Print a dialect: a TOML file with which --cli validates a program whose command line "
        "differs from that of planstate. Every key is explained, and set to what is so without it."
    )
    parser.epilog = (
        "example: planspec dialect > mine.toml; planspec doctor --cli ./mine --dialect mine.toml"
    )


def add_serve(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec serve`."""
    parser.description = (
        "Answer the requests of the protocol, one JSON object a line, with the model, with the "
        "reference implementation, or with a program that has the command line of planstate."
    )
    parser.epilog = (
        'examples: echo \'{"request":"hello","protocols":["planspec 1"]}\' | planspec serve model; '
        "planspec serve --cli ./mine --dialect mine.toml"
    )
    parser.add_argument(
        "side", nargs="?", choices=("model", "impl"), help="who answers, unless --cli names it"
    )
    parser.add_argument(
        "--edition", default="2026.2", help="the model's, such as seeds (default 2026.2)"
    )
    add_command_line(
        parser,
        "with impl: the store in this file or at this postgresql://… URL, which other processes "
        "may share (in memory); with --cli: its SQLite store, under the root (found as "
        ".*/state.db)",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=5.0,
        metavar="SECONDS",
        help="with --cli: for every run of the program (5)",
    )
    parser.add_argument(
        "--mutant",
        metavar="ID",
        help="with impl: a store with the deliberate fault of this id; see 'planspec mutants'",
    )


def add_explain(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec explain`."""
    parser.description = (
        "Show a rule with its source, its model code, its tests and the shortest example; or what "
        "an error code, a reason word, an amendment or a property is about."
    )
    parser.epilog = "examples: planspec explain CLM-5; planspec explain CLM-5.2"
    parser.add_argument("word", metavar="WORD", help="such as CLM-5, E049, plan_drift, A14, INV-4")
    add_json(parser)


def add_vectors(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec vectors`."""
    parser.description = (
        "Short traces with what is expected of them: for every rule, for guards that fail "
        "together, for every amendment, for every deliberately broken implementation."
    )
    tasks = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_vectors_build(tasks.add_parser("build", help="replay the vectors on the model"))
    add_vectors_run(
        tasks.add_parser("run", help="run the vectors on an implementation of the protocol")
    )
    add_vectors_export(
        tasks.add_parser("export", help="write the vectors of an edition as an archive")
    )


def add_vectors_build(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec vectors build`."""
    parser.description = (
        "Replay the vectors on the model and write its replies into their files. For a mutant or a "
        "clause that no vector shows, search one trace. It takes some seconds, and about a minute "
        "more for each trace at most. Run it in a checkout."
    )
    parser.epilog = "example: planspec vectors build --check"
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing and search nothing: fail if a file is not what the model says, or a "
        "mutant or a clause has no vector",
    )
    add_folder(parser)
    add_json(parser)
    parser.set_defaults(task="build")


def add_vectors_run(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec vectors run`."""
    parser.description = (
        "Ask an implementation every operation of every vector that it supports, and compare its "
        "replies, and what it has stored at the end."
    )
    parser.epilog = (
        "examples: planspec vectors run -- ./my-adapter; "
        "planspec vectors run --only rule-CLM-5 -- ./my-adapter; "
        "planspec vectors run --area claims -- ./my-adapter; "
        "planspec vectors run --tour single --tour order -- ./my-adapter"
    )
    parser.add_argument("--only", metavar="ID", help="run one vector, such as rule-CLM-5")
    add_area(parser)
    parser.add_argument(
        "--tour",
        action="append",
        default=[],
        metavar="SCOPE",
        help="then make every transition of a small scope, such as single, or of all of them",
    )
    add_folder(parser)
    add_json(parser)
    add_sut(parser)
    parser.set_defaults(task="run")


def add_vectors_export(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec vectors export`."""
    parser.description = (
        "Write the vectors of an edition, their index and a manifest with checksums into an "
        "archive that another project can keep. The same vectors always make the same archive."
    )
    parser.epilog = "example: planspec vectors export --edition 2026.1 vectors-2026.1.tar.gz"
    parser.add_argument("file", type=Path, metavar="FILE", help="the archive, a .tar.gz file")
    parser.add_argument(
        "--edition", default="2026.2", help="such as 2026.1 or seeds (default 2026.2)"
    )
    add_folder(parser)
    add_json(parser)
    parser.set_defaults(task="export")


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add the folder of the vectors."""
    parser.add_argument("--folder", type=Path, help="the vectors (default: those that ship)")


def add_mutants(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec mutants`."""
    from conformance.vectors.killing.layers import Layer

    parser.description = (
        "Run the checks on every mutant, a store or an orchestrator that is broken in one known "
        "way: the vectors first, then every operation in every state of some scopes, then random "
        "operations; at last, for a race, two processes on one store file, one of which is held "
        "before each of its SQL statements while the other goes on. Every mutant must be killed by "
        "one of them, or be listed as equivalent with a reason."
    )
    parser.epilog = (
        "examples: planspec mutants --only CLM-4; planspec mutants --layer clients; "
        "planspec mutants --layer exhaustive --layer random --budget 2000"
    )
    parser.add_argument(
        "--only", action="append", metavar="ID", help="a mutant, or a rule whose mutants are meant"
    )
    parser.add_argument(
        "--layer",
        action="append",
        choices=[layer.value for layer in Layer],
        help="try this layer (default all)",
    )
    parser.add_argument(
        "--budget",
        type=positive,
        metavar="OPERATIONS",
        help="operations that a layer may ask of one mutant (default 10000)",
    )
    parser.add_argument(
        "--all-layers", action="store_true", help="go on with the next layer after a kill"
    )
    add_json(parser)
