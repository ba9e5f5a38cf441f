"""What an exploration asked decides for which editions what it found is true."""

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.cli.comparing import explorations
from conformance.cli.comparing.explorations import Comparison
from conformance.cli.explore import Budget, run_explorer
from model.explorer.asking import answer_alike, recording
from model.explorer.graphs.choosing import graph_of
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.search.exploring import Exploration, Explorer
from spec.amendments.corrections import OWNERSHIP_FIRST
from spec.editions import CURRENT, edition_named
from tests.model.explored import BY_NAME, explored
from tests.profiles import mostly_in_ci, mostly_nightly


@pytest.mark.parametrize(
    "name", mostly_in_ci(["order", "deferrals", "iterations", "single"], ["deferrals"])
)
def test_what_was_never_asked_changes_nothing(name: str) -> None:
    # Given an exploration that records which amendments decided,
    asked = recording(CURRENT)
    found = Explorer(graph_of(BY_NAME[name], asked)).run()
    assert asked.asked
    # then without any amendment that was not among them, everything is the same,
    unasked = [each for each in sorted(CURRENT.amendments) if each not in asked.asked]
    without = edition_named(f"2026.2{''.join(f'-{each}' for each in unasked)}")
    assert answer_alike(CURRENT, without, asked.asked)
    other = Explorer(graph_of(BY_NAME[name], without)).run()
    assert (other.verdicts, other.transitions) == (found.verdicts, found.transitions)
    # and as in an edition that records nothing.
    assert explored(name, "2026.2").verdicts == found.verdicts


def test_verdicts_are_used_again_only_where_editions_answer_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given explorations, each done once,
    runs: list[str] = []

    def counted(graph: StateGraph[Any], budget: float | None) -> Exploration:
        runs.append(graph.edition.name)
        return run_explorer(graph, budget)

    monkeypatch.setattr(explorations, "run_explorer", counted)
    comparison = Comparison((), Budget(None))
    scope, without_reviews = BY_NAME["single"], edition_named("2026.2-A22")
    # when they are asked for an edition, for one that differs where nobody asks, and where somebody
    # does,
    found = comparison.explore(scope, CURRENT)
    assert comparison.explore(scope, without_reviews) is found
    comparison.explore(scope, edition_named(f"2026.2-{OWNERSHIP_FIRST.id}"))
    # then only the first and the last are explored.
    assert runs == ["2026.2", "2026.2-A14"]


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
