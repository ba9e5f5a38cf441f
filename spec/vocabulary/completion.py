"""Completion: of a held step, and of steps that the git history says are done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete a held step: strictly, or by force with a reason."""

    plan: str
    step: str
    worktree: str
    document_hash: str
    now: int
    force: bool = False
    reason: str | None = None
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A commit that says which step of which plan it completed."""

    plan: str
    step: str
    commit_hash: str


@dataclass(frozen=True, slots=True)
class Reconcile:
    """Complete the steps that the git history, newest commit first, says are done."""

    plan: str
    history: tuple[HistoryEntry, ...]
    now: int
    force: bool = False


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """Whether force completed it, and whether it was the plan's last."""

    forced: bool
    all_steps_completed: bool


@dataclass(frozen=True, slots=True)
class HashMismatch:
    """A completed step whose stored commit is not the one in the history."""

    step: str
    stored_hash: str
    history_hash: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many history entries changed a step, and those that were skipped."""

    reconciled_count: int
    skipped_mismatches: tuple[HashMismatch, ...] = ()
