"""Choosing the state graph that is fastest to search for a scope."""

from typing import Any

from model.explorer.graphs.parts_graph import PartsGraph
from model.explorer.graphs.runs import RunGraph
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import OrchestrationScope, Scope
from spec.editions import Edition


def graph_of(
    scope: Scope, edition: Edition, like: StateGraph[Any] | None = None
) -> StateGraph[Any]:
    """Return the graph of runs, or of plans in parts.

    The latter knows what a recording edition was asked; what was found out in such a graph `like`
    it, of the same scope, is used where it is true of it.
    """
    if isinstance(scope, OrchestrationScope):
        return RunGraph(scope, edition)
    assert like is None or isinstance(like, PartsGraph)
    return PartsGraph(scope, edition, like)
