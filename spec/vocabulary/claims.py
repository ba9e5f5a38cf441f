"""Claims: claiming the next step."""

from dataclasses import dataclass, field

from spec.vocabulary.domains import (
    DEFAULT_LEASE,
    LATER,
    ClaimId,
    DocumentHash,
    Duration,
    LowestId,
    Path,
    Time,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the next step that is claimable. `lease` is in milliseconds, 0 or more.

    With `fenced`, requests of the holder need the id of this claim. With `resume`, a step that the
    worktree holds comes first. The id of the claim is at least `lowest_id`.
    """

    plan: Path
    worktree: Path
    document_hash: DocumentHash
    now: Time
    lease: Duration = DEFAULT_LEASE
    force: bool = False
    claim_id: ClaimId | None = field(default=None, metadata=LATER)
    fenced: bool = field(default=False, metadata=LATER)
    resume: bool = field(default=False, metadata=LATER)
    lowest_id: LowestId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Claimed:
    """The claimed step and how many steps remain. `claim_id` is the id of the claim.

    `release_reason` is why the step was released before.
    """

    anchor: str
    title: str
    index: int
    lease_expires_at: int
    reclaimed: bool
    remaining_ready: int
    total_remaining: int
    claim_id: int | None = field(default=None, metadata=LATER)
    release_reason: str | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class NothingClaimable:
    """No step is claimable: all are completed, or `blocked` top-level steps are not."""

    all_completed: bool
    blocked: int
