"""`planspec vectors build`, `planspec vectors run` and `planspec vectors export`."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.cli.common.editions import named_edition
from conformance.cli.common.opening import opened, target_of
from conformance.cli.common.output import Output
from conformance.cli.common.usage import UsageError
from conformance.cli.options.vectors import (
    BuildOptions,
    ExportOptions,
    RunOptions,
    VectorsOptions,
)
from conformance.differential.comparator import Comparator
from conformance.kit.grading import AREA_OF_RULE
from conformance.protocol.documents.vectors import BuildDocument, ExportDocument
from conformance.reports.console import coloured, progress_bar, progress_line
from conformance.reports.exit_codes import (
    CODE_OF_VERDICT,
    NOT_CONFORMING,
    SUCCESS,
)
from conformance.vectors.archive import write_archive
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import INSTALLED, VECTORS, VectorError, read_vectors
from conformance.vectors.report import VectorReport
from conformance.vectors.running import run as run_vector
from conformance.vectors.vector import Vector
from spec.editions import Edition

if TYPE_CHECKING:  # What it imports takes time, and only building needs it.
    from conformance.vectors.building.builder import Folder


def run(options: BuildOptions | RunOptions | ExportOptions) -> Output:
    """Build, run or export the vectors."""
    match options:
        case BuildOptions():
            return build(options)
        case ExportOptions():
            return export(options)
    return run_on_sut(options)


def build(options: BuildOptions) -> Output:
    """Build the vectors, or check that they are as a build would make them."""
    from conformance.vectors.building.builder import build as build_in

    path, begun = options.folder or vectors_of_checkout(), time.monotonic()
    with progress_line("building the vectors") as progress:
        built = build_in(path, progress, check=options.check)
    seconds = round(time.monotonic() - begun, 1)
    return Output(
        NOT_CONFORMING if built.problems else SUCCESS,
        lambda: BuildDocument(
            verdict="fail" if built.problems else "pass",
            folder=str(path),
            vectors=len(built.vectors),
            changed=list(built.outdated),
            found=built.found,
            problems=built.problems,
            seconds=seconds,
        ),
        [*(f"a trace was found for {each}" for each in built.found), *result_of(built, seconds)],
    )


def result_of(built: "Folder", seconds: float) -> Iterator[str]:
    """Yield the problems of a build, or how many files it has written."""
    yield from built.problems
    if built.problems:
        yield coloured(f"{len(built.problems)} problems, {seconds} s", "red")
    else:
        counts = f"{len(built.vectors)} vectors, {len(built.outdated)} files changed"
        yield coloured(f"{counts} in {built.path}, {seconds} s", "green")


def vectors_of_checkout() -> Path:
    """Return the folder to build; raise `UsageError` where only the wheel is installed."""
    if VECTORS.name == INSTALLED:
        raise UsageError(
            "'vectors build' needs a checkout of planspec, but this one is installed from a wheel; "
            "run it in a checkout, or name another folder with --folder"
        )
    return VECTORS


def run_on_sut(options: RunOptions) -> Output:
    """Run the vectors on an implementation."""
    vectors = vectors_of(options)
    report = VectorReport(replay=target_of(options).run_vector)
    try:
        with opened(options) as system:
            report.identity, report.edition = system.identity, system.edition
            report.ends = system.ends
            report.expected = chosen(vectors, None, system.edition)
            asked = about_areas(chosen(vectors, options.only, system.edition), options.area)
            run_all(system, asked, report)
            system.bye()
    except Broken as broken:
        report.broken = broken
    return Output(CODE_OF_VERDICT[report.verdict], report.document, report.as_text(), report.broken)


def export(options: ExportOptions) -> Output:
    """Write the vectors of an edition as an archive."""
    edition = named_edition(options.edition)
    vectors = tuple(vectors_in(vectors_of(options), edition))
    checksum = write_archive(options.file, vectors, edition)
    return Output(
        SUCCESS,
        lambda: ExportDocument(
            file=str(options.file), edition=edition.name, vectors=len(vectors), sha256=checksum
        ),
        [f"{len(vectors)} vectors of {edition.name} in {options.file}, SHA-256 {checksum}"],
    )


def vectors_of(options: VectorsOptions) -> tuple[Vector, ...]:
    """Return the vectors of a folder; raise `UsageError` if they cannot be read."""
    try:
        return read_vectors(options.folder or VECTORS)
    except VectorError as error:
        raise UsageError(str(error)) from error


def chosen(vectors: tuple[Vector, ...], only: str | None, edition: Edition) -> tuple[Vector, ...]:
    """Return vectors as they are in an edition; raise `UsageError` if one is unknown."""
    if only is not None:
        vectors = tuple(vector for vector in vectors if vector.id == only)
        if not vectors:
            raise UsageError(f"--only {only}: unknown vector; its id must be in index.json")
    found = tuple(vectors_in(vectors, edition))
    if only is not None and not found:
        raise UsageError(f"--only {only}: edition {edition.name} cannot be asked that")
    return found


def about_areas(vectors: tuple[Vector, ...], areas: tuple[str, ...]) -> tuple[Vector, ...]:
    """Return the vectors about rules of some areas, or all of them if none is chosen."""
    if not areas:
        return vectors
    return tuple(
        vector
        for vector in vectors
        if any(AREA_OF_RULE.get(rule) in areas for rule in vector.rules)
    )


def run_all(system: RemoteSystem, vectors: tuple[Vector, ...], report: VectorReport) -> None:
    """Run the vectors one by one; the report keeps what was run if one of them breaks it."""
    comparator = Comparator(system.identity, system.edition, tolerance=system.tolerance)
    with progress_bar("vectors", len(vectors)) as progress:
        for number, vector in enumerate(vectors, start=1):
            report.ran.append(run_vector(system, comparator, vector))
            progress(number, vector.id)
