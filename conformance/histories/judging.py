"""Check a whole history, plan by plan where the rules allow it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.differential.comparator import Comparator
from conformance.differential.divergence import Divergence
from conformance.histories.calls import Call, by_plan, calls_of, with_clock_error
from conformance.histories.clocks import ServerTimes, edges_of, leases_shown
from conformance.histories.contradictions import Contradiction, explained
from conformance.histories.linearizability import (
    Search,
    SearchNode,
    SearchResult,
    Times,
    Verdict,
    times_of_client,
)
from conformance.histories.recording import Recording
from conformance.protocol.messages import COMPLETE, Clock, Feature, Observed
from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN
from spec.editions import edition_named
from spec.formats.histories import History, HistoryClock

BUDGET = 1_000_000
"""The most steps of the search about one plan."""


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """The verdict on the calls about one plan, or about all (`""`)."""

    plan: str
    calls: tuple[Call, ...]
    judgement: SearchResult
    contradiction: Contradiction | None


@dataclass(frozen=True, slots=True)
class KnownDeviations:
    """How a program is known to deviate: its answers, and the fields that it stores otherwise."""

    expects: Callable[[Divergence], bool]
    fields: frozenset[str]


def judged_plans(
    recording: Recording, budget: int = BUDGET, known: KnownDeviations | None = None
) -> Iterator[JudgedPlan]:
    """Yield the verdict on each plan of a history, but for known deviations."""
    history = recording.history
    told = with_clock_error(
        calls_of(recording.events, partial=history.partial), history.uncertainty
    )
    for plan, calls in parts(history, told):
        search = search_of(history, calls, budget, known)
        before = tuple(each for each in history.state.plans if plan in ("", each.path))
        first = SearchNode(replace(history.state, plans=before))
        judgement = search.judge(calls, (first,))
        contradiction: Contradiction | None = None
        is_whole = not history.unlogged and not history.unlogged_clients
        if judgement.verdict is Verdict.CONTRADICTED and not is_whole:
            # What has no line may explain it.
            judgement = replace(judgement, verdict=Verdict.UNKNOWN)
        elif judgement.verdict is Verdict.CONTRADICTED:
            search.budget = budget
            contradiction = explained(search, calls, judgement)
        yield JudgedPlan(plan, tuple(calls), judgement, contradiction)


def parts(history: History, calls: list[Call]) -> Iterable[tuple[str, list[Call]]]:
    """Return the parts that can be checked alone: the plans, unless they share ids (PLN-8.2)."""
    per_plan = edition_named(history.edition).has(ARTIFACT_IDS_PER_PLAN)
    return by_plan(calls) if per_plan else [("", calls)]


def search_of(
    history: History, calls: Sequence[Call], budget: int, known: KnownDeviations | None = None
) -> Search:
    """Return the search for an order of calls, with the clock on which leases depend."""
    edition = edition_named(history.edition)
    observed = Observed.PARTIAL if history.partial else Observed.FULL
    identity = replace(COMPLETE, observe=observed, without=tuple(map(Feature, history.without)))
    times: Times = times_of_client
    if history.clock is HistoryClock.SERVER:
        times = ServerTimes(history, leases_shown(calls), edges_of(history, calls))
        identity = replace(identity, clock=Clock.OFFSET)
    comparator = Comparator(identity, edition, ignored=known.fields if known else frozenset())
    return Search(comparator, edition, times, budget, known.expects if known else None)
