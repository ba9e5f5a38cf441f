"""Explorations of scopes, whose results in some editions are reused in others."""

from collections.abc import Callable
from typing import Any

from conformance.cli.explore import run_explorer
from model.explorer.asked import RecordingEdition, answer_alike, recording
from model.explorer.graphs.choosing import graph_of
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import Exploration, PropertyVerdict
from spec.editions import Edition

Verdicts = tuple[PropertyVerdict, ...]
Run = Callable[[StateGraph[Any], float | None], Exploration]
"""Explores a graph within a budget in seconds."""


class Explorations:
    """What was found out about scopes, each explored only once in editions that answer alike.

    Where editions do not, only what depends on the difference is found out again.
    """

    def __init__(self, run: Run = run_explorer) -> None:
        self.run = run
        self.known: dict[str, list[tuple[RecordingEdition, Verdicts]]] = {}
        self.graphs: dict[tuple[str, frozenset[str]], StateGraph[Any]] = {}
        self.last: dict[str, StateGraph[Any]] = {}

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

    def explore(self, scope: Scope, edition: Edition, budget: float | None) -> Verdicts:
        """Return the verdicts on all properties in a scope."""
        of_scope = self.known.setdefault(scope.name, [])
        for other, verdicts in of_scope:
            if answer_alike(edition, other, other.asked):
                return verdicts
        kept = self.graphs.get((scope.name, edition.amendments))
        graph = kept or self.new_graph(scope, edition)
        verdicts = self.run(graph, budget).verdicts
        assert isinstance(graph.edition, RecordingEdition)
        of_scope.append((graph.edition, verdicts))
        return verdicts
