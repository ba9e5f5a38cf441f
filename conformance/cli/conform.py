"""`planspec conform`: whether an implementation conforms to the specification."""

import gc
from datetime import UTC, datetime

from conformance.cli.common.effort import limits_of, offered_by, witnesses_of
from conformance.cli.common.opening import opened, target_of
from conformance.cli.common.output import Output
from conformance.cli.options.validation import ConformOptions, ValidateOptions
from conformance.kit.deviations import Witnessed
from conformance.kit.entries import EntryWriter
from conformance.kit.run import Validation
from conformance.kit.run import validate as validate_session
from conformance.kit.session import Session
from conformance.kit.vector_runs import vectors_for
from conformance.kit.verdict import evaluate
from conformance.protocol.documents.record import Record
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import CODE_OF_VERDICT
from conformance.reports.findings import report_as_text
from model.explorer.scopes.catalog import TOURED


def run(options: ConformOptions) -> Output:
    """Validate an implementation. Raises `Broken` if it never began."""
    if options.profile:
        from conformance.cli import core

        return core.run(options)
    if options.clients:
        from conformance.cli import clients

        return clients.run(options)
    _, record = validate(options, witnesses_of(options))
    shown = record.shown
    if options.report is not None:
        from conformance.reports.rendering import write_reports

        write_reports(shown, options.report)
    code = CODE_OF_VERDICT[record.verdict]
    return Output(code, lambda: record, report_as_text(shown))


def validate(
    options: ValidateOptions, witnesses: tuple[Witnessed, ...]
) -> tuple[Validation, Record]:
    """Validate an implementation and record it; raise `Broken` if it never began."""
    chosen = frozenset(options.area)
    with opened(options) as system:
        capabilities = offered_by(system, chosen)
        session = Session(
            system,
            capabilities,
            vectors=vectors_for(capabilities, chosen),
            scopes=TOURED,
            witnesses=witnesses,
        )
        # What is loaded stays, and need not be looked at again by the garbage collector.
        gc.freeze()
        with progress_of("validating", 100) as show:
            validation = validate_session(session, limits_of(options), show)
    traces = options.report / "traces" if options.report else options.traces
    writer = EntryWriter(target_of(options), capabilities, traces, options.site)
    return validation, evaluate(validation, writer, chosen, datetime.now(UTC))
