"""Situations: a state together with its plan documents, and the events that change them.

The clock of a situation always shows 0: a lease is stored as the time that remains of it.
"""

from dataclasses import dataclass, replace

from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.recovery import Count, Review
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class Tick:
    """A millisecond passes."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A person replaces a plan's document by another of its versions."""

    plan: str
    version: int


@dataclass(frozen=True, slots=True)
class Begin:
    """A plan is registered from a version of its document, and the orchestrator starts."""

    version: int
    review: Review
    count: Count


@dataclass(frozen=True, slots=True)
class NextCall:
    """The orchestrator makes its next call."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The next call fails: the store is unreachable, or a commit has these fields set."""

    sentence: str
    commit: tuple[tuple[str, bool | None], ...] = ()


Event = Operation | Tick | Edit | Begin | NextCall | Fault


@dataclass(frozen=True, slots=True)
class Situation:
    """A state at time 0, and the current version of each plan's document, in the scope's order."""

    state: State
    documents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Documents:
    """The plans of a scope and the versions of their documents."""

    versions: tuple[tuple[str, tuple[PlanDefinition, ...]], ...]

    def current(self, situation: Situation, plan: str) -> PlanDefinition | None:
        """Return the document that a plan has in a situation, or `None` for an unknown plan."""
        for (path, versions), version in zip(self.versions, situation.documents, strict=True):
            if path == plan:
                return versions[version]
        return None

    def edited(self, situation: Situation, edit: Edit) -> Situation:
        """Return the situation after an edit."""
        return replace(
            situation,
            documents=tuple(
                edit.version if path == edit.plan else version
                for (path, _), version in zip(self.versions, situation.documents, strict=True)
            ),
        )
