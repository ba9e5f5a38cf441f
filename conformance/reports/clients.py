"""Render the verdict on concurrent clients of one store."""

from collections.abc import Iterator, Sequence

from conformance.histories.judging import JudgedPlan
from conformance.histories.linearizability import Verdict
from conformance.protocol.documents.histories import ClientsDocument
from conformance.reports.histories import clause_sentence, verdict_lines

MOST_SHOWN = 5
"""The most failures that are shown."""


def clients_as_text(found: ClientsDocument, remarkable: Sequence[JudgedPlan]) -> Iterator[str]:
    """Yield the report on a run, the verdict last."""
    yield from run_as_text(found)
    for sentence in found.failures[:MOST_SHOWN]:
        yield f"an operation failed without a disturbance: {sentence}"
    if len(found.failures) > MOST_SHOWN:
        yield f"{len(found.failures) - MOST_SHOWN:,} more such operations"
    for judged in remarkable:
        if judged.judgement.verdict is not Verdict.EXPLAINED:
            yield from verdict_lines(judged)
    if found.clause:
        yield f"suspected: {clause_sentence(found.clause)}"
    if found.repetitions is not None:
        tried, again = found.repetitions.tried, found.repetitions.contradicted
        yield f"reproduced in {again} of {tried} repetitions with the same seed"
    if found.page is not None:
        yield f"page with a timeline: {found.page}"
    yield f"history: {found.history}; check it again: planspec audit {found.history}"
    yield f"record another one:  {found.command}"
    yield verdict_sentence(found)


def run_as_text(found: ClientsDocument) -> Iterator[str]:
    """Yield the system, and the number of clients and disturbances."""
    who = found.implementation
    disturbed = f", {found.kills:,} kills" if found.kills else ""
    disturbed += f", {found.pauses:,} pauses" if found.pauses else ""
    if found.not_asked:
        yield f"never sent, so not tested: {', '.join(found.not_asked)}"
    if found.declined:
        counts = (f"{name} {count:,} times" for name, count in found.declined.items())
        yield f"declined: {', '.join(counts)}"
    yield f"{who.name} {who.version}: {found.clients} clients of one store{disturbed}"
    if found.interrupted:
        yield "interrupted: what was recorded until then is judged"


def verdict_sentence(found: ClientsDocument) -> str:
    """Return the verdict with the counts."""
    lost = f", {found.lost:,} with an unknown outcome" if found.lost else ""
    counts = (
        f"{found.operations:,} operations on {found.plans_judged:,} plans, "
        f"{found.accepted:,} accepted{lost}, seed {found.seed}"
    )
    if found.verdict == "contradicted":
        return f"contradicted: no order follows the rules of {found.edition} ({counts})"
    if found.verdict == "unknown":
        why = "no operation was sent" if not found.operations else "the search reached its limit"
        return f"unknown: {why} ({counts})"
    return f"explained: an order follows the rules of {found.edition} ({counts})"
