"""Transitions: the state after an operation, its outcome, and the rules that decided it."""

from dataclasses import dataclass

from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State


@dataclass(frozen=True, slots=True)
class Transition:
    """The result of one operation. `rules` are the ids of the rules that decided it."""

    state: State
    outcome: Outcome
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of an area: outcome, rules, and the plan if the operation changed it."""

    outcome: Outcome
    rules: tuple[str, ...]
    plan: Plan | None = None


def accept(outcome: Outcome, *rules: str, plan: Plan | None = None) -> Decision:
    """Accept an operation. Without `plan`, it changed nothing."""
    return Decision(outcome, rules, plan)


def refuse(rejected: Rejected, *rules: str) -> Decision:
    """Refuse an operation. Nothing changes."""
    return Decision(rejected, rules)
