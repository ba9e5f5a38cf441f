"""The options of the commands that validate an implementation, and of what helps with that."""

from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import Options, duration, fixed, option, positional, positive
from conformance.cli.options.shared import (
    AdapterOptions,
    EffortOptions,
    JsonOptions,
    ProfileOptions,
    ProgramOptions,
    SystemOptions,
)


@dataclass(frozen=True, kw_only=True)
class ReplayOptions(JsonOptions, AdapterOptions, Options):
    """Run the operations of a saved trace on model and SQLite implementation, and show both.

    A trace of another edition than the current one is run on the model alone, as the implementation
    knows no other. With '-- COMMAND', --python, --connect or --cli, it is run on the model and that
    implementation.
    """

    EPILOG = (
        "examples: planspec replay traces/outcome-claim.json; "
        "planspec replay traces/01-CLM-5-claim.json -- ./my-adapter; "
        "planspec replay traces/01-CLM-5-claim.json --reduce -- ./my-adapter"
    )

    trace: Path = positional("TRACE", "a trace that was saved", type=Path)
    reduce: bool = option(
        "shorten it as long as it shows the same, and save that as TRACE-reduced.json", False
    )
    budget: float | None = option("shorten no longer than this", type=duration, metavar="TIME")


@dataclass(frozen=True, kw_only=True)
class ValidateOptions(EffortOptions, JsonOptions, SystemOptions):
    """What a validation is told: the implementation, how much is tried, and what is known of it."""

    report: Path | None = None
    deviations: Path | None = None


@dataclass(frozen=True, kw_only=True)
class ConformOptions(ValidateOptions, ProfileOptions, Options):
    """Ask an implementation what the model is asked, and grade every rule.

    First come its known deviations, then the vectors, tours of small scopes and random operations.
    Every difference is shortened, explained and saved. With --clients, several clients work on one
    store at the same time, and their history is judged: whether some order of it follows the rules.
    """

    EPILOG = (
        "examples: planspec conform --budget 60s --report report -- ./my-adapter --verbose; "
        "planspec conform --clients 4 --kill -- ./my-adapter --database {store}"
    )

    clients: int = option(
        "let N clients work on one store at the same time, whose path is {store} in COMMAND, "
        "and judge their history, which is saved in --traces",
        0,
        type=positive,
        metavar="N",
    )
    kill: bool = option("with --clients: kill clients in their operations", False)
    pause: bool = option("with --clients: stop clients past their leases", False)
    skew: int = option(
        "with --clients: let their clocks be up to so many milliseconds apart",
        0,
        type=positive,
        metavar="MS",
    )
    report: Path | None = option("write all reports there", type=Path, metavar="DIR")
    deviations: Path | None = option("known deviations, as TOML", type=Path, metavar="FILE")


@dataclass(frozen=True, kw_only=True)
class UpdateOptions(ValidateOptions, Options):
    """Validate an implementation and write all that differs as known deviations.

    Those that are still there keep their reason, link and expiry; new ones need a reason before
    'planspec conform' accepts the file; those that are gone are dropped.
    """

    EPILOG = "example: planspec deviations update --deviations deviations.toml -- ./my-adapter"

    report: Path | None = fixed()
    deviations: Path = option(
        "the file (default deviations.toml)",
        Path("deviations.toml"),
        type=Path,
        metavar="FILE",
    )


@dataclass(frozen=True, kw_only=True)
class DoctorOptions(JsonOptions, SystemOptions, Options):
    """Shake hands with an implementation, and nothing more."""

    EPILOG = "example: planspec doctor -- ./my-adapter --verbose"


@dataclass(frozen=True, kw_only=True)
class AuditOptions(JsonOptions, Options):
    """Judge a recorded history of concurrent clients.

    That is whether their operations can have taken effect in some order that the rules of its
    edition explain. If none does, the few calls that cannot be ordered are shown, with the clauses
    that each order breaks. `planstate --journal FILE` writes such a history.
    """

    EPILOG = "example: planspec audit history.jsonl"

    history: Path = positional("FILE", "a history, as JSON lines", type=Path)
    mapping: Path | None = option(
        "how the lines of another log are read as a history; see `planspec mapping`",
        type=Path,
        metavar="TOML",
    )
    steps: int = option(
        "the most steps of the search about one plan (default 1000000)", 1_000_000, type=positive
    )
    html: Path | None = option(
        "write the verdict as a page with a timeline", type=Path, metavar="FILE"
    )


@dataclass(frozen=True, kw_only=True)
class MappingOptions(Options):
    """Print a mapping: a TOML file with which `planspec audit` reads a log of your program.

    The log is one of JSON objects, a line each. Every key is explained.
    """

    EPILOG = "example: planspec mapping > mine.toml; planspec audit log.jsonl --mapping mine.toml"


@dataclass(frozen=True, kw_only=True)
class DialectOptions(Options):
    """Print a dialect: how a command line differs from that of planstate, for --cli.

    It is a TOML file. Every key is explained, and set to what is so without it.
    """

    EPILOG = (
        "example: planspec dialect > mine.toml; planspec doctor --cli ./mine --dialect mine.toml"
    )


@dataclass(frozen=True, kw_only=True)
class ServeOptions(ProgramOptions, Options):
    """Answer the requests of the protocol, one JSON object a line.

    Who answers is the model, the reference implementation, or a program that has the command line
    of planstate.
    """

    EPILOG = (
        'examples: echo \'{"request":"hello","protocols":["planspec 1"]}\' | planspec serve model; '
        "planspec serve --cli ./mine --dialect mine.toml"
    )

    side: str | None = positional(
        "", "who answers, unless --cli names it", nargs="?", choices=lambda: ("model", "impl")
    )
    edition: str = option("the model's, such as seeds (default 2026.2)", "2026.2")
    store: str | None = option(
        "with impl: the store in this file or at this postgresql://… URL, which other processes "
        "may share (in memory); with --cli: its SQLite store, under the root (found as "
        ".*/state.db)",
        metavar="PLACE",
    )
    mutant: str | None = option(
        "with impl: a store with the deliberate fault of this id; see 'planspec mutants'",
        metavar="ID",
    )
