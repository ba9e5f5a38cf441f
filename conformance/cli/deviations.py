"""The `deviations update` command: writes what a run finds as known deviations."""

import argparse
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import chain, count
from pathlib import Path

from conformance.adapters.connections import Broken
from conformance.cli.conform import ConformRun, record_file, validate
from conformance.cli.main import AGREES, BROKEN, UsageError
from conformance.cli.opening import print_broken
from conformance.kit.attribution import covers
from conformance.kit.deviations import (
    TO_BE_WRITTEN,
    Deviation,
    DeviationError,
    Witnessed,
    read_deviations,
    written,
)
from conformance.kit.finding import ConformanceFinding
from conformance.protocol.traces import Trace, TraceError, read_trace, write_trace

LIFETIME = timedelta(days=90)
"""How long a new deviation is known."""


def update(options: argparse.Namespace) -> int:
    """Validate an implementation, write the file, and give the exit code."""
    file: Path = options.deviations
    try:
        before = read_deviations(file) if file.exists() else ()
    except DeviationError as error:
        raise UsageError(str(error)) from error
    options.report = None
    try:
        with record_file(None) as record:
            run = validate(options, tuple(readable(file, before)), record)
    except Broken as broken:
        print_broken(broken)
        return BROKEN
    today = datetime.now(UTC).date()
    deviations: list[Deviation] = []
    for rule, finding in run.attributed:
        if finding.divergence.kind != "error":
            for witness in needed_witnesses((finding, *finding.also)):
                taken = {each.witness for each in (*before, *deviations)}
                deviations.append(deviation_of(rule, witness, file, today, taken))
    # What could not be asked this time may still deviate.
    kept = [each for each in before if is_unjudged(run, each)]
    file.parent.mkdir(parents=True, exist_ok=True)
    name = run.validation.system.identity.name
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


def is_unjudged(run: ConformRun, deviation: Deviation) -> bool:
    """Tell whether the witness of a deviation could not be asked."""
    return any(witness.deviation == deviation for witness in run.validation.not_tried)


def needed_witnesses(findings: Sequence[ConformanceFinding]) -> list[ConformanceFinding]:
    """List the findings that are needed to expect all of them, those that are known first."""
    needed: list[ConformanceFinding] = []
    for finding in sorted(findings, key=lambda each: each.witnessed is None):
        if finding.witnessed is not None or not any(covers(each, finding) for each in needed):
            needed.append(finding)
    return needed


def deviation_of(
    rule: str, finding: ConformanceFinding, file: Path, today: date, taken: Container[str]
) -> Deviation:
    """Give the entry of a finding: the one it had, or a new one with a witness of its own."""
    if finding.witnessed is not None:
        return finding.witnessed
    name = f"deviations/{rule}-{finding.divergence.decision.operation}"
    names = chain([f"{name}.json"], (f"{name}-{number}.json" for number in count(2)))
    place = next(each for each in names if each not in taken)
    shows = f"{finding.divergence.kind}: {'; '.join(finding.divergence.differences)}"
    write_trace(file.parent / place, Trace(finding.operations, shows=shows))
    return Deviation(rule, TO_BE_WRITTEN, today + LIFETIME, place)


def report(
    run: ConformRun, file: Path, before: tuple[Deviation, ...], after: list[Deviation]
) -> None:
    """Tell what has changed in the file, and what is left to do."""
    for deviation in after:
        if deviation not in before:
            print(f"new: {deviation.rule}, shown by {deviation.witness}")
    for deviation in before:
        if deviation not in after:
            print(f"gone: {deviation.rule}, it conforms now on {deviation.witness}")
    if run.validation.broken:
        print_broken(run.validation.broken)
    unaccepted = sum(not each.accepted for each in after)
    todo = f"; write the reason of {unaccepted} before it is accepted" if unaccepted else ""
    print(f"{file}: {len(after)} known deviation{'s' * (len(after) != 1)}{todo}")
