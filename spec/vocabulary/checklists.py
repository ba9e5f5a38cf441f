"""Checklists: changing the items of a held step, and recording artifacts on it."""

from dataclasses import dataclass, field
from typing import Annotated

from spec.vocabulary.domains import (
    LATER,
    LIST,
    Anchor,
    ClaimId,
    DocumentHash,
    Ordinal,
    Path,
    Reason,
    Summary,
    Time,
    Word,
)
from spec.vocabulary.items import ItemKind


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A requested status for items of a step.

    It applies to one item; without `ordinal`, to all items of the kind; without `kind` as well, to
    every item. An ordinal without a kind raises `ValueError`.
    """

    status: Word
    kind: ItemKind | None = None
    ordinal: Ordinal | None = None

    def __post_init__(self) -> None:
        if self.ordinal is not None and self.kind is None:
            raise ValueError(f"ordinal {self.ordinal} names no item without a kind; give one")


@dataclass(frozen=True, slots=True)
class Update:
    """Change the status of items: all changes, or none."""

    plan: Path
    step: Anchor
    worktree: Path
    changes: Annotated[tuple[StatusChange, ...], LIST]
    document_hash: DocumentHash
    now: Time
    allow_reopen: bool = False
    allow_drift: bool = False
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """One entry of a batch as it was received: kind and status may be unknown words."""

    kind: Word
    ordinal: Ordinal
    status: Word
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Complete or defer the listed items and, if requested, complete all remaining open ones."""

    plan: Path
    step: Anchor
    worktree: Path
    entries: Annotated[tuple[BatchEntry, ...], LIST]
    document_hash: DocumentHash
    now: Time
    complete_remaining: bool = False
    allow_drift: bool = False
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class ItemsUpdated:
    """How many items the request changed; before A38, a batch counted its entries instead."""

    items_updated: int


@dataclass(frozen=True, slots=True)
class RecordArtifact:
    """Record an artifact on a held step."""

    plan: Path
    step: Anchor
    worktree: Path
    kind: Word
    summary: Summary
    now: Time
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class ArtifactRecorded:
    """The id of the artifact."""

    artifact_id: int
