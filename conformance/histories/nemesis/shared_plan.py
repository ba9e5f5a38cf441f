"""The plan that clients contend for, and their shared knowledge of it."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from spec.vocabulary.plans import PlanDefinition


@dataclass(frozen=True, slots=True)
class Held:
    """A step claimed by a worktree, and when its lease expires, in milliseconds."""

    step: str
    worktree: str
    claim_id: int | None
    until: int


@dataclass
class SharedPlan:
    """A plan, the versions of its document, and what replies have said about it.

    `edited` is the version that clients register again; `is_finished` says whether nothing is left
    to work on.
    """

    plan: str
    versions: Sequence[PlanDefinition]
    document_hash: str = ""
    is_registered: bool = False
    is_finished: bool = False
    edited: PlanDefinition | None = None
    _held: tuple[Held, ...] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.document_hash = self.versions[0].document_hash
        self.anchors = tuple(dict.fromkeys(anchors_of(self.versions)))

    @property
    def held(self) -> tuple[Held, ...]:
        """The claimed steps, the last one last."""
        return self._held

    def give(self, held: Held) -> None:
        """Record that a step was claimed."""
        with self._lock:
            self._held = (*self._held[-3:], held)

    def forget(self, step: str) -> None:
        """Record that a step was released."""
        with self._lock:
            self._held = tuple(each for each in self._held if each.step != step)


def anchors_of(versions: Sequence[PlanDefinition]) -> list[str]:
    """Return the anchors of all steps and substeps, those of the original first."""
    return [
        each.anchor
        for version in versions
        for step in version.steps
        for each in (step, *step.substeps)
    ]
