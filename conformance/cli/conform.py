"""`planspec conform`: whether an implementation conforms to the specification."""

import argparse
import gc
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.cli.common.opening import opened, report_broken, target_of
from conformance.cli.common.printing import print_result
from conformance.cli.common.usage import UsageError
from conformance.kit.deviations import DeviationError, Witnessed, read_deviations, witnessed
from conformance.kit.entries import EntryWriter
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation
from conformance.kit.run import validate as validate_session
from conformance.kit.session import session_of
from conformance.kit.target import NamedSystem
from conformance.kit.vector_runs import vectors_for
from conformance.kit.verdict import Evaluation, evaluate
from conformance.protocol.documents.validation import ConformDocument
from conformance.protocol.messages import AreaName
from conformance.reports.console import progress_bar
from conformance.reports.record import RecordHeader, record_of, write_record
from conformance.reports.terminal import report_as_text
from conformance.vectors.reading import VectorError
from model.explorer.scopes.catalog import TOURED

BUDGET = 60.0
"""The default budget, in seconds."""
RECOVERY = "recovery"
"""The area of rules that has no operations of its own."""


@dataclass(frozen=True)
class ConformRun:
    """A finished run: what was found, and how it was evaluated."""

    header: RecordHeader
    validation: Validation
    evaluation: Evaluation


def run(options: argparse.Namespace) -> int:
    """Validate an implementation, report, and return the exit code."""
    if options.clients is not None:
        from conformance.cli import clients

        return clients.run(options)
    require_no_clients(options)
    witnesses: tuple[Witnessed, ...] = ()
    if options.deviations is not None:
        try:
            witnesses = witnessed(options.deviations, read_deviations(options.deviations))
        except DeviationError as error:
            raise UsageError(str(error)) from error
    try:
        finished = validate(options, witnesses)
    except Broken as broken:
        return report_broken(broken, options.json)
    record = record_of([finished.header, *finished.evaluation.entries()])
    if options.report is not None:
        from conformance.reports.writing import write_reports

        write_reports(record, options.report)
    print_result(options.json, lambda: conform_document(finished), report_as_text(record))
    return finished.evaluation.footer.exit_code


def require_no_clients(options: argparse.Namespace) -> None:
    """Raise `UsageError` for what is only done to concurrent clients."""
    for name in ("kill", "pause", "skew"):
        if getattr(options, name):
            raise UsageError(f"--{name}: it is done to concurrent clients; add --clients N")


def validate(options: argparse.Namespace, witnesses: tuple[Witnessed, ...]) -> ConformRun:
    """Validate an implementation and record it; raise `Broken` if it never began."""
    chosen = frozenset(options.area or ())
    limits, target = limits_of(options), target_of(options)
    with opened(options) as system:
        capabilities = offered_by(system, chosen)
        header = header_of(capabilities, target, limits)
        if options.report is not None:
            # A run that is ended from outside leaves how it began.
            write_record(options.report, [header])
        validation = explore(system, capabilities, limits, witnesses, chosen)
    traces = options.report / "traces" if options.report else options.traces
    writer = EntryWriter(target, capabilities, traces)
    today = datetime.now(UTC).date()
    result = evaluate(validation, writer, chosen, today)
    if options.report is not None:
        write_record(options.report, [header, *result.entries()])
    return ConformRun(header, validation, result)


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


def limits_of(options: argparse.Namespace) -> RunLimits:
    """Return how much to try: a number of operations alone sets no time."""
    budget = options.budget
    if budget is None and options.operations is None:
        budget = BUDGET
    return RunLimits(options.seed, budget, options.operations)


def offered_by(system: RemoteSystem, chosen: frozenset[str]) -> Capabilities:
    """Return what can be asked. Raises `UsageError` if a chosen area is not offered."""
    identity = system.identity
    areas = areas_of(chosen)
    if missing := sorted(areas - set(identity.areas)):
        offered = ", ".join(identity.areas) or "none"
        reason = f"{identity.name} does not offer {', '.join(missing)}; it offers {offered}"
        raise UsageError(f"--area: {reason}")
    return capabilities_of(identity, areas, system.edition, system.tolerance)


def areas_of(chosen: frozenset[str]) -> frozenset[AreaName]:
    """Return the areas of operations that areas of rules are about."""
    return frozenset(AreaName.COMMITS if area == RECOVERY else AreaName(area) for area in chosen)


def header_of(capabilities: Capabilities, target: NamedSystem, limits: RunLimits) -> RecordHeader:
    """Return who is validated, and how."""
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
    evaluation, footer = run.evaluation, run.evaluation.footer
    return ConformDocument(
        implementation=run.validation.session.system.identity,
        edition=run.validation.session.edition.name,
        verdict=footer.verdict.value,
        operations=footer.operations,
        rules={result.rule: result.grade for result in evaluation.results},
        never_decided=list(footer.never_decided),
        never_judged=list(footer.never_judged),
        findings=list(evaluation.findings),
        levels={level.level: level.grade for level in evaluation.levels},
        vectors=footer.vectors,
        tours=list(footer.tours),
        real_leases=footer.real_leases,
        seconds=footer.seconds,
        seed=run.validation.limits.seed,
        problem=footer.problem,
    )
