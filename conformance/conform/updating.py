"""The `deviations update` command: writes what a run finds as known deviations."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from conformance.command import AGREES, BROKEN
from conformance.conform.command import Run, record_file, validate
from conformance.conform.deviations import (
    TO_BE_WRITTEN,
    Deviation,
    Witnessed,
    read_deviations,
    written,
)
from conformance.conform.finding import Finding
from conformance.protocol.connections import Broken
from conformance.protocol.opening import tell_broken
from conformance.traces import Trace, TraceError, read_trace, write_trace

LIFETIME = timedelta(days=90)
"""How long a new deviation is known."""


def update(options: argparse.Namespace) -> int:
    """Validate an implementation, write the file, and give the exit code."""
    file: Path = options.deviations
    before = read_deviations(file) if file.exists() else ()
    options.report = None
    try:
        with record_file(None) as record:
            run = validate(options, tuple(readable(file, before)), record)
    except Broken as broken:
        tell_broken(broken)
        return BROKEN
    today = datetime.now(UTC).date()
    deviations = [
        deviation_of(rule, finding, file, today)
        for rule, finding in run.laid
        if finding.difference.kind != "error"
    ]
    # What could not be asked this time may still deviate.
    kept = [each for each in before if is_unjudged(run, each)]
    file.parent.mkdir(parents=True, exist_ok=True)
    name = run.validation.subject.identity.name
    file.write_text(written([*deviations, *kept], name), encoding="utf-8")
    report(run, file, before, [*deviations, *kept])
    return BROKEN if run.validation.broken else AGREES


def readable(file: Path, deviations: Iterable[Deviation]) -> Iterator[Witnessed]:
    """Read the witnesses that are there; what has none is found again or is gone."""
    for deviation in deviations:
        try:
            yield Witnessed(deviation, read_trace(file.parent / deviation.witness))
        except TraceError as error:
            print(f"planspec: {error}; the deviation is looked for anew", file=sys.stderr)


def is_unjudged(run: Run, deviation: Deviation) -> bool:
    """Tell whether the witness of a deviation could not be asked."""
    return any(witness.deviation == deviation for witness in run.validation.not_tried)


def deviation_of(rule: str, finding: Finding, file: Path, today: date) -> Deviation:
    """Give the entry of a finding: the one it had, or a new one with its witness."""
    for each in (finding, *finding.also):
        if each.witnessed is not None:
            return each.witnessed
    place = Path("deviations") / f"{rule}-{finding.difference.signature.operation}.json"
    shows = f"{finding.difference.kind}: {'; '.join(finding.difference.lines)}"
    write_trace(file.parent / place, Trace(finding.operations, shows=shows))
    return Deviation(rule, TO_BE_WRITTEN, today + LIFETIME, str(place))


def report(run: Run, file: Path, before: tuple[Deviation, ...], after: list[Deviation]) -> None:
    """Tell what has changed in the file, and what is left to do."""
    for deviation in after:
        if deviation not in before:
            print(f"new: {deviation.rule}, shown by {deviation.witness}")
    for deviation in before:
        if deviation not in after:
            print(f"gone: {deviation.rule}, it conforms now on {deviation.witness}")
    if run.validation.broken:
        tell_broken(run.validation.broken)
    unaccepted = sum(not each.accepted for each in after)
    todo = f"; write the reason of {unaccepted} before it is accepted" if unaccepted else ""
    print(f"{file}: {len(after)} known deviation{'s' * (len(after) != 1)}{todo}")
