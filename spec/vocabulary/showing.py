"""Showing: the question for all that is stored of a plan, and the answer."""

from dataclasses import dataclass

from spec.vocabulary.state import Plan


@dataclass(frozen=True, slots=True)
class Show:
    """Ask for all that is stored of a plan."""

    plan: str
    document_hash: str
    now: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What is stored of the plan, and whether its document has changed since."""

    plan: Plan
    drifted: bool
