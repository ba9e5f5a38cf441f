"""Check a whole history, plan by plan where the rules allow it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.differential.comparator import Comparator
from conformance.differential.divergence import Divergence
from conformance.histories.calls import MILLISECOND, Call, by_plan, calls_of, with_clock_error
from conformance.histories.clocks import ServerTimes, edges_of, leases_shown
from conformance.histories.contradictions import Contradiction, explained
from conformance.histories.linearizability import (
    Search,
    SearchNode,
    SearchResult,
    Times,
    Verdict,
    in_order,
    times_of_client,
)
from conformance.histories.recording import Recording
from conformance.protocol.messages import COMPLETE, Clock, Feature, Observed
from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN
from spec.editions import edition_named
from spec.formats.histories import History, HistoryClock
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.state import State, Step

BUDGET = 1_000_000
"""The most steps of the search about one plan."""


@dataclass(frozen=True, slots=True)
class LeaseViolation:
    """A live lease that was taken over because clocks disagree.

    `remaining` is the least time until its expiry, in milliseconds.
    """

    given: Call
    taken: Call
    step: str
    remaining: int


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """The verdict on the calls about one plan, or about all (`""`)."""

    plan: str
    calls: tuple[Call, ...]
    judgement: SearchResult
    contradiction: Contradiction | None
    taken: tuple[LeaseViolation, ...]


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
        judgement = search.judge(calls, (SearchNode(stored_before(history.state, plan)),))
        contradiction: Contradiction | None = None
        taken: tuple[LeaseViolation, ...] = ()
        if judgement.verdict is Verdict.CONTRADICTED and not is_whole(history):
            # What has no line may explain it.
            judgement = replace(judgement, verdict=Verdict.UNKNOWN)
        elif judgement.verdict is Verdict.CONTRADICTED:
            search.budget = budget
            contradiction = explained(search, calls, judgement)
        elif can_follow_leases(history) and judgement.nodes:
            taken = (*lease_violations(search, calls, judgement.nodes[0], history.state),)
        yield JudgedPlan(plan, tuple(calls), judgement, contradiction, taken)


def can_follow_leases(history: History) -> bool:
    """Return whether leases can be tracked: by the clocks of clients, with nothing left out."""
    return is_whole(history) and history.clock is HistoryClock.CLIENT


def is_whole(history: History) -> bool:
    """Return whether a history has a line for each operation."""
    return not history.unlogged and not history.unlogged_clients


def parts(history: History, calls: list[Call]) -> Iterable[tuple[str, list[Call]]]:
    """Return the parts that can be checked alone: the plans, unless they share ids (PLN-8.2)."""
    per_plan = edition_named(history.edition).has(ARTIFACT_IDS_PER_PLAN)
    return by_plan(calls) if per_plan else [("", calls)]


def stored_before(state: State, plan: str) -> State:
    """Return the part of a state that belongs to one plan, or all of it for `""`."""
    return replace(state, plans=tuple(each for each in state.plans if plan in ("", each.path)))


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


def lease_violations(
    search: Search, calls: Sequence[Call], last: SearchNode, state: State
) -> Iterator[LeaseViolation]:
    """Yield the live leases that were taken over, in one order of the calls."""
    numbered = {call.number: call for call in calls}
    given: dict[str, Call] = {}
    for number, now in ((each.number, each.now) for each in in_order(last)):
        call = numbered[number]
        if call.operation is None:
            continue
        after = search.transition(state, call, now).state
        for step in changed_holders(state, after):
            if step.anchor in given and call.ended is not None:
                yield from violations_by(given[step.anchor], call, step)
        if isinstance(call.operation, Claim | Heartbeat):
            given |= {step.anchor: call for step in leased(state, after)}
        state = after


def violations_by(given: Call, taken: Call, step: Step) -> Iterator[LeaseViolation]:
    """Yield a lease if it was live, in true time, at every possible time of the call."""
    assert isinstance(given.operation, Claim | Heartbeat)
    assert taken.ended is not None
    over = given.began + given.operation.lease * MILLISECOND
    forced = isinstance(taken.operation, Claim) and taken.operation.force
    if taken.ended < over and not forced:
        yield LeaseViolation(given, taken, step.anchor, (over - taken.ended) // MILLISECOND)


def changed_holders(before: State, after: State) -> Iterator[Step]:
    """Yield the steps that went from one holder to another."""
    for old, new in steps_in_both(before, after):
        if None not in (old.claimed_by, new.claimed_by) and old.claimed_by != new.claimed_by:
            yield new


def leased(before: State, after: State) -> Iterator[Step]:
    """Yield the steps whose lease is another."""
    for old, new in steps_in_both(before, after):
        if new.lease_expires_at not in (None, old.lease_expires_at):
            yield new


def steps_in_both(before: State, after: State) -> Iterator[tuple[Step, Step]]:
    """Yield the top-level steps of both states; a substep goes with its parent (CLM-1.3)."""
    old = {(plan.path, step.anchor): step for plan in before.plans for step in plan.steps}
    for plan in after.plans:
        for step in plan.steps:
            if step.parent is None and (plan.path, step.anchor) in old:
                yield old[plan.path, step.anchor], step
