"""The orders of contradictory calls, and where each of them fails."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from conformance.histories.calls import Call
from conformance.histories.linearizability import Search, SearchNode
from model.steps import completed_anchors, find, is_completed, is_held, lease_is_over
from model.transition import Transition
from spec.formats.messages import Message, outcome_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.state import State

MOST_CALLS = 5
"""The most calls whose orders are all tried."""


@dataclass(frozen=True, slots=True)
class TriedOrder:
    """An order that was tried, up to the first call whose reply it does not explain.

    `expected` is what the rules answer there, by `clauses`; the first is the one by which a claim
    could not take the step that it took.
    """

    order: tuple[Call, ...]
    expected: Message
    clauses: tuple[str, ...]

    @property
    def failing(self) -> Call:
        """The call whose reply is not explained."""
        return self.order[-1]


def attempts(search: Search, calls: tuple[Call, ...], node: SearchNode) -> Iterator[TriedOrder]:
    """Yield the failure of each possible order of calls; of more calls, of that of their ends.

    Orders with the same failing prefix fail once.
    """
    by_ends = sorted(calls, key=lambda call: (call.ended is None, call.ended or 0))
    orders: Iterable[Sequence[Call]] = [by_ends]
    if len(calls) <= MOST_CALLS:
        orders = filter(is_possible, permutations(calls))
    seen = set()
    for order in orders:
        attempt = tried(search, order, node)
        numbers = tuple(each.number for each in attempt.order)
        if numbers not in seen:
            seen.add(numbers)
            yield attempt


def is_possible(order: Sequence[Call]) -> bool:
    """Return whether no call in an order ended before an earlier one in it began."""
    return not any(
        later.ended is not None and later.ended < earlier.began
        for place, later in enumerate(order)
        for earlier in order[:place]
    )


def tried(search: Search, order: Sequence[Call], node: SearchNode) -> TriedOrder:
    """Return where an order fails; if no single call fails, the last one counts."""
    transition: Transition | None = None
    excluding: tuple[str, ...] = ()
    tried_calls: list[Call] = []
    for call in order:
        tried_calls.append(call)
        now = min(search.times(node, call, call.ended or call.began), default=node.now)
        if call.operation is not None:
            transition = next(search.transitions(node.state, call, now))
            excluding = excluding_clauses(node.state, call, now)
        state = next(search.states_after(node.state, call, now), None)
        if state is None:
            break
        node = replace(node, state=state, now=max(now, node.now))
    clauses = () if transition is None else (*excluding, *transition.clauses)
    expected = {} if transition is None else outcome_to_json(transition.outcome, search.edition)
    return TriedOrder((*tried_calls,), expected, clauses)


def excluding_clauses(state: State, call: Call, now: int) -> tuple[str, ...]:
    """Return the clause by which a claim could not take the step that its reply names.

    The model cites what it answers instead, which says nothing about that step.
    """
    operation, plan = call.operation, state.plan(call.operation.plan) if call.operation else None
    if not isinstance(operation, Claim) or plan is None or call.reply is None:
        return ()
    step = find(plan, str(call.reply.get("anchor")))
    if step is None:
        return ()
    if is_completed(step):
        return ("CLM-1.4",)
    if not completed_anchors(plan).issuperset(step.dependencies):
        return ("CLM-2.1",)
    live = is_held(step) and not lease_is_over(step, now)
    is_excluded = live and not operation.force and step.claimed_by != operation.worktree
    return ("CLM-4.5",) if is_excluded else ()
