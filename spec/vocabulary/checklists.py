"""Checklists: changing the items of a held step, and recording artifacts on it."""

from dataclasses import dataclass

from spec.vocabulary.items import ItemKind


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A requested status for items of a step.

    It applies to one item; without `ordinal`, to all items of the kind; without `kind` as well, to
    every item. An ordinal without a kind raises `ValueError`.
    """

    status: str
    kind: ItemKind | None = None
    ordinal: int | None = None

    def __post_init__(self) -> None:
        if self.ordinal is not None and self.kind is None:
            raise ValueError(f"ordinal {self.ordinal} names no item without a kind; give one")


@dataclass(frozen=True, slots=True)
class Update:
    """Change the status of items: all changes, or none."""

    plan: str
    step: str
    worktree: str
    changes: tuple[StatusChange, ...]
    document_hash: str
    now: int
    allow_reopen: bool = False
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """One entry of a batch as it was received: kind and status may be unknown words."""

    kind: str
    ordinal: int
    status: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Complete or defer the listed items and, if requested, complete all remaining open ones."""

    plan: str
    step: str
    worktree: str
    entries: tuple[BatchEntry, ...]
    document_hash: str
    now: int
    complete_remaining: bool = False
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class ItemsUpdated:
    """How many items changed their status."""

    items_updated: int


@dataclass(frozen=True, slots=True)
class RecordArtifact:
    """Record an artifact on a held step."""

    plan: str
    step: str
    worktree: str
    kind: str
    summary: str
    now: int


@dataclass(frozen=True, slots=True)
class ArtifactRecorded:
    """The id of the artifact."""

    artifact_id: int
