"""Render the verdict on a history."""

from collections.abc import Iterator, Sequence

from conformance.histories.attempts import TriedOrder
from conformance.histories.calls import MILLISECOND, Call
from conformance.histories.contradictions import Contradiction
from conformance.histories.judging import JudgedPlan
from conformance.reports.words.sentences import reply_sentence, request_sentence
from spec.catalog import clause as clause_named
from spec.formats.messages import operation_to_json

MOST_CLAUSES = 6
"""The most clauses that are shown of an answer."""
SAMPLE = "there are many orders; that in which the calls ended"
"""The order that is shown where there are too many to show all."""


def verdict_lines(judged: JudgedPlan) -> Iterator[str]:
    """Yield what became of the calls about a plan."""
    operations = sum(call.operation is not None for call in judged.calls)
    where = judged.plan or "all plans"
    yield f"{where}: {judged.judgement.verdict}, {operations:,} operations"
    unexplained = judged.judgement.call
    if judged.contradiction is None and unexplained is not None:
        yield f"  after {judged.judgement.ended:,} replies, no tried order explains"
        yield f"    {call_line(unexplained, unexplained.began)}"
    if judged.contradiction is not None:
        yield from contradiction_lines(judged.contradiction)


def contradiction_lines(found: Contradiction) -> Iterator[str]:
    """Yield the calls that cannot be ordered, then what is wrong with each order."""
    first = min(call.began for call in found.calls)
    yield f"  {contradiction_title(found)}:"
    for number, call in enumerate(found.calls, start=1):
        yield f"    {number}. {call_line(call, first)}"
    yield from (f"  {sentence}" for sentence in overlap_sentences(found))
    if found.is_sample:
        yield f"  {SAMPLE}:"
    for attempt in found.attempts:
        order, failure = order_of(attempt, found.calls), failure_sentence(attempt, found.calls)
        yield f"  {order}: {failure}, by {' '.join(attempt.clauses[:MOST_CLAUSES])}"


def contradiction_title(found: Contradiction) -> str:
    """Return how many calls contradict the rules."""
    if len(found.calls) == 1:
        return "one call cannot have this reply, whatever came before"
    return f"no order explains these {len(found.calls)} calls"


def overlap_sentences(found: Contradiction) -> Iterator[str]:
    """Yield which calls overlapped, so that their order is open, and the number of others."""
    numbered = list(enumerate(found.calls, start=1))
    for place, (number, call) in enumerate(numbered):
        others = [str(other) for other, each in numbered[place + 1 :] if overlap(call, each)]
        if others:
            yield f"{number} overlapped {' and '.join(others)}: either may have come first"
    if found.others:
        count = "another call" if len(found.others) == 1 else f"{len(found.others)} other calls"
        yield f"{count} at that time cannot explain it"


def overlap(one: Call, other: Call) -> bool:
    """Return whether calls overlapped, and so can have taken effect in either order."""
    return (one.ended is None or other.began <= one.ended) and (
        other.ended is None or one.began <= other.ended
    )


def milliseconds(nanoseconds: int) -> str:
    """Return a duration in milliseconds, to the microsecond."""
    return f"{nanoseconds / MILLISECOND:,.3f}"


def call_line(call: Call, first: int) -> str:
    """Return a call with its process and interval, in milliseconds after the first one began."""
    ended = "…" if call.ended is None else milliseconds(call.ended - first)
    when = f"{call.process} from {milliseconds(call.began - first)} to {ended} ms"
    asked = "observed"
    if call.operation is not None:
        asked = request_sentence(operation_to_json(call.operation))
    return f"{when}: {asked} → {seen(call)}"


def seen(call: Call) -> str:
    """Return what a call was answered."""
    return reply_sentence(call.reply) if call.reply else "unknown"


def order_of(attempt: TriedOrder, calls: Sequence[Call]) -> str:
    """Return an order by the numbers of its calls."""
    places = {call.number: str(place) for place, call in enumerate(calls, start=1)}
    return ", then ".join(places[call.number] for call in attempt.order)


def failure_sentence(attempt: TriedOrder, calls: Sequence[Call]) -> str:
    """Return what the rules say at the end of an order."""
    if attempt.failing.operation is None:
        return "the stored state differs then"
    number = next(n for n, call in enumerate(calls, 1) if call.number == attempt.failing.number)
    return f"the rules answer {number} with: {reply_sentence(attempt.expected)}"


def clause_sentence(identifier: str) -> str:
    """Return a clause with its text."""
    return f"{identifier} {clause_named(identifier).text}"
