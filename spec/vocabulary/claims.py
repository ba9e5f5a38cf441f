"""Claims: taking the next step, and the answers."""

from dataclasses import dataclass

DEFAULT_LEASE = 7_200_000
"""How long a claim keeps others away unless it says otherwise, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the next step that may be worked on. `lease` is in milliseconds, 0 or more."""

    plan: str
    worktree: str
    document_hash: str
    now: int
    lease: int = DEFAULT_LEASE
    force: bool = False


@dataclass(frozen=True, slots=True)
class Claimed:
    """The step that was given, and how much is left for others."""

    anchor: str
    title: str
    index: int
    lease_expires_at: int
    reclaimed: bool
    remaining_ready: int
    total_remaining: int


@dataclass(frozen=True, slots=True)
class NothingClaimable:
    """No step was given: all are completed, or `blocked` top-level steps are not."""

    all_completed: bool
    blocked: int
