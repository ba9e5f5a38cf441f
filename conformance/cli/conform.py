"""`planspec conform`: whether an implementation conforms to the specification."""

import gc
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.cli.common.effort import limits_of, offered_by, witnesses_of
from conformance.cli.common.opening import opened, target_of
from conformance.cli.common.output import Output
from conformance.cli.common.usage import UsageError
from conformance.cli.options.validation import ConformOptions, ValidateOptions
from conformance.kit.deviations import Witnessed
from conformance.kit.entries import EntryWriter
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation
from conformance.kit.run import validate as validate_session
from conformance.kit.session import session_of
from conformance.kit.target import NamedSystem
from conformance.kit.vector_runs import vectors_for
from conformance.kit.verdict import evaluate
from conformance.protocol.documents.validation import ConformDocument
from conformance.reports.console import progress_bar
from conformance.reports.findings import report_as_text
from conformance.reports.record import Record, RecordHeader, record_of, write_record
from conformance.vectors.reading import VectorError
from model.explorer.scopes.catalog import TOURED


@dataclass(frozen=True)
class ConformRun:
    """A finished run: what was found, and how it was evaluated."""

    validation: Validation
    record: Record


def run(options: ConformOptions) -> Output:
    """Validate an implementation. Raises `Broken` if it never began."""
    if options.profile:
        from conformance.cli import core

        return core.run(options)
    if options.clients:
        from conformance.cli import clients

        return clients.run(options)
    for name in ("kill", "pause", "skew"):
        if getattr(options, name):
            raise UsageError(f"--{name}: it is done to concurrent clients; add --clients N")
    finished = validate(options, witnesses_of(options))
    record = record_of(finished.record.entries())
    if options.report is not None:
        from conformance.reports.rendering import write_reports

        write_reports(record, options.report)
    return Output(
        record.footer.exit_code, lambda: conform_document(finished), report_as_text(record)
    )


def validate(options: ValidateOptions, witnesses: tuple[Witnessed, ...]) -> ConformRun:
    """Validate an implementation and record it; raise `Broken` if it never began."""
    chosen = frozenset(options.area)
    limits, target = limits_of(options), target_of(options)
    with opened(options) as system:
        capabilities = offered_by(system, chosen)
        header = header_of(capabilities, target, limits)
        if options.report is not None:
            # A run that is ended from outside leaves how it began.
            write_record(options.report, [header])
        validation = explore(system, capabilities, limits, witnesses, chosen)
    traces = options.report / "traces" if options.report else options.traces
    writer = EntryWriter(target, capabilities, traces, options.site)
    today = datetime.now(UTC).date()
    record = evaluate(header, validation, writer, chosen, today)
    if options.report is not None:
        write_record(options.report, record.entries())
    return ConformRun(validation, record)


def explore(
    system: RemoteSystem,
    capabilities: Capabilities,
    limits: RunLimits,
    witnesses: tuple[Witnessed, ...],
    chosen: frozenset[str],
) -> Validation:
    """Put a system to all stages within the limits."""
    try:
        vectors = vectors_for(capabilities, chosen)
    except VectorError as error:
        raise UsageError(str(error)) from error
    # What is loaded stays, and need not be looked at again by the garbage collector.
    gc.freeze()
    session = session_of(system, capabilities, vectors=vectors, scopes=TOURED, witnesses=witnesses)
    with progress_bar("validating", 100) as show:
        return validate_session(session, limits, show)


def header_of(capabilities: Capabilities, target: NamedSystem, limits: RunLimits) -> RecordHeader:
    """Return the header of the record: the system, and how it is validated."""
    return RecordHeader(
        format="planspec record 1",
        edition=capabilities.edition.name,
        planspec=version("planspec"),
        implementation=capabilities.identity,
        command=target.words,
        seed=limits.seed,
        budget=limits.budget or 0.0,
        date=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    )


def conform_document(run: ConformRun) -> ConformDocument:
    """Return the document of a run."""
    record, footer = run.record, run.record.footer
    return ConformDocument(
        implementation=run.validation.session.system.identity,
        edition=run.validation.session.edition.name,
        verdict=footer.verdict.value,
        operations=footer.operations,
        rules={result.rule: result.grade for result in record.results},
        never_decided=list(footer.never_decided),
        never_judged=list(footer.never_judged),
        findings=list(record.findings),
        levels={level.level: level.grade for level in record.levels},
        vectors=footer.vectors,
        tours=list(footer.tours),
        left=list(footer.left),
        real_leases=footer.real_leases,
        seconds=footer.seconds,
        seed=run.validation.limits.seed,
        problem=footer.problem,
    )
