"""Whether some order of overlapping calls follows the rules (linearizability).

The search walks along the ends of the calls, depth first (Wing and Gong), from node to node: a
possible state, and the open calls that have taken effect. Calls take effect only when one of them
has to, at its end; a visited node is not followed again (Lowe).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from conformance.differential.comparator import Comparator
from conformance.histories.calls import Call
from conformance.histories.ends import End, ends_of
from conformance.protocol.codec import Message, outcome_to_json
from conformance.protocol.messages import Observed
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Outcome
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


Times = Callable[[SearchNode, Call, int], Iterable[int]]
"""When a call may take effect: in a node, until a time of the events in nanoseconds."""


def times_of_client(_: SearchNode, call: Call, __: int) -> tuple[int, ...]:
    """Return the time that the client gave."""
    return (call.operation.now if call.operation else 0,)


@dataclass
class Search:
    """A search for an order. `budget` is the number of steps that it may still take."""

    comparator: Comparator = field(default_factory=Comparator)
    edition: Edition = CURRENT
    times: Times = times_of_client
    budget: int = 1_000_000
    _fits: dict[tuple[int, Outcome], bool] = field(default_factory=dict)

    def judge(self, calls: Sequence[Call], initial: Iterable[SearchNode]) -> SearchResult:
        """Return whether an order of calls explains their replies, from one of some nodes."""
        ends, furthest = ends_of(calls), 0
        seen: dict[tuple[int, SearchNode], None] = {}
        path = [iter([(0, node) for node in initial])]
        try:
            while path:
                reached = next(path[-1], None)
                if reached is None:
                    path.pop()
                elif reached not in seen:
                    seen[reached] = None
                    place, node = reached
                    furthest = max(furthest, place)
                    if place == len(ends):
                        return SearchResult(Verdict.EXPLAINED, place, (node,))
                    path.append(self.following(place, ends[place], node))
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
        # What changes nothing wherever it is put can come first if it is answered so now.
        for call in possible:
            if not call.may_change:
                for new in self.effects(node, call, end.moment):
                    if new.now == node.now:
                        yield place, new
                        return
        if not end.call.is_certain:
            yield place + 1, node
        found = [new for call in possible for new in self.effects(node, call, end.moment)]
        yield from ((place, new) for new in self.promising(found, end))

    def promising(self, found: Sequence[SearchNode], end: End) -> Sequence[SearchNode]:
        """Return nodes with those first in which a call can take effect that has to."""
        if len(found) < 2 or end.call.number in found[0].effective:
            return found
        return sorted(found, key=lambda new: not any(self.effects(new, end.call, end.moment)))

    def effects(self, node: SearchNode, call: Call, moment: int) -> Iterator[SearchNode]:
        """Yield the nodes after a call takes effect, if its reply allows that."""
        for now in self.times(node, call, moment):
            self.budget -= 1
            if self.budget < 0:
                raise OutOfBudget
            state = self.state_after(node.state, call, now)
            if state is not None:
                effective = node.effective | {call.number}
                order = EffectOrder(node.order, call.number, now)
                latest = 0 if self.times is times_of_client else max(now, node.now)
                yield SearchNode(state, effective, latest, order)

    def state_after(self, state: State, call: Call, now: int) -> State | None:
        """Return what is stored after a call, or `None` if it could not have been answered so.

        A call with an unknown outcome only matters if it changes something.
        """
        if call.operation is None:
            return state if call.reply and self.is_seen(state, call.reply) else None
        transition = self.transition(state, call, now)
        if call.reply is None:
            return transition.state if transition.state != state else None
        return transition.state if self.is_answer(call, transition.outcome) else None

    def transition(self, state: State, call: Call, now: int) -> Transition:
        """Return what the model does at a time."""
        assert call.operation is not None
        return apply(state, replace(call.operation, now=now), self.edition)

    def is_answer(self, call: Call, outcome: Outcome) -> bool:
        """Return whether the reply to a call is an outcome."""
        key = (call.number, outcome)
        if key not in self._fits:
            assert call.reply is not None
            expected = outcome_to_json(outcome, self.edition)
            unsaid = {"answer": expected.get("answer") if self.is_partial else None}
            observed = {**unsaid, **call.reply}
            self._fits[key] = not self.comparator.reply_differences(expected, observed)
        return self._fits[key]

    @property
    def is_partial(self) -> bool:
        """Whether fields that a reply leaves out are ignored."""
        return self.comparator.identity.observe is Observed.PARTIAL

    def is_seen(self, state: State, observed: Message) -> bool:
        """Return whether an observation equals the state."""
        return not self.comparator.state_differences(state, observed)


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
