"""Completion: of a held step, and of steps that the commit log says are done."""

from dataclasses import dataclass, field
from typing import Annotated

from spec.vocabulary.domains import (
    LATER,
    LIST,
    Anchor,
    ClaimId,
    CommitHash,
    DocumentHash,
    Path,
    Reason,
    Time,
)


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
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class CommitLogEntry:
    """A commit that says which step of which plan it completed.

    `claim_id` is the id of the claim that it names, `null` if it names none. `earlier_text` says
    that it names another text of the step than the registered one.
    """

    plan: Path
    step: Anchor
    commit_hash: CommitHash
    claim_id: ClaimId | None = field(default=None, metadata=LATER)
    earlier_text: bool = field(default=False, metadata=LATER)


CommitLog = tuple[CommitLogEntry, ...]
"""What git shows of all commits that name a step, the newest first.

On the line and in files it is called `history`, as in the first protocol.
"""


@dataclass(frozen=True, slots=True)
class Reconcile:
    """Complete the steps that the commit log, newest commit first, says are done."""

    plan: Path
    history: Annotated[CommitLog, LIST]
    now: Time
    force: bool = False


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """Whether force completed it, and whether it was the plan's last."""

    forced: bool
    all_steps_completed: bool


@dataclass(frozen=True, slots=True)
class AlreadyCompleted:
    """The step was completed before, and nothing has changed."""

    all_steps_completed: bool


@dataclass(frozen=True, slots=True)
class HashMismatch:
    """A completed step whose stored commit is not the one in the commit log."""

    step: Anchor
    stored_hash: str
    history_hash: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many commit log entries changed a step, and those that were skipped."""

    reconciled_count: int
    skipped_mismatches: tuple[HashMismatch, ...] = ()
