"""What concurrent clients of one store have shown, in prose."""

from collections.abc import Iterator, Sequence

from conformance.histories.judging import JudgedPlan
from conformance.histories.linearizability import Verdict
from conformance.protocol.documents.histories import ClientsDocument
from conformance.reports.histories import clause_sentence, taken_sentence, verdict_lines

MOST_SHOWN = 5
"""The most failures, and leases taken, that are shown."""


def clients_as_text(found: ClientsDocument, remarkable: Sequence[JudgedPlan]) -> Iterator[str]:
    """Yield the report on a run, the verdict last."""
    yield from circumstances_as_text(found)
    taken = [each for judged in remarkable for each in judged.taken]
    yield from (taken_sentence(each) for each in taken[:MOST_SHOWN])
    if taken:
        yield f"{len(taken):,} leases were taken while they were live in true time"
    if found.not_asked:
        yield f"not put to the test, as clients cannot share it: {', '.join(found.not_asked)}"
    yield from some_of("an operation failed, and nothing disturbed it", found.failures)
    for judged in remarkable:
        if judged.judgement.verdict is not Verdict.EXPLAINED:
            yield from verdict_lines(judged)
    if found.clause:
        yield f"suspected: {clause_sentence(found.clause)}"
    yield from (f"when it happened: {line}" for line in found.circumstances)
    if found.repetitions is not None:
        tried, again = found.repetitions.tried, found.repetitions.contradicted
        yield f"it happened again in {again} of {tried} repetitions with the same seed"
    if found.page is not None:
        yield f"calls and orders in pictures: {found.page}"
    yield f"history: {found.history}; judge it again: planspec audit {found.history}"
    yield f"record one like it: {found.command}"
    yield verdict_sentence(found)


def circumstances_as_text(found: ClientsDocument) -> Iterator[str]:
    """Yield who was asked, and how it was disturbed."""
    who = found.implementation
    done = [f"{found.kills:,} kills"] * bool(found.kills)
    done += [f"{found.pauses:,} pauses"] * bool(found.pauses)
    done += [f"clocks up to {found.skew:,} ms apart"] * bool(found.skew)
    disturbed = "".join(f", {each}" for each in done)
    yield f"{who.name} {who.version}: {found.clients} clients of one store{disturbed}"


def some_of(what: str, sentences: Sequence[str]) -> Iterator[str]:
    """Yield the first sentences, and how many more there are."""
    yield from (f"{what}: {sentence}" for sentence in sentences[:MOST_SHOWN])
    if len(sentences) > MOST_SHOWN:
        yield f"{len(sentences) - MOST_SHOWN:,} more such operations"


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
        why = "nothing was asked" if not found.operations else "the search took all its steps"
        return f"unknown: {why} ({counts})"
    return f"explained: an order follows the rules of {found.edition} ({counts})"
