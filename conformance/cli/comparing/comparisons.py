"""Comparing editions in this process: shortest differences, and verdicts in both."""

from functools import partial

from conformance.cli.comparing.explorations import Explorations, Verdicts
from conformance.cli.explore import Budget
from conformance.reports.console import progress_line
from model.explorer.diff.shortest import EditionDifference, shortest_difference
from model.explorer.scopes.scope import Scope
from spec.editions import Edition

MOST_PAIRS = 3000
"""Pairs of states that are searched in a scope before it is given up."""


class InThisProcess:
    """Compares editions in scopes, one after the other."""

    def __init__(self, scopes: tuple[Scope, ...], budget: Budget) -> None:
        self.scopes = scopes
        self.budget = budget
        self.explorations = Explorations()

    def difference(
        self, first: Edition, second: Edition, known: Edition
    ) -> tuple[EditionDifference | None, list[str]]:
        """Return a shortest difference or, without one, how far each scope was searched."""
        graphs = partial(self.explorations.graph, edition=known)
        with progress_line(f"{first.name} and {second.name}"):
            return shortest_difference(
                self.scopes, first, second, MOST_PAIRS, self.budget.end, graphs
            )

    def explore(self, scope: Scope, edition: Edition) -> Verdicts:
        """Return the verdicts on all properties in a scope and an edition."""
        return self.explorations.explore(scope, edition, self.budget.left())
