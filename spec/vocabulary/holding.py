"""Holding: starting, renewing, releasing and resetting claimed steps."""

from dataclasses import dataclass

from spec.vocabulary.claims import DEFAULT_LEASE


@dataclass(frozen=True, slots=True)
class Start:
    """Start work on a claimed step."""

    plan: str
    step: str
    worktree: str
    now: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Renew the lease of a held step for `lease` milliseconds from now."""

    plan: str
    step: str
    worktree: str
    now: int
    lease: int = DEFAULT_LEASE


@dataclass(frozen=True, slots=True)
class Release:
    """Release a held step before its lease ends, on a worktree's authority or by force."""

    plan: str
    step: str
    now: int
    worktree: str | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Reset a step that is not completed to pending, whoever holds it."""

    plan: str
    step: str
    now: int


@dataclass(frozen=True, slots=True)
class Started:
    """Work on the step has started."""

    anchor: str


@dataclass(frozen=True, slots=True)
class LeaseRenewed:
    """When the renewed lease ends."""

    lease_expires_at: int


@dataclass(frozen=True, slots=True)
class Released:
    """The worktree that held the step."""

    was_claimed_by: str


@dataclass(frozen=True, slots=True)
class ResetResult:
    """The step is pending."""

    anchor: str
