"""Checklists: changing the items of a held step, and the answer."""

from dataclasses import dataclass

from spec.vocabulary.items import ItemKind


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A wanted status for items of a step.

    For one item; with `ordinal` none for all of a kind; with `kind` none too for every item. An
    ordinal without a kind names nothing and is a `ValueError`.
    """

    status: str
    kind: ItemKind | None = None
    ordinal: int | None = None

    def __post_init__(self) -> None:
        if self.ordinal is not None and self.kind is None:
            raise ValueError(f"ordinal {self.ordinal} names no item without a kind; give one")


@dataclass(frozen=True, slots=True)
class Update:
    """Change the status of items, all changes or none of them."""

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
    """One line of a batch, as it came: its words may be unknown ones."""

    kind: str
    ordinal: int
    status: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Complete or defer listed items and, if wanted, complete all that are open after that."""

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
    """How many items have another status than before."""

    items_updated: int


@dataclass(frozen=True, slots=True)
class RecordArtifact:
    """Leave a note on a held step."""

    plan: str
    step: str
    worktree: str
    kind: str
    summary: str
    now: int


@dataclass(frozen=True, slots=True)
class ArtifactRecorded:
    """The id of the note."""

    artifact_id: int
