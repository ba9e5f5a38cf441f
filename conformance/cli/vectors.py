"""The commands `vectors build` and `vectors run`."""

import argparse
import json
import sys
import time
from pathlib import Path

from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.cli.main import AGREES, BROKEN, DISAGREES, INCONCLUSIVE, UsageError
from conformance.cli.opening import opened, print_broken
from conformance.differential.comparator import Comparator
from conformance.reports.console import coloured, progress_bar, progress_line
from conformance.vectors.reading import VECTORS, VectorError, read_vectors
from conformance.vectors.report import VectorReport
from conformance.vectors.running import run as run_vector
from conformance.vectors.vector import Vector


def build(options: argparse.Namespace) -> int:
    """Build the vectors, or check that they are as a build would make them."""
    folder = options.folder or VECTORS
    if options.check:
        return check(folder, options.json)
    from conformance.authoring.building import NotFound
    from conformance.authoring.building import build as build_all

    begun = time.monotonic()
    try:
        with progress_line("building the vectors") as tell:
            count = build_all(folder, tell, keep=options.keep)
    except NotFound as error:
        print(f"planspec: {error}; nothing was written", file=sys.stderr)
        return DISAGREES
    seconds = round(time.monotonic() - begun, 1)
    if options.json:
        print(json.dumps({"folder": str(folder), "vectors": count, "seconds": seconds}, indent=2))
    else:
        print(f"{count} vectors in {folder}, {seconds} s")
    return AGREES


def check(folder: Path, as_json: bool) -> int:
    """Report what is stale in a folder of vectors."""
    from conformance.authoring.checking import problems_in

    with progress_line("checking the vectors") as tell:
        problems = list(problems_in(folder, tell))
    if as_json:
        verdict = "fail" if problems else "pass"
        print(json.dumps({"verdict": verdict, "problems": problems}, indent=2, ensure_ascii=False))
    else:
        for problem in problems:
            print(problem)
        told = f"{len(problems)} problems" if problems else "the vectors are up to date"
        print(coloured(told, "red" if problems else "green"))
    return DISAGREES if problems else AGREES


def run(options: argparse.Namespace) -> int:
    """Run the vectors on an implementation, and report."""
    vectors = chosen(options)
    report = VectorReport()
    try:
        system = opened(options)
        report.identity = system.identity
        try:
            run_all(system, vectors, report)
        finally:
            system.close()
    except Broken as broken:
        report.broken = broken
    for line in report.as_json() if options.json else report.as_text():
        print(line)
    if report.broken is not None:
        print_broken(report.broken)
        return BROKEN
    return {"pass": AGREES, "fail": DISAGREES, "unknown": INCONCLUSIVE}[report.verdict]


def chosen(options: argparse.Namespace) -> tuple[Vector, ...]:
    """Read the vectors; raise `UsageError` if they cannot be read, or the one named is none."""
    try:
        vectors = read_vectors(options.folder or VECTORS)
    except VectorError as error:
        raise UsageError(str(error)) from error
    if options.only is None:
        return vectors
    named = tuple(vector for vector in vectors if vector.id == options.only)
    if not named:
        raise UsageError(f"--only {options.only}: no vector has that id; see index.json")
    return named


def run_all(system: RemoteSystem, vectors: tuple[Vector, ...], report: VectorReport) -> None:
    """Run the vectors one after the other; what was run stays in the report if one breaks it."""
    comparator = Comparator(system.identity)
    with progress_bar("vectors", len(vectors)) as progress:
        for number, vector in enumerate(vectors, start=1):
            report.ran.append(run_vector(system, comparator, vector))
            progress(number, vector.id)
    system.bye()
