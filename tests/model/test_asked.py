"""What an exploration asked decides for which editions its verdicts are true."""

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
from tests.profiles import mostly_in_ci

from .explored import BY_NAME, explored


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
