"""Suspicion: which rules an implementation breaks, by the vectors that fail on it.

The vectors of a broken rule fail where they are about it, and those of other rules do not. So the
rules are ranked as suspicious parts of a program are by its failing tests (Ochiai's coefficient),
with a little weight for the rules that decide where vectors fail that are about others.
"""

from collections import Counter
from dataclasses import dataclass
from math import sqrt

from conformance.adapters.reference import ServedStore
from conformance.adapters.serving import Answerer
from conformance.differential.agreement import Opener
from conformance.mutants.by_vectors import failing_at, vectors
from conformance.vectors.vector import DecidedBy

DECIDING = 0.3
"""How much it weighs that a rule decides where a vector fails that is about another one."""
MOST_SUSPECTS = 3


@dataclass(frozen=True)
class Suspicion:
    """How many vectors fail, one of the shortest of them, and the rules they are laid to."""

    failing: int
    total: int
    shortest: str | None
    rules: tuple[str, ...]


def suspicion_of(opener: Opener) -> Suspicion:
    """Ask an implementation every vector, and rank the rules by those that fail."""
    implementation = opener()
    served = ServedStore(implementation)
    answerer = Answerer(served)
    about, shown, deciding = Counter[str](), Counter[str](), Counter[str]()
    failing: list[str] = []
    asked = [each for each in vectors() if each.decided_by is DecidedBy.STORE]
    for vector in asked:
        about.update(vector.rules)
        served.reset()
        failed = failing_at(answerer, vector)
        if failed is None:
            continue
        failing.append(vector.id)
        deciding.update(vector.operations[failed - 1].rules)
        if failed == len(vector.operations):
            shown.update(vector.rules)
    implementation.close()

    def weight(rule: str) -> float:
        likeness = shown[rule] / sqrt(about[rule] * len(failing))
        return likeness + DECIDING * deciding[rule] / len(failing)

    ranked = sorted(shown, key=weight, reverse=True) if failing else []
    shortest = failing[0] if failing else None
    return Suspicion(len(failing), len(asked), shortest, tuple(ranked[:MOST_SUSPECTS]))
