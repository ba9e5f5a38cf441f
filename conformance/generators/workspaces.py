"""Workspaces: the surroundings of a store, plan documents in several versions and worktrees."""

from collections.abc import Mapping
from dataclasses import dataclass

from conformance.generators.edits import edits
from spec.vocabulary.plans import PlanDefinition

WORKTREES = ("worktrees/one", "worktrees/two", "worktrees/three")
UNKNOWN_PLAN = "plans/unknown.md"


@dataclass(frozen=True, slots=True)
class Workspace:
    """Plan documents by path, each in several versions of which the first is the original.

    `begins_at` is the time of the first operation.
    """

    documents: tuple[tuple[str, tuple[PlanDefinition, ...]], ...]
    worktrees: tuple[str, ...] = WORKTREES
    begins_at: int = 0

    @property
    def plans(self) -> tuple[str, ...]:
        """The paths of the plans."""
        return tuple(path for path, _ in self.documents)

    def versions(self, plan: str) -> tuple[PlanDefinition, ...]:
        """Return the versions of a plan's document; for an unknown path, those of the first."""
        return dict(self.documents).get(plan, self.documents[0][1])


def workspace_of(
    definitions: Mapping[str, PlanDefinition],
    worktrees: tuple[str, ...] = WORKTREES,
    begins_at: int = 0,
) -> Workspace:
    """Return a workspace of plan documents and typical edits of each."""
    documents = tuple(
        (path, (original, *edits(original))) for path, original in definitions.items()
    )
    return Workspace(documents, worktrees, begins_at)
