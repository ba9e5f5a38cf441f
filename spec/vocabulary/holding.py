"""Holding: what can be done with a claimed step besides the work, and the answers."""

from dataclasses import dataclass

from spec.vocabulary.claims import DEFAULT_LEASE


@dataclass(frozen=True, slots=True)
class Start:
    """Say that work on a claimed step has begun."""

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
    """Give a held step back before its lease ends, on a worktree's authority or by force."""

    plan: str
    step: str
    now: int
    worktree: str | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Put an uncompleted step back to pending, whoever holds it."""

    plan: str
    step: str
    now: int


@dataclass(frozen=True, slots=True)
class Started:
    """Work on the step has begun."""

    anchor: str


@dataclass(frozen=True, slots=True)
class LeaseRenewed:
    """When the lease now ends."""

    lease_expires_at: int


@dataclass(frozen=True, slots=True)
class Released:
    """Who held the step."""

    was_claimed_by: str


@dataclass(frozen=True, slots=True)
class WasReset:
    """The step is pending."""

    anchor: str
