"""What was found out in one edition is true of another where that is asked the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from model.explorer.asking import recording
from model.explorer.graphs.choosing import graph_of
from model.explorer.search.exploring import Exploration, Explorer
from spec.editions import edition_named
from tests.model.explored import BY_NAME
from tests.profiles import mostly_nightly

NEIGHBOURS = ("2026.2", "2026.2-A14", "2026.2-A29", "2026.1", "seeds", "seeds-A04", "origin")
NAMES = [
    *("deferrals", "order", "iterations", "commits", "recovery", "single", "claim-ids"),
    *("history", "two-plans", "reviews", "family", "drift"),
]


def explored_one_after_the_other(name: str, *editions: str) -> Iterator[Exploration]:
    """Explore a scope in several editions, each with what was found out in those before it."""
    graph: Any = None
    for edition in editions:
        graph = graph_of(BY_NAME[name], recording(edition_named(edition)), graph)
        yield Explorer(graph).run()


def facts(found: Exploration) -> object:
    """Return all that was found out."""
    counts = found.states, found.transitions, found.depth, found.closed
    return counts, found.verdicts, found.clauses


@pytest.mark.parametrize("name", mostly_nightly(NAMES, NAMES[:1], NAMES[2:3]))
def test_what_is_used_again_is_what_would_be_found(name: str) -> None:
    # Given editions that differ in one amendment or in many, when a scope is explored in one after
    # the other, then each finds what it finds alone.
    found = explored_one_after_the_other(name, *NEIGHBOURS)
    for edition, one in zip(NEIGHBOURS, found, strict=True):
        alone = Explorer(graph_of(BY_NAME[name], recording(edition_named(edition)))).run()
        assert facts(one) == facts(alone), edition
