"""Two editions compared by what one has decided: the same as applying all events in both."""

from dataclasses import replace
from typing import Any

import pytest

from model.explorer.asking import recording
from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.diff.products import ProductGraph, answer
from model.explorer.events import apply_event
from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition, edition_named
from spec.vocabulary.state import State
from tests.model.explored import BY_NAME
from tests.profiles import AT_NIGHT

PAIRS = [
    ("deferrals", "2026.1-A21", "2026.1"),
    ("commits", "2026.2-A14", "2026.2"),
    ("iterations", "2026.2-A15", "2026.2"),
    ("two-plans", "2026.1", "2026.1+A32"),
    ("claim-ids", "2026.1-A21", "2026.1"),
    ("claim-ids", "2026.1", "2026.1+A29"),
    ("history", "2026.1-A20", "2026.1"),
    ("single", "2026.1-A17", "2026.1"),
    ("single", "seeds", "2026.1"),
    ("reviews", "2026.2-A09", "2026.2"),
    ("reviews", "2026.1-A50", "2026.1"),
    ("drift", "2026.1-A50", "2026.1"),
    ("family", "2026.1-A18", "2026.1"),
]
MOST_PAIRS = 400


@pytest.mark.parametrize("of_second", [True, False])
def test_a_product_is_the_plain_one(of_second: bool) -> None:
    for name, *pair in PAIRS if AT_NIGHT else PAIRS[:3]:
        # Given two editions, and the graph of a scope in either of them,
        scope, editions = BY_NAME[name], (edition_named(pair[0]), edition_named(pair[1]))
        graph: Any = graph_of(scope, recording(editions[of_second]))
        product, plain = ProductGraph(scope, *editions, graph), PlainProduct(scope, *editions)
        # when their product is searched level by level,
        while len(plain.paths) < MOST_PAIRS and plain.frontier:
            found = product.next_level()
            # then it shows what applying every event in both shows, after as many pairs.
            assert found == plain.next_level(), (name, *pair)
            assert product.pairs == len(plain.paths), (name, *pair)
            if found:
                break


Pair = tuple[Situation, Situation]


class PlainProduct:
    """Pairs of situations, one by one, searched level by level."""

    def __init__(self, scope: Scope, first: Edition, second: Edition) -> None:
        self.scope = scope
        self.editions = first, second
        start = scope.start
        self.paths: dict[Pair, tuple[Event, ...]] = {(start, start): ()}
        self.frontier = list(self.paths)

    def next_level(self) -> tuple[Event, ...] | None:
        """Expand the last pairs; return the first difference, or `None`."""
        frontier, self.frontier = self.frontier, []
        for pair in frontier:
            for event in self.scope.events:
                first, second = (
                    apply_event(self.scope, edition, situation, event)
                    for edition, situation in zip(self.editions, pair, strict=True)
                )
                if first is None or second is None:
                    continue
                path = (*self.paths[pair], event)
                if answer(first) != answer(second):
                    return path
                after = self.canonical(first.after, second.after)
                if after not in self.paths:
                    self.paths[after] = path
                    self.frontier.append(after)
        return None

    def canonical(self, first: Situation, second: Situation) -> Pair:
        """Return two situations with worktrees renamed in order of appearance in both states."""
        both = State((*first.state.plans, *second.state.plans))
        names = canonical_names(both, self.scope.worktrees)
        carried = self.scope.carries_claims
        one, other = (
            replace(each, state=canonical_state(each.state, names, carried))
            for each in (first, second)
        )
        return one, other
