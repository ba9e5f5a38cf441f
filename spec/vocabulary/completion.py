"""Completion: of a held step, and of steps that the git history says are done."""

from dataclasses import dataclass
from typing import Annotated

from spec.vocabulary.domains import LIST, Anchor, CommitHash, DocumentHash, Path, Reason, Time


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete a held step: strictly, or by force with a reason."""

    plan: Path
    step: Anchor
    worktree: Path
    document_hash: DocumentHash
    now: Time
    force: bool = False
    reason: Reason | None = None
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A commit that says which step of which plan it completed."""

    plan: Path
    step: Anchor
    commit_hash: CommitHash


@dataclass(frozen=True, slots=True)
class Reconcile:
    """Complete the steps that the git history, newest commit first, says are done."""

    plan: Path
    history: Annotated[tuple[HistoryEntry, ...], LIST]
    now: Time
    force: bool = False


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """Whether force completed it, and whether it was the plan's last."""

    forced: bool
    all_steps_completed: bool


@dataclass(frozen=True, slots=True)
class HashMismatch:
    """A completed step whose stored commit is not the one in the history."""

    step: Anchor
    stored_hash: str
    history_hash: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many history entries changed a step, and those that were skipped."""

    reconciled_count: int
    skipped_mismatches: tuple[HashMismatch, ...] = ()
