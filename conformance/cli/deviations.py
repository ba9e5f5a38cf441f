"""`planspec deviations update`: writes what a run finds as known deviations."""

import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import chain, count
from pathlib import Path

from conformance.cli.common.output import Output
from conformance.cli.conform import validate
from conformance.cli.options.validation import UpdateOptions
from conformance.kit.attribution import expects
from conformance.kit.deviations import (
    TO_BE_WRITTEN,
    Deviation,
    Witnessed,
    read_deviations,
    written,
)
from conformance.kit.finding import Finding
from conformance.kit.run import Validation
from conformance.protocol.documents.validation import DeviationsDocument, KnownDeviation
from conformance.protocol.traces import TraceError, read_trace, write_trace
from conformance.reports.exit_codes import SUCCESS
from spec.catalog import rule_id

LIFETIME = timedelta(days=90)
"""The time until a new deviation expires."""


def run(options: UpdateOptions) -> Output:
    """Validate an implementation, and write the file. Raises `Broken` if it never began."""
    file = options.deviations
    before = read_deviations(file) if file.exists() else ()
    validation, _ = validate(options, tuple(readable(file, before)))
    after = deviations_of(validation, file, before)
    file.parent.mkdir(parents=True, exist_ok=True)
    name = validation.session.system.identity.name
    file.write_text(written(after, name), encoding="utf-8")
    problem = next(iter(validation.broken), None)
    document = DeviationsDocument(
        file=str(file),
        known=len(after),
        unaccepted=sum(not each.accepted for each in after),
        new=[KnownDeviation.model_validate(each) for each in after if each not in before],
        gone=[KnownDeviation.model_validate(each) for each in before if each not in after],
        problem=str(problem) if problem else None,
    )
    return Output(SUCCESS, lambda: document, document_as_text(document), problem)


def deviations_of(
    validation: Validation, file: Path, before: Sequence[Deviation]
) -> list[Deviation]:
    """Return the deviations that a run found, and those that it could not judge."""
    today = datetime.now(UTC).date()
    deviations: list[Deviation] = []
    shown = [each for each in validation.findings if each.divergence.kind != "error"]
    for witness in needed_witnesses(shown):
        taken = {each.witness for each in (*before, *deviations)}
        deviations.append(deviation_of(witness, file, today, taken))
    # What could not be asked this time may still deviate.
    not_tried = [each.deviation for each in validation.not_tried]
    return [*deviations, *(each for each in before if each in not_tried)]


def readable(file: Path, deviations: Iterable[Deviation]) -> Iterator[Witnessed]:
    """Yield the deviations whose witness can be read; the run searches the others anew."""
    for deviation in deviations:
        try:
            yield Witnessed(deviation, read_trace(file.parent / deviation.witness))
        except TraceError as error:
            print(f"planspec: {error}; the deviation is searched anew", file=sys.stderr)


def needed_witnesses(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings that are needed to expect all of them, those that are known first."""
    needed: list[Finding] = []
    for finding in sorted(findings, key=lambda each: each.witnessed is None):
        if finding.witnessed is not None or not any(expects(each, finding) for each in needed):
            needed.append(finding)
    return needed


def deviation_of(finding: Finding, file: Path, today: date, taken: Container[str]) -> Deviation:
    """Return the entry of a finding: the one it had, or a new one with a witness of its own."""
    if finding.witnessed is not None:
        return finding.witnessed
    rule = rule_id(finding.clause)
    name = f"deviations/{rule}-{finding.divergence.decision.operation}"
    names = chain([f"{name}.json"], (f"{name}-{number}.json" for number in count(2)))
    place = next(each for each in names if each not in taken)
    write_trace(file.parent / place, finding.trace)
    return Deviation(rule, TO_BE_WRITTEN, today + LIFETIME, place)


def document_as_text(document: DeviationsDocument) -> Iterator[str]:
    """Yield what has changed in the file, and what is left to do."""
    for each in document.new:
        yield f"new: {each.rule}, shown by {each.witness}"
    for each in document.gone:
        yield f"gone: {each.rule}, it conforms now on {each.witness}"
    unaccepted = document.unaccepted
    todo = f"; write the reason of {unaccepted} before it is accepted" if unaccepted else ""
    plural = "s" * (document.known != 1)
    yield f"{document.file}: {document.known} known deviation{plural}{todo}"
