"""`planspec conform --clients`: whether the rules explain what concurrent clients observe."""

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

from conformance.adapters.connections import Broken
from conformance.adapters.in_process import kept_apart
from conformance.cli.audit import counts_of
from conformance.cli.common.clients import new_store, require_possible
from conformance.cli.common.effort import areas_of, limits_of, offered_by, witnesses_of
from conformance.cli.common.opening import target_of
from conformance.cli.common.output import Output
from conformance.cli.options.validation import ConformOptions
from conformance.differential.divergence import Divergence
from conformance.histories.format import line_of
from conformance.histories.judging import KnownDeviations
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis.clients import Client
from conformance.histories.nemesis.disturbing import Conditions
from conformance.histories.nemesis.recording import Recorder
from conformance.histories.nemesis.rounds import Outcome, judge_rounds
from conformance.kit.attribution import expects_answer
from conformance.kit.finding import Finding
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.known_deviations import replay_deviations
from conformance.protocol.documents.histories import ClientsDocument, Repetitions
from conformance.reports.clients import clients_as_text
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import BROKEN, CODE_OF_VERDICT
from conformance.reports.history_page import history_page
from spec.formats.histories import Event, History
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Reconcile

KILLS = 0.4
"""The probability that a client is killed in a contest."""
KILLS_OF_PROCESSES = 0.8
"""The same if every operation is a process, where a kill costs no more than a normal end."""
PAUSES = 0.9
"""The probability that a client is stopped for a while in a contest, if none is killed."""
REPETITIONS = 4
"""How often a contradicted run is repeated."""
NOT_BY_PROCESSES = (Commit, Reconcile)
"""Operations for which the adapter of a command line changes what other clients see of git."""


def run(options: ConformOptions) -> Output:
    """Run clients at the same time, and judge what they saw. Raises `Broken`."""
    begun = time.monotonic()
    require_possible(options)
    path = options.traces / f"clients-{options.seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("w", encoding="utf-8", buffering=1) as file:
            recorder, outcome = recorded(
                options, limits_of(options), lambda line: file.write(line_of(line))
            )
    except (Broken, KeyboardInterrupt):
        print(f"planspec: what was seen until then is in {path}", file=sys.stderr)
        raise
    document = document_of(options, recorder, outcome, path, time.monotonic() - begun)
    lines = [*clients_as_text(document, outcome.remarkable)]
    if document.page is not None:
        judged, history = outcome.remarkable, recorder.history
        page = history_page(str(path), history, judged, outcome.verdict, lines[-1])
        Path(document.page).write_text(page, encoding="utf-8")
    failed = outcome.verdict is Verdict.EXPLAINED and document.failures
    return Output(BROKEN if failed else CODE_OF_VERDICT[outcome.verdict], lambda: document, lines)


def recorded(
    options: ConformOptions, limits: RunLimits, sink: Callable[[History | Event], object]
) -> tuple[Recorder, Outcome]:
    """Return a finished recorder and its verdict. `sink` gets every line of the history."""
    known = known_deviations(options, limits) if options.deviations is not None else None
    kills = KILLS_OF_PROCESSES if options.cli else KILLS
    conditions = Conditions(
        seed=options.seed,
        kills=kills * options.kill,
        pauses=PAUSES * options.pause,
        areas=areas_of(frozenset(options.area)),
        excluded=NOT_BY_PROCESSES if options.cli else (),
        has_files=not options.cli,
    )
    numbers = range(1, options.clients + 1)
    with (
        new_store(options) as opened,
        kept_apart("a client"),  # what clients print goes to standard error
        Recorder([Client(f"client-{n}", opened) for n in numbers], conditions, sink) as recorder,
        progress_of("recording") as note,
    ):
        sink(recorder.history)
        outcome = judge_rounds(recorder, limits.operations, limits.out_of_time, note, known)
    return recorder, outcome


def known_deviations(options: ConformOptions, limits: RunLimits) -> KnownDeviations:
    """Return how the program is known to deviate, as one client shows it by the witnesses."""
    with new_store(options) as opened, kept_apart("a client"):
        system = opened()
        capabilities = offered_by(system, frozenset(options.area))
        session = Session(system, capabilities, witnesses=witnesses_of(options))
        shown = [*replay_deviations(session, (), limits)]
        system.close()
    found = [each for each in shown if isinstance(each, Finding) and each.witnessed is not None]
    divergences = [each.divergence for each in found]
    fields = frozenset(
        difference.field
        for each in divergences
        for difference in each.differences
        if each.is_stored(difference)
    )

    def expects(divergence: Divergence) -> bool:
        return any(expects_answer(each, divergence) for each in divergences)

    return KnownDeviations(expects, fields)


def repeated(options: ConformOptions, operations: int) -> Repetitions:
    """Return how often the same clients with the same seed contradict the rules again."""
    contradicted = 0
    for _ in range(REPETITIONS):
        limits = RunLimits(options.seed, options.budget, operations)
        _, outcome = recorded(options, limits, lambda _: None)
        contradicted += outcome.verdict is Verdict.CONTRADICTED
    return Repetitions(tried=REPETITIONS, contradicted=contradicted)


def document_of(
    options: ConformOptions, recorder: Recorder, outcome: Outcome, path: Path, seconds: float
) -> ClientsDocument:
    """Return the document of a run."""
    sessions = recorder.sessions
    again = outcome.verdict is Verdict.CONTRADICTED
    return ClientsDocument(
        **counts_of(outcome, outcome.remarkable, recorder.edition.name, path, seconds),
        implementation=recorder.capabilities.identity,
        clients=options.clients,
        seed=options.seed,
        accepted=outcome.accepted,
        kills=sum(each.kills for each in sessions),
        pauses=sum(each.pauses for each in sessions),
        failures=[why for each in sessions for why in each.failures],
        plans_judged=outcome.plans,
        not_asked=recorder.never_sent,
        declined=recorder.declined,
        interrupted=outcome.interrupted,
        command=command_of(options, outcome.operations),
        repetitions=repeated(options, outcome.operations) if again else None,
        page=str(path.with_suffix(".html")) if again else None,
    )


def command_of(options: ConformOptions, operations: int) -> str:
    """Return the command that records such a history again."""
    words = ["planspec", "conform", "--clients", str(options.clients)]
    words += ["--kill"] * options.kill + ["--pause"] * options.pause
    words += ["--seed", str(options.seed), "--operations", str(operations)]
    words += [word for area in options.area for word in ("--area", area)]
    words += ["--deviations", str(options.deviations)] if options.deviations else []
    words += ["--edition", options.edition] if options.edition else []
    target = target_of(options)
    return shlex.join([*words, *target.options, *target.words])
