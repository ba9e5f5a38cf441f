"""Showing: everything that is stored of a plan."""

from dataclasses import dataclass

from spec.vocabulary.state import Plan


@dataclass(frozen=True, slots=True)
class Show:
    """Query everything that is stored of a plan."""

    plan: str
    document_hash: str
    now: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The stored plan, and whether its document has changed since."""

    plan: Plan
    drifted: bool
