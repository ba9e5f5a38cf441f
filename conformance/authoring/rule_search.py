"""Searching for a shortest trace on which each rule decides, and on which editions part."""

from functools import cache
from typing import Any

from conformance.authoring.goals import EditionDiffGoal
from conformance.authoring.levels import ScopeLevels, askable, found_at
from conformance.authoring.traces import FoundTrace
from model.apply import apply
from model.explorer.asked import recording
from model.explorer.diff import shortest_difference
from model.explorer.graphs import graph_of
from model.explorer.paths import replay_path
from model.explorer.scopes.catalog import STATE_SCOPES
from model.explorer.scopes.scope import Scope
from model.explorer.state_graph import StateGraph
from spec.amendments.amendment import Amendment
from spec.catalog import RULES
from spec.editions import CURRENT

RULES_OF_STORE = tuple(rule for rule in RULES if not rule.id.startswith("REC-"))
"""The rules that decide replies. Recovery binds the orchestrator: its situations are a table."""

MOST_PAIRS = 5_000
"""Pairs of states that are searched in a scope for an amendment before it is given up."""


def rules_that_decide(scope_levels: ScopeLevels) -> dict[str, FoundTrace]:
    """Return for every rule a shortest trace whose last operation it decides."""
    found: dict[str, FoundTrace] = {}
    for level in scope_levels.levels():
        for reachable, situation in level:
            for operation in askable(reachable.scope, situation):
                for rule in apply(situation.state, operation).rules:
                    if rule not in found:
                        found[rule] = found_at(reachable, situation, operation)
        if len(found) == len(RULES_OF_STORE):
            break
    return found


@cache
def graph_in_current(scope: Scope) -> StateGraph[Any]:
    """Return the graph of a scope in the current edition, which all amendments share."""
    return graph_of(scope, recording(CURRENT))


def where_editions_part(amendment: Amendment) -> FoundTrace | None:
    """Return a shortest trace on which the edition without an amendment answers differently."""
    goal = EditionDiffGoal(amendment)
    split, _ = shortest_difference(
        STATE_SCOPES, goal.edition, CURRENT, MOST_PAIRS, graphs=graph_in_current
    )
    if split is None:
        return None
    steps = replay_path(split.scope, CURRENT, split.path)
    operations = tuple(step.operation for step in steps if step.operation is not None)
    return FoundTrace(operations, split.scope.name, len(split.path))
