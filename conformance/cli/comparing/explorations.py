"""Comparing editions in scopes: what is found out in some editions is used again in others."""

from functools import partial
from typing import Any

from conformance.cli.explore import Budget, run_explorer
from conformance.reports.console import progress_of
from model.explorer.asking import RecordingEdition, answer_alike, recording
from model.explorer.diff.shortest import EditionDifference, shortest_difference
from model.explorer.graphs.choosing import graph_of
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import Exploration
from spec.editions import Edition

MOST_PAIRS = 5000
"""Pairs of states that are searched in a scope before it is given up."""


class Comparison:
    """Compares editions in scopes, each explored only once in editions that answer alike.

    Where editions do not, only what depends on the difference is found out again.
    """

    def __init__(self, scopes: tuple[Scope, ...], budget: Budget) -> None:
        self.scopes = scopes
        self.budget = budget
        self.known: dict[str, list[tuple[RecordingEdition, Exploration]]] = {}
        self.graphs: dict[tuple[str, frozenset[str]], StateGraph[Any]] = {}
        self.last: dict[str, StateGraph[Any]] = {}

    def difference(
        self, first: Edition, second: Edition, known: Edition, budget: Budget
    ) -> tuple[EditionDifference | None, list[str]]:
        """Return a shortest difference or, without one, how far each scope was searched.

        One of the two is `known`: what was found out in it is used, and kept.
        """
        graphs = partial(self.graph, edition=known)
        with progress_of(f"{first.name} and {second.name}"):
            return shortest_difference(self.scopes, first, second, MOST_PAIRS, budget.end, graphs)

    def graph(self, scope: Scope, edition: Edition) -> StateGraph[Any]:
        """Return the graph of a scope in an edition, which is kept for whoever asks next."""
        key = scope.name, edition.amendments
        if key not in self.graphs:
            self.graphs[key] = self.new_graph(scope, edition)
        return self.graphs[key]

    def new_graph(self, scope: Scope, edition: Edition) -> StateGraph[Any]:
        """Return a graph that has what was found out in those before it."""
        graph = graph_of(scope, recording(edition), self.last.get(scope.name))
        self.last[scope.name] = graph
        return graph

    def explore(self, scope: Scope, edition: Edition) -> Exploration:
        """Explore a scope, for the verdicts on all properties."""
        of_scope = self.known.setdefault(scope.name, [])
        for other, found in of_scope:
            if answer_alike(edition, other, other.asked):
                return found
        kept = self.graphs.get((scope.name, edition.amendments))
        graph = kept or self.new_graph(scope, edition)
        found = run_explorer(graph, self.budget.left())
        assert isinstance(graph.edition, RecordingEdition)
        of_scope.append((graph.edition, found))
        return found
