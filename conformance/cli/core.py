"""`planspec conform --profile core`: whether a queue or a tracker keeps what its users rely on."""

import json
import time
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from conformance.cli.common.clients import fast_folder
from conformance.cli.common.output import Output
from conformance.cli.options.validation import ConformOptions
from conformance.kit.core.processes import Program
from conformance.kit.core.profile import CoreProperty, core_properties
from conformance.kit.core.verdicts import CoreRun, Played, judge, verdict_of
from conformance.kit.session import edition_for
from conformance.protocol.documents.core import CoreDocument, CoreFinding, CoreOutcome, CoreVerdict
from conformance.protocol.links import playground_link
from conformance.protocol.toml_text import parse_toml
from conformance.protocol.usage import UsageError
from conformance.reports.console import progress_of
from conformance.reports.core import core_as_junit, core_as_text
from conformance.reports.exit_codes import CODE_OF_VERDICT
from spec.formats.messages import operation_from_json
from spec.vocabulary.operations import Operation

Find = Callable[[Played], CoreFinding]
EXAMPLE = 'expected [[deviation]] with scenario = "ID", reason = "..." and expires = 2027-06-30'


def run(options: ConformOptions) -> Output:
    """Play the scenarios of the profile. Raises `Broken` if the program never begins."""
    program = program_of(options)
    known = known_scenarios(options.deviations)
    begun = time.monotonic()
    with progress_of("playing") as note:
        finished = judge(program, note=note)
    seconds = time.monotonic() - begun
    folder = options.report / "traces" if options.report else options.traces
    find = partial(finding_of, finished=finished, options=options, known=known, folder=folder)
    document = document_of(finished, known, find, seconds)
    if options.report is not None:
        options.report.mkdir(parents=True, exist_ok=True)
        (options.report / "junit.xml").write_text(core_as_junit(document), encoding="utf-8")
        (options.report / "core.json").write_text(
            document.model_dump_json(indent=2), encoding="utf-8"
        )
    return Output(CODE_OF_VERDICT[document.verdict], lambda: document, core_as_text(document))


def program_of(options: ConformOptions) -> Program:
    """Return the program to start. Raises `UsageError` unless it is a command."""
    if not options.command or options.python or options.connect or options.cli:
        raise UsageError(
            "--profile core kills and starts processes; expected '-- COMMAND', an adapter "
            "or such as 'planspec serve impl --store {store}'"
        )
    start, reply = max(options.start_timeout, 90), max(options.timeout, 30)
    return Program(options.command, options.edition, start, reply, folder=fast_folder())


def known_scenarios(file: Path | None) -> Mapping[str, str]:
    """Return the reasons of known deviations by their scenarios. Raises `UsageError`."""
    if file is None:
        return {}
    try:
        entries = parse_toml(file.read_text(encoding="utf-8")).get("deviation", [])
    except (OSError, ValueError) as error:
        raise UsageError(f"--deviations {file}: {error}; {EXAMPLE}") from error
    today, known = datetime.now(UTC).date(), {}
    scenarios = {each.id for found in core_properties() for each in found.scenarios}
    for entry in entries:
        scenario, reason, expires = (entry.get(key) for key in ("scenario", "reason", "expires"))
        if scenario not in scenarios or not reason or not isinstance(expires, date):
            raise UsageError(f"--deviations {file}: found {entry}; {EXAMPLE}")
        if expires >= today:
            known[scenario] = reason
    return known


def document_of(
    finished: CoreRun, known: Mapping[str, str], find: Find, seconds: float
) -> CoreDocument:
    """Return the document of a run."""
    properties = [property_of(each, finished, find) for each in core_properties()]
    findings = {each.scenario for found in properties for each in found.findings}
    stale = sorted(set(known) - findings)
    problem = next((str(each.broken) for each in finished.played if each.broken), None)
    return CoreDocument(
        implementation=finished.greeting.identity,
        verdict=overall(properties, stale, problem),
        offers=dict(finished.greeting.offers),
        places=dict(finished.greeting.places),
        properties=properties,
        stale_deviations=stale,
        problem=problem,
        seconds=seconds,
    )


def overall(properties: list[CoreVerdict], stale: list[str], problem: str | None) -> CoreOutcome:
    """Return the verdict of a run: nothing conforms of which something offered was not tested."""
    if stale or any(each.known is None for found in properties for each in found.findings):
        return "fail"
    if problem:
        return "broken"
    if any(each.verdict == "not tested" or each.untested for each in properties):
        return "unknown"
    return "unknown" if {each.verdict for each in properties} == {"not offered"} else "pass"


def property_of(about: CoreProperty, finished: CoreRun, find: Find) -> CoreVerdict:
    """Return the verdict of a property, with a finding for each scenario that shows a fault."""
    played = finished.of(about)
    tried = [each for each in played if each.verdict in ("holds", "violated")]
    # Alone rather than apart, if both do.
    shown = {each.scenario.id: each for each in reversed(played) if each.verdict == "violated"}
    findings = [find(each) for each in reversed(shown.values())]
    return CoreVerdict(
        id=about.id,
        title=about.title,
        clauses=list(about.clauses),
        verdict=verdict_of(played),
        tried=len(tried),
        scenarios=len({each.scenario.id for each in tried}),
        documented=findings[0].documented
        if findings and all(each.documented for each in findings)
        else None,
        trace=findings[0].trace if findings else None,
        findings=findings,
        left_out={
            each.scenario.id: f"{each.verdict}: {each.why}"
            for each in played
            if each.verdict.startswith("not")
        },
    )


def finding_of(
    played: Played,
    finished: CoreRun,
    options: ConformOptions,
    known: Mapping[str, str],
    folder: Path,
) -> CoreFinding:
    """Return a finding, whose trace is saved; the playground plays it if it is about plans."""
    edition = edition_for(finished.greeting.identity, options.edition)
    announced = finished.greeting.documented
    path = folder / f"core-{played.scenario.id}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        {"line": each.line, "messages": [list(pair) for pair in each.messages]}
        for each in played.trace
    ]
    path.write_text(json.dumps({"scenario": played.scenario.id, "play": lines}, indent=1) + "\n")
    return CoreFinding(
        scenario=played.scenario.id,
        fault=played.scenario.fault_at(played.line),
        apart=played.apart,
        line=played.line,
        steps=[each.line for each in played.trace],
        expected=played.expected,
        observed=played.observed,
        trace=str(path),
        documented=announced.get(played.scenario.id) or announced.get(played.scenario.promise),
        known=known.get(played.scenario.id),
        link=playground_link(options.site, operations_in(played), edition),
    )


def operations_in(played: Played) -> list[Operation]:
    """Return the operations of a trace; none if the program has words of its own."""
    asked = (dict(request) for each in played.trace for request, _ in each.messages)
    try:
        return [operation_from_json(each) for each in asked if each.pop("request") == "op"]
    except ValueError:
        return []
