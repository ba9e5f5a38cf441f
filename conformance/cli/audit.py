"""`planspec audit`: whether the rules explain a recorded history of concurrent clients."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from conformance.cli.common.output import Output
from conformance.cli.options.validation import AuditOptions
from conformance.histories.calls import OutOfOrder
from conformance.histories.contradictions import Contradiction
from conformance.histories.format import read_history
from conformance.histories.judging import JudgedPlan, judged_plans
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis.rounds import Outcome
from conformance.histories.recording import Recording
from conformance.protocol.documents.histories import (
    AuditDocument,
    AuditedCall,
    AuditedContradiction,
    AuditedOrder,
    AuditedPlan,
)
from conformance.protocol.usage import UsageError
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import CODE_OF_VERDICT
from conformance.reports.histories import clause_sentence, verdict_lines
from conformance.reports.history_page import history_page


def run(options: AuditOptions) -> Output:
    """Judge a history."""
    begun = time.monotonic()
    try:
        recording = recorded(options)
        judged = judge(recording, options.steps)
    except OutOfOrder as error:
        raise UsageError(f"{options.history}: {error}") from error
    outcome, seconds = Outcome(), time.monotonic() - begun
    outcome.add(recording, judged)
    edition = recording.history.edition
    found = AuditDocument(**counts_of(outcome, judged, edition, options.history, seconds))
    lines = [*report(found, judged)]
    if options.html is not None:
        page = history_page(
            str(options.history), recording.history, judged, Verdict(found.verdict), lines[-1]
        )
        try:
            options.html.write_text(page, encoding="utf-8")
        except OSError as error:
            expected = "expected a file that can be written: check --html"
            raise UsageError(f"{error}; {expected}") from error
    return Output(CODE_OF_VERDICT[found.verdict], lambda: found, lines)


def recorded(options: AuditOptions) -> Recording:
    """Return the history, or the log as a mapping reads it. Raises `BadHistory`."""
    if options.mapping is None:
        return read_history(options.history)
    from conformance.histories.logs.mapping import read_mapping
    from conformance.histories.logs.reading import read_log

    return read_log(options.history, read_mapping(options.mapping))


def judge(recording: Recording, steps: int) -> list[JudgedPlan]:
    """Return the verdict on each plan, with progress."""
    judged = []
    with progress_of("judging") as note:
        for each in judged_plans(recording, steps):
            judged.append(each)
            note(f"{each.plan}: {each.judgement.verdict}")
    return judged


def counts_of(
    outcome: Outcome, judged: Sequence[JudgedPlan], edition: str, path: Path, seconds: float
) -> dict[str, Any]:
    """Return the fields of the document of a history, or of clients that recorded one."""
    contradictions = [each.contradiction for each in judged if each.contradiction]
    clauses = (clause for each in contradictions for clause in each.clauses)
    return {
        "verdict": outcome.verdict.value,
        "edition": edition,
        "events": outcome.events,
        "operations": outcome.operations,
        "lost": outcome.lost,
        "explained_to": outcome.explained_to,
        "clause": next(clauses, None),
        "history": str(path),
        "plans": [plan_document(each) for each in judged],
        "seconds": seconds,
    }


def plan_document(judged: JudgedPlan) -> AuditedPlan:
    """Return the verdict on one plan."""
    contradiction, unexplained = judged.contradiction, judged.judgement.call
    return AuditedPlan(
        plan=judged.plan,
        verdict=judged.judgement.verdict.value,
        operations=sum(call.operation is not None for call in judged.calls),
        explained_to=judged.judgement.ended,
        unexplained=AuditedCall.model_validate(unexplained) if unexplained else None,
        contradiction=contradiction_document(contradiction) if contradiction else None,
    )


def contradiction_document(found: Contradiction) -> AuditedContradiction:
    """Return what contradicts the rules."""
    places = {call.number: place for place, call in enumerate(found.calls)}
    return AuditedContradiction(
        calls=[AuditedCall.model_validate(call) for call in found.calls],
        others=len(found.others),
        orders=[
            AuditedOrder(
                order=[places[call.number] for call in attempt.order],
                expected=attempt.expected,
                clauses=list(attempt.clauses),
            )
            for attempt in found.attempts
        ],
        orders_are_sample=found.is_sample,
    )


def report(found: AuditDocument, judged: Sequence[JudgedPlan]) -> Iterator[str]:
    """Yield the report, the verdict last."""
    for each in judged:
        yield from verdict_lines(each)
    lost = f", {found.lost:,} of them with an unknown outcome" if found.lost else ""
    counts = f"{found.operations:,} operations{lost}, {found.events:,} events"
    if found.verdict == "contradicted":
        if found.clause:
            yield f"suspected: {clause_sentence(found.clause)}"
        yield f"contradicted: no order of the calls follows the rules of {found.edition} ({counts})"
    elif not found.operations:
        yield f"unknown: the history has no operations ({counts})"
    elif found.verdict == "unknown" and any(each.judgement.call for each in judged):
        yield f"unknown: only operations missing from the log could explain it ({counts})"
    elif found.verdict == "unknown":
        yield f"unknown: the search reached its limit; raise it with --steps ({counts})"
    else:
        yield f"explained: an order of the calls follows the rules of {found.edition} ({counts})"
