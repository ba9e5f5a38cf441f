"""`planspec explore`: every reachable state of a scope, and a verdict for every property."""

import time
from pathlib import Path
from typing import Any

from conformance.cli.common.output import Output
from conformance.cli.options.specification import ExploreOptions
from conformance.protocol.traces import Trace, saved
from conformance.protocol.usage import UsageError
from conformance.reports.console import progress_of
from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from conformance.reports.exploration import (
    Explored,
    explore_document,
    needs_exploring,
    render_explored,
)
from model.explorer.graphs.choosing import graph_of
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.catalog import CHEAPEST_FIRST, SCOPES, STATE_SCOPES, THEMES
from model.explorer.scopes.recovery import RECOVERY
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import VIOLATED, Exploration, Explorer, SearchProgress
from model.explorer.search.paths import replay_path
from spec.catalog import PROPERTIES
from spec.editions import Edition, edition_named

QUICK = (*STATE_SCOPES, *THEMES, RECOVERY)
ALL = (*SCOPES, *THEMES)
MOST_STATES = 25_000
"""So many states has only the large scope in any edition: others are endless in a wrong one."""
BY_NAME = {scope.name: scope for scope in ALL}


def run(options: ExploreOptions) -> Output:
    """Explore scopes."""
    edition = edition_named(options.edition)
    # So that a budget reaches as many as it can.
    scopes = sorted(named_scopes(options.scope), key=CHEAPEST_FIRST.index)
    known = [entry.id for entry in PROPERTIES]
    if options.property is not None and options.property not in known:
        known_ids = ", ".join(known)
        raise UsageError(f"unknown property {options.property!r}; give one of: {known_ids}")
    budget = Budget(options.budget)
    explored = [
        explore_one(scope, edition, budget, options.traces, options.property) for scope in scopes
    ]
    return Output(
        exit_code(explored),
        lambda: explore_document(options.scope, explored, options.site),
        render_explored(explored, options.site),
    )


class Budget:
    """The seconds that a whole command may take, or no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Return the seconds that are left, or `None` if there is no end."""
        return None if self.end is None else max(self.end - time.monotonic(), 0.0)

    def half(self) -> "Budget":
        """Return a budget of half the seconds that are left."""
        left = self.left()
        return Budget(None if left is None else left / 2)


def named_scopes(name: str) -> tuple[Scope, ...]:
    """Return the scope with a name, or several: `quick` for all but the large one, or `all`."""
    if name in ("quick", "all"):
        return QUICK if name == "quick" else ALL
    if name not in BY_NAME:
        known = ", ".join(("quick", "all", *BY_NAME))
        raise UsageError(f"unknown scope {name!r}; give one of: {known}")
    return (BY_NAME[name],)


def run_explorer(graph: StateGraph[Any], budget: float | None) -> Exploration:
    """Explore the graph of a scope, showing progress."""
    with progress_of(f"exploring {graph.scope.name} in {graph.edition.name}") as show:

        def progress(now: SearchProgress) -> None:
            rate = f"{now.states / max(now.seconds, 0.001):,.0f} states/s"
            show(f"{now.states:,} states, frontier {now.frontier:,}, depth {now.depth}, {rate}")

        most = MOST_STATES if graph.scope in QUICK else None
        return Explorer(graph, budget, progress, most).run()


def explore_one(
    scope: Scope, edition: Edition, budget: Budget, traces: Path, wanted: str | None
) -> Explored:
    """Explore one scope, and save a trace for each property that operations break."""
    result = run_explorer(graph_of(scope, edition), budget.left())
    paths: dict[str, Path] = {}
    verdicts = [each for each in result.verdicts if wanted in (None, each.id)]
    for verdict in verdicts:
        if verdict.path is not None and not needs_exploring(verdict):
            steps = replay_path(scope, edition, verdict.path)
            operations = tuple(step.operation for step in steps if step.operation)
            shows = f"{verdict.id} is violated: {verdict.sentence}"
            trace = Trace(operations, shows, edition.name, broken=verdict.id)
            path = saved(traces / f"{edition.name}-{scope.name}-{verdict.id}.json", trace)
            paths |= {verdict.id: path} if path else {}
    return Explored(scope, edition, result, verdicts, paths)


def exit_code(explored: list[Explored]) -> int:
    """Return whether all holds, something is violated, or it is not known.

    Over several scopes, a property that none tests leaves it open.
    """
    verdicts = [verdict for each in explored for verdict in each.verdicts]
    if any(verdict.verdict == VIOLATED for verdict in verdicts):
        return NOT_CONFORMING
    whole = all(each.result.closed for each in explored)
    tested = {verdict.id for verdict in verdicts if verdict.tested}
    enough = tested == {verdict.id for verdict in verdicts} if len(explored) > 1 else bool(tested)
    return SUCCESS if whole and enough else INCONCLUSIVE
