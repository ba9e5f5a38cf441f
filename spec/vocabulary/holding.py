"""Holding: starting, renewing, releasing and resetting claimed steps."""

from dataclasses import dataclass, field

from spec.vocabulary.domains import (
    DEFAULT_LEASE,
    LATER,
    Anchor,
    ClaimId,
    Duration,
    Path,
    Reason,
    Time,
)

MOST_REASON_BYTES = 500
"""The greatest size of the reason of a release, in bytes of UTF-8."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start work on a claimed step."""

    plan: Path
    step: Anchor
    worktree: Path
    now: Time
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Renew the lease of a held step for `lease` milliseconds from now.

    Only with `shorten` may it expire earlier than before.
    """

    plan: Path
    step: Anchor
    worktree: Path
    now: Time
    lease: Duration = DEFAULT_LEASE
    claim_id: ClaimId | None = field(default=None, metadata=LATER)
    shorten: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Release:
    """Release a held step before its lease expires, on a worktree's authority or by force.

    `reason` is for whoever claims the step next.
    """

    plan: Path
    step: Anchor
    now: Time
    worktree: Path | None = None
    force: bool = False
    claim_id: ClaimId | None = field(default=None, metadata=LATER)
    reason: Reason | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Reset:
    """Reset a step that is not completed to pending, whatever its holder."""

    plan: Path
    step: Anchor
    now: Time
    claim_id: ClaimId | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Started:
    """Work on the step has started."""

    anchor: str


@dataclass(frozen=True, slots=True)
class AlreadyStarted:
    """The holder has started the step before, and nothing has changed."""

    anchor: str


@dataclass(frozen=True, slots=True)
class LeaseRenewed:
    """When the renewed lease expires."""

    lease_expires_at: int


@dataclass(frozen=True, slots=True)
class Released:
    """The worktree that held the step."""

    was_claimed_by: str


@dataclass(frozen=True, slots=True)
class ResetResult:
    """The step is pending."""

    anchor: str
