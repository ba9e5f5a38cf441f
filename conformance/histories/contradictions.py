"""Contradictions in a history: the few calls that cannot be ordered, and why."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.histories.attempts import MOST_CALLS, TriedOrder, attempts
from conformance.histories.calls import Call, boundaries
from conformance.histories.linearizability import (
    QuiescentPoint,
    Search,
    SearchNode,
    SearchResult,
    Verdict,
)

MOST_REDUCING, SHARES = 200_000, 40
"""The most steps that reducing may take, and how many attempts may use them up."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Calls whose replies no order explains, whatever became of the others.

    `call` is the one whose reply ends the longest prefix that is explained. `others` overlapped
    with the calls or came between: they were rejected, or their replies make no difference.
    """

    call: Call
    calls: tuple[Call, ...]
    others: tuple[Call, ...]
    attempts: tuple[TriedOrder, ...]

    @property
    def is_sample(self) -> bool:
        """Whether there are more orders than were tried."""
        return len(self.calls) > MOST_CALLS

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the orders break, those that most of them break first."""
        counted = Counter(clause for attempt in self.attempts for clause in attempt.clauses)
        return tuple(clause for clause, _ in counted.most_common())


def explained(search: Search, calls: Sequence[Call], judgement: SearchResult) -> Contradiction:
    """Reduce what is judged as `contradicted` to the calls that are needed, and explain it."""
    assert judgement.call is not None
    assert judgement.quiet is not None
    quiet = judgement.quiet
    window = [*quiet.open, *since(calls, quiet, judgement.call)]
    reduced = reduce(search, window, quiet.nodes, judgement.call)
    needed = tuple(call for call in reduced if call.is_certain)
    others = tuple(call for call in window if call.number not in {each.number for each in needed})
    orders = attempts(search, needed, beginning(search, window, needed, quiet))
    return Contradiction(judgement.call, needed, others, (*orders,))


def beginning(
    search: Search, window: Sequence[Call], needed: Sequence[Call], quiet: QuiescentPoint
) -> SearchNode:
    """Return the node in which the first of the needed calls began, after other calls."""
    first = min(call.began for call in needed)
    before = [call for call in window if call.ended is not None and call.ended < first]
    search.budget = MOST_REDUCING
    judgement = search.judge(before, quiet.nodes)
    return (judgement.nodes or quiet.nodes)[0]


def since(calls: Sequence[Call], quiet: QuiescentPoint, last: Call) -> Iterator[Call]:
    """Yield the calls after a quiescent point, up to the end of those that overlap one.

    Calls that end later may take effect or not.
    """
    overlapping = [call for call in calls if last.ended and call.began <= last.ended]
    until = max(call.ended for call in overlapping if call.ended is not None)
    count = 0
    for moment, is_end, call in boundaries(calls):
        count += is_end
        if count >= quiet.ended and not is_end and moment <= until and call not in quiet.open:
            ends_later = call.ended is not None and call.ended > until
            yield replace(call, ended=None) if ends_later else call


def reduce(
    search: Search, window: Sequence[Call], nodes: tuple[SearchNode, ...], blamed: Call
) -> list[Call]:
    """Return the calls, with the replies forgotten that are not needed for the contradiction.

    If too many are left, rejected calls are removed first, except the failing one. Unknown outcomes
    multiply the possibilities, so each attempt has a limited share of the budget.
    """
    search.budget = min(search.budget, MOST_REDUCING)
    calls = weakened(search, window, nodes, without_replies)
    if sum(call.is_certain for call in calls) <= MOST_CALLS:
        return calls
    search.budget = MOST_REDUCING

    def without_rejections(calls: Sequence[Call]) -> list[Call]:
        return [each for each in calls if each.number == blamed.number or each.may_change]

    fewer = weakened(search, window, nodes, without_rejections)
    return weakened(search, fewer, nodes, without_replies)


def weakened(
    search: Search,
    window: Sequence[Call],
    nodes: tuple[SearchNode, ...],
    weaker: Callable[[Sequence[Call]], list[Call]],
) -> list[Call]:
    """Return calls that still contradict the rules, with as many as possible weakened.

    First many are weakened at once, then half as many, until each was tried alone (delta
    debugging).
    """
    calls, size = list(window), len(window)
    while size > 0:
        place = 0
        while place < len(calls):
            before, after = calls[:place], calls[place + size :]
            tried_calls = [*before, *weaker(calls[place : place + size]), *after]
            removed = len(calls) - len(tried_calls)
            if tried_calls != calls and is_contradicted(search, tried_calls, nodes):
                calls, place = tried_calls, place - removed
            place += size
        size //= 2
    return calls


def without_replies(calls: Sequence[Call]) -> list[Call]:
    """Return the calls with unknown outcomes: any of them may have had no effect."""
    return [replace(call, reply=None) for call in calls]


def is_contradicted(search: Search, calls: Sequence[Call], nodes: tuple[SearchNode, ...]) -> bool:
    """Return whether calls are found contradictory within a share of the steps."""
    share = min(MOST_REDUCING // SHARES, search.budget)
    attempt = replace(search, budget=share)
    verdict = attempt.judge(calls, nodes).verdict
    search.budget -= share - max(attempt.budget, 0)
    return verdict is Verdict.CONTRADICTED
