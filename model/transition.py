"""What the model answers: the state after an operation, the outcome, the rules that decided."""

from dataclasses import dataclass

from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State


@dataclass(frozen=True, slots=True)
class Transition:
    """The answer to one operation. `rules` are the ids of the rules that decided it."""

    state: State
    outcome: Outcome
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of an area: its outcome, its rules, and the plan if the operation changed it."""

    outcome: Outcome
    rules: tuple[str, ...]
    plan: Plan | None = None


def accept(outcome: Outcome, *rules: str, plan: Plan | None = None) -> Decision:
    """Accept an operation, which left the plan as given, or unchanged if none is given."""
    return Decision(outcome, rules, plan)


def refuse(rejected: Rejected, *rules: str) -> Decision:
    """Refuse an operation. Nothing changes."""
    return Decision(rejected, rules)
