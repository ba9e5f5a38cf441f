"""Transitions: the state after an operation, its outcome, and the clauses that decided it.

The model cites the clause by which it refuses, and those by which it acts on the way that it takes
anyway. It computes nothing only to cite: whether a clause was put to the test is known from its
witness, a vector that fails where the clause is broken.
"""

from dataclasses import dataclass
from functools import cache

from spec.vocabulary.operations import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State


@dataclass(frozen=True, slots=True)
class Transition:
    """The result of one operation. `clauses` are the ids of the clauses that decided it."""

    state: State
    outcome: Outcome
    clauses: tuple[str, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules of the clauses, each once."""
        return rules_cited(self.clauses)


@cache
def rules_cited(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules that clauses belong to, each once, in the order of first mention."""
    return tuple(dict.fromkeys(clause.partition(".")[0] for clause in clauses))


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of an area: outcome, clauses, and the plan if the operation changed it."""

    outcome: Outcome
    clauses: tuple[str, ...]
    plan: Plan | None = None


def accept(outcome: Outcome, *clauses: str, plan: Plan | None = None) -> Decision:
    """Accept an operation. Without `plan`, it changed nothing."""
    return Decision(outcome, clauses, plan)


def refuse(rejected: Rejected, *clauses: str) -> Decision:
    """Refuse an operation. Nothing changes."""
    return Decision(rejected, clauses)


def citing(decision: Decision, *clauses: str) -> Decision:
    """Return the decision with further clauses that decided it."""
    cited = tuple(dict.fromkeys((*decision.clauses, *clauses)))
    return Decision(decision.outcome, cited, decision.plan)
