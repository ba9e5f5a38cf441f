"""`planspec conform`: whether an implementation conforms to the specification."""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.cli.broken import report_broken
from conformance.cli.opening import opened, target_of
from conformance.cli.printing import print_document, print_lines
from conformance.cli.usage import UsageError
from conformance.kit.attribution import Attributed, attribute_findings
from conformance.kit.deviations import DeviationError, Witnessed, read_deviations, witnessed
from conformance.kit.entries import EntryWriter
from conformance.kit.limits import RunLimits
from conformance.kit.target import NamedSystem
from conformance.kit.validation import Validation
from conformance.kit.vector_runs import vectors_for
from conformance.kit.verdict import Evaluation, evaluate
from conformance.protocol.documents.validation import ConformDocument
from conformance.protocol.messages import AreaName, Identity
from conformance.reports.console import progress_bar
from conformance.reports.reading import read_record
from conformance.reports.record import Entry, RecordHeader, entry_as_line
from conformance.reports.terminal import report_as_text
from conformance.vectors.reading import VectorError
from model.explorer.scopes.catalog import TOURED
from spec.editions import CURRENT

BUDGET = 60.0
"""The default budget, in seconds."""
RECOVERY = "recovery"
"""The area of rules that has no operations of its own."""


@dataclass(frozen=True)
class ConformRun:
    """A finished run: what was found, and how it was evaluated."""

    validation: Validation
    attributed: list[Attributed]
    evaluation: Evaluation


def run(options: argparse.Namespace) -> int:
    """Validate an implementation, report, and return the exit code."""
    witnesses: tuple[Witnessed, ...] = ()
    if options.deviations is not None:
        try:
            witnesses = witnessed(options.deviations, read_deviations(options.deviations))
        except DeviationError as error:
            raise UsageError(str(error)) from error
    with record_file(options.report) as file:
        try:
            finished = validate(options, witnesses, file)
        except Broken as broken:
            return report_broken(broken, options.json)
        record = read_record(file)
        if options.report is not None:
            from conformance.reports.writing import write_reports

            write_reports(record, options.report)
        if options.json:
            print_document(conform_document(finished))
        else:
            print_lines(report_as_text(record))
    return finished.evaluation.footer.exit_code


def validate(
    options: argparse.Namespace, witnesses: tuple[Witnessed, ...], file: Path
) -> ConformRun:
    """Validate an implementation and write the record; raise `Broken` if it never began."""
    chosen = frozenset(options.area or ())
    limits, target = limits_of(options), target_of(options)
    system = opened(options)
    try:
        capabilities = offered_by(system.identity, chosen)
        write(file, header_of(system.identity, target, limits))
        validation = explore(system, capabilities, limits, witnesses)
    finally:
        system.close()
    attributed = attribute_findings(validation.findings, validation.tally)
    traces = options.report / "traces" if options.report else options.traces
    writer = EntryWriter(target, capabilities.registers, traces)
    today = datetime.now(UTC).date()
    result = evaluate(validation, attributed, writer, chosen, today)
    for entry in result.entries():
        write(file, entry)
    return ConformRun(validation, attributed, result)


def explore(
    system: RemoteSystem,
    capabilities: Capabilities,
    limits: RunLimits,
    witnesses: tuple[Witnessed, ...],
) -> Validation:
    """Run deviations, vectors and random operations within the limits."""
    try:
        vectors = vectors_for(capabilities)
    except VectorError as error:
        raise UsageError(str(error)) from error
    with progress_bar("validating", 100) as show:
        validation = Validation(system, capabilities, limits, show)
        validation.run(witnesses, vectors, TOURED)
    return validation


def limits_of(options: argparse.Namespace) -> RunLimits:
    """Return how much to try: a number of operations alone sets no time."""
    budget = options.budget
    if budget is None and options.operations is None:
        budget = BUDGET
    return RunLimits(options.seed, budget, options.operations)


def offered_by(identity: Identity, chosen: frozenset[str]) -> Capabilities:
    """Return what can be asked. Raises `UsageError` if a chosen area is not offered."""
    areas = {AreaName.COMMITS if area == RECOVERY else AreaName(area) for area in chosen}
    if missing := sorted(areas - set(identity.areas)):
        offered = ", ".join(identity.areas) or "none"
        reason = f"{identity.name} does not offer {', '.join(missing)}; it offers {offered}"
        raise UsageError(f"--area: {reason}")
    return capabilities_of(identity, frozenset(areas))


def header_of(identity: Identity, target: NamedSystem, limits: RunLimits) -> RecordHeader:
    """Return who is validated, and how."""
    return RecordHeader(
        format="planspec record 1",
        edition=CURRENT.name,
        planspec=version("planspec"),
        implementation=identity,
        command=target.words,
        seed=limits.seed,
        budget=limits.budget or 0.0,
        date=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    )


@contextmanager
def record_file(folder: Path | None) -> Iterator[Path]:
    """Yield an empty file for the record: in the report's folder, or a temporary one."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="planspec-") as temporary:
            yield Path(temporary) / "record.jsonl"
        return
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "record.jsonl"
    file.write_text("")
    yield file


def write(file: Path, entry: Entry) -> None:
    """Append an entry to the record."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(entry_as_line(entry) + "\n")


def conform_document(run: ConformRun) -> ConformDocument:
    """Return the document of a run."""
    evaluation, footer = run.evaluation, run.evaluation.footer
    return ConformDocument(
        implementation=run.validation.system.identity,
        edition=CURRENT.name,
        verdict=footer.verdict.value,
        operations=footer.operations,
        rules={result.rule: result.grade for result in evaluation.results},
        findings=list(evaluation.findings),
        levels={level.level: level.grade for level in evaluation.levels},
        vectors=footer.vectors,
        tours=list(footer.tours),
        seconds=footer.seconds,
        seed=run.validation.limits.seed,
        problem=footer.problem,
    )
