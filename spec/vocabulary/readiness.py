"""Readiness: which steps can be worked on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ready:
    """Query which steps can be worked on."""

    plan: str
    now: int


@dataclass(frozen=True, slots=True)
class Readiness:
    """Every top-level step, by anchor, in exactly one of four lists in document order."""

    completed: tuple[str, ...]
    expired_claim: tuple[str, ...]
    ready: tuple[str, ...]
    blocked: tuple[str, ...]
