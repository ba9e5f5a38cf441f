"""Whether some order of overlapping calls follows the rules (linearizability).

The search walks along the ends of the calls (Wing and Gong), from node to node: a possible state,
and the open calls that have taken effect. Calls take effect only when one of them has to, at its
end; a visited node is not followed again (Lowe). Depth comes first, but where no way leads on, few
other choices some ends before are tried sooner than many at the last: whoever was killed leaves
calls open that may have taken effect at any time, and their combinations have no end.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from conformance.adapters.features import adapted, claiming, sweeps
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence
from conformance.histories.calls import Call, End, ends_of
from conformance.protocol.messages import Feature, Observed
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.formats.messages import outcome_to_json
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.state import State


class Verdict(StrEnum):
    """The result of the search for an order."""

    EXPLAINED = "explained"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


def verdict_of(verdicts: Collection[Verdict], operations: int) -> Verdict:
    """Return the verdict on the whole; nothing is explained by a history without operations."""
    if Verdict.CONTRADICTED in verdicts:
        return Verdict.CONTRADICTED
    return Verdict.UNKNOWN if Verdict.UNKNOWN in verdicts or not operations else Verdict.EXPLAINED


class EffectOrder(NamedTuple):
    """The calls that took effect, the last first, each with the time of the clock that decides."""

    before: "EffectOrder | None"
    number: int
    now: int


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A possible state at some moment, and the open calls that took effect.

    `now` is the latest time at which one did, in milliseconds of a server's clock, or 0. `order` is
    one way that leads here.
    """

    state: State
    effective: frozenset[int] = frozenset()
    now: int = 0
    order: EffectOrder | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The verdict on calls about one plan.

    `ended` counts the ends of calls that are explained. `nodes` are what is possible after
    them; of a contradiction, `call` is the one whose end no order explains, and `quiet` are the
    nodes when nobody waited for an answer last.
    """

    verdict: Verdict
    ended: int
    nodes: tuple[SearchNode, ...]
    call: Call | None = None
    quiet: "QuiescentPoint | None" = None


@dataclass(frozen=True, slots=True)
class QuiescentPoint:
    """A moment at which no call waits for a reply. `open` are calls that may yet take effect."""

    nodes: tuple[SearchNode, ...]
    open: tuple[Call, ...]
    ended: int


class OutOfBudget(Exception):
    """The search reached its limit of steps."""


FREE = frozenset({Feature.CHOICE, Feature.ORDER})
"""The features without which any claimable step may be the one that a claim takes."""
NOT_ALIKE = Difference((), {"reply": "ok"}, {"reply": "ok"})
"""What differs between two answers that are not even of a kind."""

PLACES_PER_CHANGE = 16
"""After how many ends another choice there is tried as soon as two other choices at the last."""


class Branch(NamedTuple):
    """What may follow a node, with the choices on the way to it that were not the first ones."""

    cost: float
    number: int
    nodes: Iterator[tuple[int, SearchNode]]
    changes: int = 0
    is_later: bool = False

    def later(self) -> "Branch":
        """Return what is left of it, which is not the first choice."""
        if self.is_later:
            return self
        return self._replace(cost=self.cost + 1, changes=self.changes + 1, is_later=True)


Times = Callable[[SearchNode, Call, int], Iterable[int]]
"""When a call may take effect: in a node, until a time of the events in nanoseconds."""


def times_of_client(_: SearchNode, call: Call, __: int) -> tuple[int, ...]:
    """Return the time that the client gave."""
    return (call.operation.now if call.operation else 0,)


@dataclass
class Search:
    """A search for an order. `budget` is the number of steps that it may still take.

    `known` says whether a divergence is a known deviation.
    """

    comparator: Comparator = field(default_factory=Comparator)
    edition: Edition = CURRENT
    times: Times = times_of_client
    budget: int = 1_000_000
    known: Callable[[Divergence], bool] | None = None

    def judge(self, calls: Sequence[Call], initial: Iterable[SearchNode]) -> SearchResult:
        """Return whether an order of calls explains their replies, from one of some nodes."""
        ends, furthest = ends_of(calls), 0
        seen: dict[tuple[int, SearchNode], None] = {}
        numbers = count()
        first = iter([(0, node) for node in initial])
        waiting = [Branch(0.0, next(numbers), first)]
        try:
            while waiting:
                branch = heappop(waiting)
                reached = next(branch.nodes, None)
                if reached is None:
                    continue
                heappush(waiting, branch.later())
                if reached in seen:
                    continue
                seen[reached] = None
                place, node = reached
                furthest = max(furthest, place)
                if place == len(ends):
                    return SearchResult(Verdict.EXPLAINED, place, (node,))
                following = self.following(place, ends[place], node)
                cost = branch.changes - place / PLACES_PER_CHANGE
                heappush(waiting, Branch(cost, -next(numbers), following, branch.changes))
        except OutOfBudget:
            return SearchResult(Verdict.UNKNOWN, furthest, ())
        nodes = tuple(node for place, node in seen if place == furthest)
        call, quiet = ends[furthest].call, quiescent_point_before(ends, furthest, seen)
        return SearchResult(Verdict.CONTRADICTED, furthest, nodes, call, quiet)

    def following(self, place: int, end: End, node: SearchNode) -> Iterator[tuple[int, SearchNode]]:
        """Yield what may follow a node before the end of a call, by which it takes effect.

        The call itself is tried first, and calls that may have had no effect are tried last.
        """
        if end.call.number in node.effective:
            rest = node.effective - {end.call.number}
            yield place + 1, replace(node, effective=rest)
            return
        possible = sorted(
            possible_next(node, end.pending),
            key=lambda call: (call.number != end.call.number, not call.is_certain),
        )
        # What changes nothing wherever it is put can come first if it is answered so now, without
        # a sweep before it.
        for call in possible:
            if not call.may_change:
                for new in self.effects(node, call, end.moment):
                    if (new.state, new.now) == (node.state, node.now):
                        yield place, new
                        return
        if not end.call.is_certain:
            yield place + 1, node
        # Calls whose answers were lost stay open for long: they are tried only if need be.
        found = (new for call in possible for new in self.effects(node, call, end.moment))
        yield from ((place, new) for new in self.promising(found, end))

    def promising(self, found: Iterable[SearchNode], end: End) -> Iterator[SearchNode]:
        """Yield nodes, those first in which a call took effect that has to, or can next."""
        number, others = end.call.number, list[SearchNode]()
        took_effect = False
        for new in found:
            took_effect = took_effect or number in new.effective
            if took_effect or any(self.effects(new, end.call, end.moment)):
                yield new
            else:
                others.append(new)
        yield from others

    def effects(self, node: SearchNode, call: Call, moment: int) -> Iterator[SearchNode]:
        """Yield the nodes after a call takes effect, if its reply allows that."""
        for now in self.times(node, call, moment):
            self.budget -= 1
            if self.budget < 0:
                raise OutOfBudget
            for state in self.states_after(node.state, call, now):
                effective = node.effective | {call.number}
                order = EffectOrder(node.order, call.number, now)
                latest = 0 if self.times is times_of_client else max(now, node.now)
                yield SearchNode(state, effective, latest, order)

    def states_after(self, state: State, call: Call, now: int) -> Iterator[State]:
        """Yield what may be stored after a call: nothing if it could not have been answered so.

        A call with an unknown outcome only matters if it changes something.
        """
        if call.operation is None:
            if call.reply and self.is_seen(state, call):
                yield state
            return
        for transition in self.transitions(state, call, now):
            if call.reply is None:
                if transition.state != state:
                    yield transition.state
            else:
                differences = tuple(self.differences(call, transition))
                if not differences or self.is_known(state, call, transition, differences):
                    yield transition.state

    def transitions(self, state: State, call: Call, now: int) -> Iterator[Transition]:
        """Yield what the model may do at a time; there is one way unless features are missing.

        A sweep may run at any time, and a claim that is free to choose takes any step. Where an
        adapter tries one step after the other, others come between: it may find none.
        """
        assert call.operation is not None
        without = self.without
        operation = adapted(replace(call.operation, now=now), state, without)
        swept = sweeps(operation, state, self.edition) if Feature.TAKEOVER in without else state
        for before in dict.fromkeys((swept, state)):
            if not isinstance(operation, Claim) or FREE.isdisjoint(without):
                yield apply(before, operation, self.edition)
                continue
            plan, reply = before.plan(operation.plan), call.reply or {}
            named = [reply["anchor"]] if "anchor" in reply else []
            steps = [each.anchor for each in (plan.steps if plan else ()) if each.parent is None]
            for anchor in named or (() if call.reply else steps):
                yield claiming(before, operation, self.edition, anchor)
            decided = apply(before, operation, self.edition)
            if reply.get("answer") == "nothing_claimable" and isinstance(decided.outcome, Claimed):
                yield replace(decided, state=before, outcome=NothingClaimable(False, 0))
            elif not named:
                yield decided

    @property
    def without(self) -> tuple[Feature, ...]:
        """The features that the program lacks."""
        return self.comparator.identity.without

    def differences(self, call: Call, transition: Transition) -> list[Difference]:
        """Return how the reply to a call differs from an outcome."""
        assert call.reply is not None
        expected = outcome_to_json(transition.outcome, self.edition)
        is_partial = self.comparator.identity.observe is Observed.PARTIAL
        unsaid = {"answer": expected.get("answer") if is_partial else None}
        if FREE.intersection(self.without) and expected.get("answer") == "nothing_claimable":
            return [] if call.reply.get("answer") == "nothing_claimable" else [NOT_ALIKE]
        return self.comparator.reply_differences(expected, {**unsaid, **call.reply})

    def is_known(
        self, state: State, call: Call, made: Transition, found: tuple[Difference, ...]
    ) -> bool:
        """Return whether a reply differs only as a known deviation does."""
        if self.known is None:
            return False
        differing = Divergence("answer", call.operation, made, call.reply, found, before=state)
        return self.known(differing)

    def is_seen(self, state: State, call: Call) -> bool:
        """Return whether an observation of a plan equals what is stored of it."""
        seen = dict(call.reply or {})
        shown = [each for each in seen.get("plans", ()) if each.get("path") == call.plan]
        plans = tuple(each for each in state.plans if each.path == call.plan)
        observed = seen | {"plans": shown}
        return not self.comparator.state_differences(replace(state, plans=plans), observed)


def possible_next(node: SearchNode, pending: Sequence[Call]) -> Iterator[Call]:
    """Yield the calls that may take effect next: each process keeps to its order."""
    waiting = {
        each.number for each in pending if each.is_certain and each.number not in node.effective
    }
    for call in pending:
        if call.number not in node.effective and call.after not in waiting:
            yield call


def quiescent_point_before(
    ends: Sequence[End], place: int, seen: Iterable[tuple[int, SearchNode]]
) -> QuiescentPoint:
    """Return the last quiescent point before an end, over all visited nodes."""
    last, is_open = next(
        (number, end.open)
        for number, end in [*enumerate(ends[: place + 1])][::-1]
        if end.open is not None
    )
    numbers = {call.number for call in is_open}
    nodes = (each for number, each in seen if number == last and each.effective <= numbers)
    return QuiescentPoint((*nodes,), is_open, last)


def in_order(node: SearchNode) -> list[EffectOrder]:
    """Return the calls that took effect on the way to a node, in their order."""
    found, order = [], node.order
    while order is not None:
        found.append(order)
        order = order.before
    return found[::-1]
