"""Of the events that do the same, the fast graph follows one of each kind."""

from collections import Counter
from typing import Any

import pytest

from model.explorer.graphs import interned_graph
from model.explorer.graphs.interned_graph import InternedStateGraph
from model.explorer.graphs.labels import EventKinds
from model.explorer.graphs.state_graph import PlainStateGraph, StateGraph
from model.explorer.situations import Event
from spec.editions import CURRENT
from tests.profiles import requires_ci_profile

from .explored import BY_NAME

SCOPE = BY_NAME["single"]


class EachItsOwn(EventKinds):
    """Kinds that tell every event from every other."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        super().__init__(events)
        self.of = list(range(len(events)))


def moves_by_event(graph: StateGraph[Any]) -> Counter[int]:
    """Return how many moves of each event lead to another node, from all nodes of a graph."""
    start = graph.initial()
    seen, frontier, found = {start}, [start], Counter[int]()
    while frontier:
        node = frontier.pop()
        moves = {(event, after) for event, after in graph.expand(node).successors if after != node}
        found.update(event for event, _ in moves)
        frontier += {after for _, after in moves} - seen
        seen |= {after for _, after in moves}
    return found


@requires_ci_profile
def test_one_event_of_each_kind_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a scope, when no property tells its events apart, then one of those that do the same
    # is followed;
    plain = moves_by_event(PlainStateGraph(SCOPE, CURRENT))
    assert EventKinds(SCOPE.events).count == 1
    assert moves_by_event(InternedStateGraph(SCOPE, CURRENT)) < plain
    # when all are told apart, then all are followed, as in the plain graph.
    monkeypatch.setattr(interned_graph, "EventKinds", EachItsOwn)
    assert moves_by_event(InternedStateGraph(SCOPE, CURRENT)) == plain
