"""`planspec vectors build`, `planspec vectors run` and `planspec vectors export`."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from conformance.cli.common.effort import offered_by
from conformance.cli.common.opening import opened, target_of
from conformance.cli.common.output import Output
from conformance.cli.options.specification import BuildOptions, ExportOptions, RunOptions
from conformance.kit.entries import EntryWriter
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation, validate
from conformance.kit.session import Session
from conformance.kit.stages.vectors import run_vectors
from conformance.kit.vector_runs import AREA_OF_RULE
from conformance.kit.verdict import evaluate
from conformance.protocol.documents.record import RunVerdict
from conformance.protocol.documents.vectors import BuildDocument, ExportDocument, VectorsDocument
from conformance.protocol.usage import UsageError
from conformance.reports.console import coloured, progress_of
from conformance.reports.exit_codes import CODE_OF_VERDICT, NOT_CONFORMING, SUCCESS
from conformance.reports.findings import heading_of, indented, render_finding
from conformance.vectors.archive import write_archive
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import INSTALLED, VECTORS, read_vectors
from conformance.vectors.vector import Vector, operations_of
from spec.editions import Edition, edition_named


def run(options: BuildOptions | RunOptions | ExportOptions) -> Output:
    """Build, run or export the vectors."""
    if isinstance(options, BuildOptions):
        return build(options)
    return run_on_sut(options) if isinstance(options, RunOptions) else export(options)


def build(options: BuildOptions) -> Output:
    """Build the vectors, or check that they are as a build would make them."""
    from conformance.vectors.building.builder import build as build_in

    path, begun = options.folder or VECTORS, time.monotonic()
    if options.folder is None and VECTORS.name == INSTALLED:
        raise UsageError(
            "'vectors build' needs a checkout of planspec, but this one is installed from a wheel; "
            "run it in a checkout, or name another folder with --folder"
        )
    with progress_of("building the vectors") as progress:
        built = build_in(path, progress, check=options.check)
    seconds = round(time.monotonic() - begun, 1)
    counts = f"{len(built.vectors)} vectors, {len(built.outdated)} files changed in {built.path}"
    result = coloured(f"{counts}, {seconds} s", "green")
    if built.problems:
        result = coloured(f"{len(built.problems)} problems, {seconds} s", "red")
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
        [*(f"a trace was found for {each}" for each in built.found), *built.problems, result],
    )


def run_on_sut(options: RunOptions) -> Output:
    """Run the vectors on an implementation, as a stage of `conform` does."""
    with opened(options) as system:
        capabilities = offered_by(system, frozenset())
        wanted = chosen(options, capabilities.edition)
        reasons = [capabilities.can_be_asked(operations_of(each)) for each in wanted]
        asked = [each for each, why in zip(wanted, reasons, strict=True) if why is None]
        session = Session(system, capabilities, vectors=asked)
        with progress_of("running the vectors") as show:
            validation = validate(session, RunLimits(0, None, None), show, (run_vectors,))
    document = vectors_document(options, validation, len(wanted))
    lines = vectors_as_text(document, Counter(filter(None, reasons)))
    return Output(CODE_OF_VERDICT[document.verdict], lambda: document, lines)


def vectors_document(options: RunOptions, validation: Validation, wanted: int) -> VectorsDocument:
    """Return the document of a run of so many vectors, of which some could not be asked."""
    coverage = validation.coverage
    writer = EntryWriter(target_of(options), validation.session.capabilities, options.traces)
    record = evaluate(validation, writer, frozenset(), datetime.now(UTC)).shown
    verdict, ends = record.verdict, [each.divergence.bad_end for each in validation.findings]
    if verdict is RunVerdict.UNKNOWN and coverage.sent and not validation.interrupted:
        verdict = RunVerdict.PASS  # Whether every rule was put to the test is not asked here.
    elif verdict is RunVerdict.BROKEN and not (validation.crashes or any(ends)):
        verdict = RunVerdict.FAIL  # An error in the place of a reply is a wrong reply.
    run, failed = len(coverage.sent | coverage.failed_ids), len(coverage.failed_ids)
    return VectorsDocument(
        verdict=verdict.value,
        implementation=record.implementation,
        edition=record.edition,
        vectors={"run": run, "pass": run - failed, "fail": failed, "unsupported": wanted - run},
        failed=sorted(coverage.failed_ids),
        findings=list(record.findings),
        problem=record.problem,
        seconds=record.seconds,
    )


def vectors_as_text(document: VectorsDocument, unasked: Counter[str]) -> Iterator[str]:
    """Yield the findings, which vectors could not be asked, and how many passed."""
    for finding in document.findings:
        yield coloured(heading_of(finding), "red")
        yield from indented(render_finding(finding))
        yield ""
    for why, count in sorted(unasked.items()):
        yield f"{count} vectors were not run: {why}"
    if document.failed:
        yield f"failed: {' '.join(document.failed)}"
    if document.problem is not None:
        yield coloured(document.problem, "red")
    counts = document.vectors
    summary = f"{counts['pass']} passed, {counts['fail']} failed"
    if counts["unsupported"]:
        summary += f", {counts['unsupported']} not supported"
    summary = f"vectors of {document.edition}: {summary}, {document.seconds:.1f} s"
    yield coloured(summary, "green" if document.verdict == "pass" else "red")


def export(options: ExportOptions) -> Output:
    """Write the vectors of an edition as an archive."""
    edition = edition_named(options.edition)
    vectors = tuple(vectors_in(read_vectors(options.folder or VECTORS), edition))
    checksum = write_archive(options.file, vectors, edition)
    return Output(
        SUCCESS,
        lambda: ExportDocument(
            file=str(options.file), edition=edition.name, vectors=len(vectors), sha256=checksum
        ),
        [f"{len(vectors)} vectors of {edition.name} in {options.file}, SHA-256 {checksum}"],
    )


def chosen(options: RunOptions, edition: Edition) -> list[Vector]:
    """Return vectors as they are in an edition; raise `UsageError` if one is unknown."""
    only, areas = options.only, options.area
    vectors = [each for each in read_vectors(options.folder or VECTORS) if only in (None, each.id)]
    if not vectors:
        raise UsageError(f"--only {only}: unknown vector; its id must be in index.json")
    found = list(vectors_in(vectors, edition))
    if only is not None and not found:
        raise UsageError(f"--only {only}: edition {edition.name} cannot be asked that")
    of_areas = (any(AREA_OF_RULE.get(rule) in areas for rule in each.rules) for each in found)
    return [each for each, wanted in zip(found, of_areas, strict=True) if wanted or not areas]
