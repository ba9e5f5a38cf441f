"""Readiness: which steps can be worked on."""

from dataclasses import dataclass

from spec.vocabulary.domains import Path, Time


@dataclass(frozen=True, slots=True)
class Ready:
    """Query which steps are ready."""

    plan: Path
    now: Time


@dataclass(frozen=True, slots=True)
class Readiness:
    """Every top-level step, by anchor, in exactly one of four lists in document order."""

    completed: tuple[str, ...]
    expired_claim: tuple[str, ...]
    ready: tuple[str, ...]
    blocked: tuple[str, ...]
