"""`planspec vectors build` and `planspec vectors run`."""

import argparse
import sys
import time
from pathlib import Path

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.cli.common.opening import opened, print_broken
from conformance.cli.common.printing import print_result
from conformance.cli.common.usage import UsageError
from conformance.differential.comparator import Comparator
from conformance.protocol.documents.vectors import BuildDocument, StaleDocument
from conformance.reports.console import coloured, progress_bar, progress_line
from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from conformance.vectors.playing import Player
from conformance.vectors.reading import INSTALLED, VECTORS, VectorError, read_vectors
from conformance.vectors.report import VectorReport
from conformance.vectors.running import run as run_vector
from conformance.vectors.touring import (
    failures_of,
    not_toured,
    tour_of,
    toured,
    why_not_toured,
)
from conformance.vectors.vector import Vector
from model.explorer.scopes.catalog import TOURED
from model.explorer.scopes.scope import Scope


def run(options: argparse.Namespace) -> int:
    """Build or run the vectors, and return the exit code."""
    return build(options) if options.task == "build" else run_on_sut(options)


def build(options: argparse.Namespace) -> int:
    """Build the vectors, or check that they are as a build would make them."""
    folder = options.folder or vectors_of_checkout()
    if options.check:
        return check(folder, options.json)
    from conformance.authoring.building import NotFound
    from conformance.authoring.building import build as build_all

    begun = time.monotonic()
    try:
        with progress_line("building the vectors") as progress:
            count = build_all(folder, progress, keep=options.keep)
    except NotFound as error:
        print(f"planspec: {error}; nothing was written", file=sys.stderr)
        return NOT_CONFORMING
    seconds = round(time.monotonic() - begun, 1)
    print_result(
        options.json,
        lambda: BuildDocument(folder=str(folder), vectors=count, seconds=seconds),
        [f"{count} vectors in {folder}, {seconds} s"],
    )
    return SUCCESS


def vectors_of_checkout() -> Path:
    """Return the folder to build; raise `UsageError` where only the wheel is installed."""
    if VECTORS.name == INSTALLED:
        raise UsageError(
            "'vectors build' needs a checkout of planspec, but this one is installed from a wheel; "
            "run it in a checkout, or name another folder with --folder"
        )
    return VECTORS


def check(folder: Path, as_json: bool) -> int:
    """Report what is stale in a folder of vectors, and return the exit code."""
    from conformance.authoring.checking import problems_in

    with progress_line("checking the vectors") as progress:
        problems = list(problems_in(folder, progress))
    result = f"{len(problems)} problems" if problems else "the vectors are up to date"
    print_result(
        as_json,
        lambda: StaleDocument(verdict="fail" if problems else "pass", problems=problems),
        [*problems, coloured(result, "red" if problems else "green")],
    )
    return NOT_CONFORMING if problems else SUCCESS


def run_on_sut(options: argparse.Namespace) -> int:
    """Run the vectors on an implementation, report, and return the exit code."""
    vectors, scopes = chosen(options), scopes_named(options.tour)
    report = VectorReport()
    try:
        with opened(options) as system:
            report.identity = system.identity
            run_all(system, vectors, report)
            play_tours(system, scopes, report)
            system.bye()
    except Broken as broken:
        report.broken = broken
    print_result(options.json, report.document, report.as_text())
    if report.broken is not None:
        return print_broken(report.broken)
    return {"pass": SUCCESS, "fail": NOT_CONFORMING, "unknown": INCONCLUSIVE}[report.verdict]


def chosen(options: argparse.Namespace) -> tuple[Vector, ...]:
    """Return the vectors; raise `UsageError` if they cannot be read or the named one is unknown."""
    try:
        vectors = read_vectors(options.folder or VECTORS)
    except VectorError as error:
        raise UsageError(str(error)) from error
    if options.only is None:
        return vectors
    named = tuple(vector for vector in vectors if vector.id == options.only)
    if not named:
        raise UsageError(f"--only {options.only}: unknown vector; its id must be in index.json")
    return named


def run_all(system: RemoteSystem, vectors: tuple[Vector, ...], report: VectorReport) -> None:
    """Run the vectors one by one; the report keeps what was run if one of them breaks it."""
    comparator = Comparator(system.identity)
    with progress_bar("vectors", len(vectors)) as progress:
        for number, vector in enumerate(vectors, start=1):
            report.ran.append(run_vector(system, comparator, vector))
            progress(number, vector.id)


def scopes_named(names: list[str]) -> tuple[Scope, ...]:
    """Return the scopes to tour; raise `UsageError` if one is unknown."""
    known = {scope.name: scope for scope in TOURED}
    if unknown := [name for name in names if name not in (*known, "all")]:
        listed = ", ".join(known)
        raise UsageError(f"--tour {unknown[0]}: unknown scope; expected all, or one of {listed}")
    return tuple(scope for scope in TOURED if {scope.name, "all"} & set(names))


def play_tours(system: RemoteSystem, scopes: tuple[Scope, ...], report: VectorReport) -> None:
    """Play tours one by one; the report keeps how far each came."""
    capabilities = capabilities_of(system.identity)
    player = Player(system, Comparator(system.identity))
    for scope in scopes:
        if why := why_not_toured(scope, capabilities):
            report.tours.append(not_toured(scope, why))
            continue
        tour = tour_of(scope, capabilities)
        with progress_line(f"the tour of {scope.name}"):
            report.strayed.extend(failures_of(tour, player))
        report.tours.append(toured(tour))
