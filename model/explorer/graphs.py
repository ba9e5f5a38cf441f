"""Choosing the state graph that is fastest to search for a scope."""

from typing import Any, get_args

from model.explorer.interned_graph import InternedStateGraph
from model.explorer.runs import OrchestrationScope, RunGraph
from model.explorer.scopes.scope import Scope
from model.explorer.state_graph import PlainStateGraph, StateGraph
from spec.editions import Edition
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.reviews import ReviewOperation

PLAN_OPERATIONS = (*get_args(ReviewOperation), StartIterations, ReportIteration)
"""Operations on a plan rather than on its steps, which an interned graph cannot hold."""


def graph_of(scope: Scope, edition: Edition) -> StateGraph[Any]:
    """Return the graph of runs, the interned graph for steps of one plan, or the plain graph."""
    if isinstance(scope, OrchestrationScope):
        return RunGraph(scope, edition)
    one_plan = len(scope.documents.versions) == 1
    only_steps = not any(isinstance(event, PLAN_OPERATIONS) for event in scope.events)
    if one_plan and only_steps:
        return InternedStateGraph(scope, edition)
    return PlainStateGraph(scope, edition)
