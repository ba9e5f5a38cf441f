"""Options that several commands have: parts of their classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import (
    fixed,
    option,
    positional,
)

LOCAL = "http://127.0.0.1:8000/"
"""Where `python -m http.server --directory site` serves a site on this machine."""


def area_names() -> Sequence[str]:
    """Return the names of the areas of rules."""
    from spec.catalog import AREAS

    return tuple(area.name for area in AREAS)


@dataclass(frozen=True, kw_only=True)
class JsonOptions:
    """The choice of JSON instead of text."""

    json: bool = option("print one JSON document", False)


@dataclass(frozen=True, kw_only=True)
class BudgetOptions:
    """The seconds that a command may take."""

    budget: float | None = option("stop after about this time, such as 90s or 2m30s")


@dataclass(frozen=True, kw_only=True)
class TracesOptions:
    """The folder of the counterexamples."""

    traces: Path = option("where to save counterexamples (default traces)", Path("traces"))


@dataclass(frozen=True, kw_only=True)
class SiteOptions:
    """The site whose playground plays a counterexample."""

    site: str | None = option(
        "print a link to the playground for each counterexample; without URL, to a site that is "
        f"served on this machine ({LOCAL})",
        nargs="?",
        const=LOCAL,
        metavar="URL",
    )


@dataclass(frozen=True, kw_only=True)
class AreaOptions:
    """The choice of areas of rules."""

    area: tuple[str, ...] = option(
        "only these rules, may be repeated: {choices}",
        (),
        choices=area_names,
        metavar="AREA",
        excludes="profile",
    )


@dataclass(frozen=True, kw_only=True)
class ProgramOptions:
    """A program with a command line, and what describes it."""

    cli: str = option(
        "a program with the command line of planstate, run in temporary repositories",
        "",
        metavar="PROGRAM",
    )
    dialect: Path | None = option(
        "with --cli: how its command line differs; see 'planspec dialect'",
        metavar="FILE",
        needs="cli",
    )
    store: str | None = option(
        "with --cli: its SQLite store, relative to the root (default: .*/state.db)",
        metavar="PATH",
        needs="cli",
    )
    timeout: float = option("with --cli: for every run of the program (default 5s)", 5.0)


@dataclass(frozen=True, kw_only=True)
class AdapterOptions(ProgramOptions):
    """The ways to name an implementation that is no program to start, and how it is judged."""

    edition: str | None = option(
        "the edition to validate against, such as seeds, 2026.1, 2026.2 or 2026.1-A14 (default: "
        "the newest that the implementation declares)",
        metavar="EDITION",
    )
    python: str = option("an implementation in Python, in this process", "", metavar="FILE:FACTORY")
    connect: str = option(
        "a program that accepts connections at this address", "", metavar="HOST:PORT"
    )
    tolerance: float | None = option(
        "how far times may be off where the clock is not virtual "
        "(default 5s for 'offset', 1s for 'none')"
    )
    start_timeout: float = option("timeout of 'hello' (default 10s)", 10.0)
    timeout: float = option("timeout of every other reply (default 5s)", 5.0)
    command: tuple[str, ...] = fixed(())


@dataclass(frozen=True, kw_only=True)
class SystemOptions(AdapterOptions):
    """The ways to name an implementation, among them a program to start."""

    command: tuple[str, ...] = positional(
        "COMMAND", "a program to start, with its arguments, after two dashes (--)", (), nargs="..."
    )
