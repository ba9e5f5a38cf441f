"""The options of the commands that validate an implementation, and of what helps with that."""

from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import Options, fixed, option, positional
from conformance.cli.options.shared import (
    AdapterOptions,
    AreaOptions,
    JsonOptions,
    ProgramOptions,
    SiteOptions,
    SystemOptions,
    TracesOptions,
)


@dataclass(frozen=True, kw_only=True)
class ReplayOptions(JsonOptions, AdapterOptions, Options):
    """Run a saved trace again on model and SQLite implementation, and show both replies.

    A trace of another edition than the current one is run on the model alone, because the
    implementation follows the current edition only. With '-- COMMAND', --python, --connect or
    --cli, it is run on the model and that implementation.

    examples: planspec replay traces/outcome-claim.json;
    planspec replay traces/01-CLM-5-claim.json -- ./my-adapter;
    planspec replay traces/01-CLM-5-claim.json --reduce -- ./my-adapter
    """

    trace: Path = positional("TRACE", "a saved trace")
    reduce: bool = option(
        "reduce it to a shorter trace with the same difference, saved as TRACE-reduced.json", False
    )
    budget: float | None = option("with --reduce: stop after this time", needs="reduce")


@dataclass(frozen=True, kw_only=True)
class ValidateOptions(AreaOptions, TracesOptions, JsonOptions, SystemOptions):
    """The options of a validation: the implementation, the limits, and the known deviations."""

    budget: float | None = option("such as 60s, 2m30s or 90 (default 60s)", excludes="profile")
    operations: int | None = option(
        "limit of operations from vectors, and of random ones; without --budget, no time limit",
        metavar="N",
        excludes="profile",
    )
    seed: int = option("seed of the random numbers (default 0)", 0, type=int)
    report: Path | None = None
    deviations: Path | None = None
    site: str | None = fixed()


@dataclass(frozen=True, kw_only=True)
class ConformOptions(SiteOptions, ValidateOptions, Options):
    """Validate an implementation: put operations to it and to the model, and grade every rule.

    First come known deviations, then vectors, tours of small scopes and random operations. Every
    difference is reduced, explained and saved. With --profile core, a queue or tracker is judged by
    six properties alone, in fixed scenarios. With --clients, several clients use one store at the
    same time, and the rules must explain their history: some order of it gives the same replies.

    examples: planspec conform --budget 60s --report report -- ./my-adapter --verbose;
    planspec conform --clients 4 --kill -- ./my-adapter --database {store};
    planspec conform --profile core -- ./my-queue-adapter
    """

    profile: str | None = option(
        "judge a work queue or task tracker by the properties of a profile: {choices}",
        choices=lambda: ("core",),
        excludes="clients",
    )
    clients: int = option(
        "run N clients on one store at the same time, whose path replaces {store} in COMMAND, and "
        "audit their history, which is saved in --traces",
        0,
        metavar="N",
    )
    kill: bool = option("with --clients: kill clients during operations", False, needs="clients")
    pause: bool = option("with --clients: stop clients during operations", False, needs="clients")
    report: Path | None = option("folder for the reports", metavar="DIR", excludes="clients")
    deviations: Path | None = option("known deviations, as TOML", metavar="FILE")


@dataclass(frozen=True, kw_only=True)
class UpdateOptions(ValidateOptions, Options):
    """Validate an implementation and write its differences as known deviations.

    Deviations that still occur keep their reason, link and expiry; new ones need a reason before
    'planspec conform' accepts the file; those that no longer occur are dropped.

    example: planspec deviations update --deviations deviations.toml -- ./my-adapter
    """

    report: Path | None = fixed()
    deviations: Path = option(
        "the file (default deviations.toml)", Path("deviations.toml"), metavar="FILE"
    )


@dataclass(frozen=True, kw_only=True)
class DoctorOptions(JsonOptions, SystemOptions, Options):
    """Test the handshake with an implementation, without any operation.

    example: planspec doctor -- ./my-adapter --verbose
    """


@dataclass(frozen=True, kw_only=True)
class AuditOptions(JsonOptions, Options):
    """Check a recorded history of concurrent clients.

    It is explained if their operations can have taken effect in some order that the rules of its
    edition explain. If not, the few calls that cannot be ordered are shown, with the clause that
    each order violates. `planstate --journal FILE` writes such a history.

    example: planspec audit history.jsonl
    """

    history: Path = positional("FILE", "a history, as JSON lines")
    mapping: Path | None = option(
        "how to read the log of another program as a history; see `planspec mapping`",
        metavar="TOML",
    )
    steps: int = option("limit of the search, in steps for each plan (default 1000000)", 1_000_000)
    html: Path | None = option("write the verdict as a page with a timeline", metavar="FILE")


@dataclass(frozen=True, kw_only=True)
class MappingOptions(Options):
    """Print a template of a mapping, with every key explained.

    A mapping is a TOML file with which `planspec audit` reads a log of your program, one JSON
    object per line, as a history.

    example: planspec mapping > mine.toml; planspec audit log.jsonl --mapping mine.toml
    """


@dataclass(frozen=True, kw_only=True)
class DialectOptions(Options):
    """Print a template of a dialect, with every key explained and set to its default.

    A dialect is a TOML file that describes how a command line differs from planstate's, for --cli.

    example: planspec dialect > mine.toml; planspec doctor --cli ./mine --dialect mine.toml
    """


@dataclass(frozen=True, kw_only=True)
class ServeOptions(ProgramOptions, Options):
    """Answer requests of the protocol, one JSON object per line.

    The replies are those of the model, the reference implementation, or a program with the command
    line of planstate.

    examples: echo '{"request":"hello","protocols":["planspec 1"]}' | planspec serve model;
    planspec serve --cli ./mine --dialect mine.toml
    """

    side: str | None = positional(
        "", "who answers, unless --cli names it", nargs="?", choices=lambda: ("model", "impl")
    )
    edition: str = option("the model's, such as seeds (default 2026.2)", "2026.2")
    store: str | None = option(
        "with impl: the store, a file or a postgresql://… URL, which other processes may share "
        "(default: in memory); with --cli: its SQLite store, relative to the root (default: "
        ".*/state.db)",
        metavar="PLACE",
    )
    mutant: str | None = option(
        "with impl: a store with the deliberate fault of this id; see 'planspec mutants'",
        metavar="ID",
    )
