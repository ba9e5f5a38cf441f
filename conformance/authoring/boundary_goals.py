"""The purpose of a vector of boundary values."""

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.adapters.model import transitions_of
from conformance.authoring.boundaries.traces import BoundaryTrace, boundary_traces
from conformance.authoring.goals import Goal
from conformance.authoring.traces import FoundTrace
from conformance.vectors.vector import Kind, Length


@dataclass
class BoundaryGoal(Goal):
    """Boundary values of a domain meet, or are used one after the other."""

    trace: BoundaryTrace

    def __post_init__(self) -> None:
        self.id = f"boundary-{self.trace.name}"
        self.title = self.trace.title
        self.kind, self.length = Kind.BOUNDARY, Length.COMPOSED
        # An edit by hand is decided by no rule.
        decided = transitions_of(self.trace.operations)
        self.rules = next(each.rules for each in reversed(decided) if each.rules)

    def serves(self, found: FoundTrace) -> bool:
        """Return whether a trace is the one that the domains lead to."""
        return found.operations == self.trace.operations


def boundary_goals() -> Iterator[BoundaryGoal]:
    """Yield a goal for every trace of boundary values."""
    return map(BoundaryGoal, boundary_traces())
