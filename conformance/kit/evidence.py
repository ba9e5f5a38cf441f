"""Evidence: which decisions of the model the implementation shared, and which it did not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from conformance.protocol.operations import operation_name
from model.transition import Transition
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected

OFTEN = 5
"""A decision is steered round once every so many times that it was asked, it differed."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What one decision of the model has in common with others: operation, answer, rules."""

    operation: str
    answer: str
    rules: tuple[str, ...]


def signature_of(operation: Operation, transition: Transition) -> Signature:
    """Give the signature of a decision."""
    outcome = transition.outcome
    rejected = f"{outcome.code} {outcome.reason}" if isinstance(outcome, Rejected) else None
    answer = rejected or operation_name(type(outcome))
    return Signature(
        operation_name(type(operation)), answer, tuple(dict.fromkeys(transition.rules))
    )


@dataclass
class Evidence:
    """Counts over decisions. `unsupported` keeps the last reason that was given for each.

    `halting` are those differences after which nothing can be asked of the same store any more;
    `orchestrated` counts the rules that bind the orchestrator, not the store.
    """

    agreed: Counter[Signature] = field(default_factory=Counter)
    differed: Counter[Signature] = field(default_factory=Counter)
    halting: Counter[Signature] = field(default_factory=Counter)
    avoided: Counter[Signature] = field(default_factory=Counter)
    unsupported: dict[Signature, str] = field(default_factory=dict)
    orchestrated: Counter[str] = field(default_factory=Counter)
    asked: int = 0

    def avoids(self, signature: Signature) -> bool:
        """Tell whether asking a decision again would too often lead to a known difference."""
        return self.halting[signature] * OFTEN > self.agreed[signature]

    def exercised(self, rule: str) -> int:
        """Count the decisions of a rule that the implementation shared."""
        counted = sum(n for signature, n in self.agreed.items() if rule in signature.rules)
        return counted + self.orchestrated[rule]

    def rules_exercised(self) -> set[str]:
        """List the rules of which at least one decision was shared."""
        rules = {rule for signature in self.agreed for rule in signature.rules}
        return rules | set(self.orchestrated)

    def stood_in_the_way(self, rule: str) -> bool:
        """Tell whether a rule decided only what differed or was steered round."""
        return any(rule in each.rules for each in (*self.differed, *self.avoided))

    def why_unsupported(self, rule: str) -> str | None:
        """Give the reason why a decision of a rule could not be asked for, if there was one."""
        reasons = (why for each, why in self.unsupported.items() if rule in each.rules)
        return next(reasons, None)

    def suspicion(self, rule: str, operation: str) -> tuple[float, int]:
        """Tell how much the differences of an operation speak against a rule (Ochiai).

        Among rules that are equally suspicious, the one with fewer shared decisions is more so.
        """
        failing = list(self._of(operation, self.differed))
        passing = [each for each in self._of(operation, self.agreed) if not self.differed[each]]
        accused = sum(rule in each.rules for each in failing)
        cleared = sum(rule in each.rules for each in passing)
        if not accused:
            return 0.0, -self.exercised(rule)
        return accused / sqrt(len(failing) * (accused + cleared)), -self.exercised(rule)

    def _of(self, operation: str, counts: Counter[Signature]) -> Iterator[Signature]:
        return (each for each, n in counts.items() if n and each.operation == operation)
