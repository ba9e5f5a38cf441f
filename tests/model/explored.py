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


def sizes(found: Exploration) -> tuple[int, int, int | None]:
    """Return how many states and transitions were found, and how deep."""
    return found.states, found.transitions, found.depth


def verdicts(found: Exploration) -> dict[str, tuple[str, bool, int | None]]:
    """Return of every verdict what does not depend on the order of the search."""
    return {
        verdict.id: (
            verdict.verdict,
            verdict.tested,
            None if verdict.path is None else len(verdict.path),
        )
        for verdict in found.verdicts
    }
