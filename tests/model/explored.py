"""Explorations that several tests look at, computed once per process."""

from functools import cache

from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.catalog import SCOPES, THEMES
from model.explorer.search.exploring import VIOLATED, Exploration, Explorer
from spec.editions import edition_named

BY_NAME = {scope.name: scope for scope in (*SCOPES, *THEMES)}


@cache
def explored(name: str, edition: str) -> Exploration:
    """Explore a scope completely, in an edition by name."""
    return Explorer(graph_of(BY_NAME[name], edition_named(edition))).run()


def violations(exploration: Exploration) -> dict[str, int]:
    """Return the length of the shortest counterexample of each violated property."""
    return {
        verdict.id: len(verdict.path or ())
        for verdict in exploration.verdicts
        if verdict.verdict == VIOLATED
    }
