"""The tally: which decisions of the model were put to the test, and which were shared."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from conformance.differential.variety import Variety
from model.transition import Transition, rules_cited
from spec.catalog import RULES, rule_id, undecided_clauses
from spec.editions import CURRENT, Edition
from spec.formats.words import operation_name
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import Predicate
from spec.properties.remedies import FOLLOW_UPS
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan

CHECKED = (*INVARIANTS, *STEP_PROPERTIES, *FOLLOW_UPS, *RUN_PROPERTIES)
"""The properties that random operations put to the test."""


@dataclass(frozen=True, slots=True)
class DecisionSignature:
    """What one decision of the model has in common with others: operation, answer, clauses.

    `answer` is the name of an accepted answer, or the code and the reason word of a rejection.
    """

    kind: type[Operation]
    answer: str
    clauses: tuple[str, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the clauses, each once."""
        return rules_cited(self.clauses)

    @property
    def operation(self) -> str:
        """The name of the operation in messages."""
        return operation_name(self.kind)

    @property
    def is_rejection(self) -> bool:
        """Whether the operation was rejected."""
        return " " in self.answer


def decision_of(operation: Operation, transition: Transition) -> DecisionSignature:
    """Return what a decision has in common with others."""
    outcome = transition.outcome
    rejected = f"{outcome.code} {outcome.reason}" if isinstance(outcome, Rejected) else None
    answer = rejected or operation_name(type(outcome))
    return DecisionSignature(type(operation), answer, transition.clauses)


@dataclass
class Tally:
    """Counts over decisions: those on which both agreed, and those on which they differed.

    `unsupported` keeps the last reason that was given for a decision. `witnessed` counts the
    clauses whose vectors were run to their end, and agreed, `orchestrated` those that the
    orchestrator followed, `properties` how often each was put to the test, and `variety` the fields
    that random operations varied. The clauses are those of `edition`.
    """

    agreed: Counter[DecisionSignature] = field(default_factory=Counter)
    differed: Counter[DecisionSignature] = field(default_factory=Counter)
    unsupported: dict[DecisionSignature, str] = field(default_factory=dict)
    witnessed: Counter[str] = field(default_factory=Counter)
    orchestrated: Counter[str] = field(default_factory=Counter)
    properties: Counter[str] = field(default_factory=Counter)
    variety: Variety = field(default_factory=Variety)
    asked: int = 0
    endless: list[str] = field(default_factory=list)
    edition: Edition = CURRENT

    def test_properties(self, applicable: Iterable[Predicate[Any]], changed: Plan | None) -> None:
        """Count the properties that a change puts to the test, and those of the changed plan."""
        for rule in applicable:
            self.properties[rule.id] += 1
        if changed is not None:
            for invariant in INVARIANTS:
                if invariant.applies(changed):
                    self.properties[invariant.id] += 1

    def add(self, other: "Tally") -> None:
        """Add what another search has counted."""
        for each in fields(self):
            counted = getattr(self, each.name)
            if isinstance(counted, Counter):
                counted.update(getattr(other, each.name))
        self.variety.add(other.variety)
        self.unsupported |= other.unsupported
        self.asked += other.asked

    @property
    def operations(self) -> int:
        """The number of operations on which both agreed."""
        return self.agreed.total()

    @property
    def accepted(self) -> int:
        """The number of these that were not rejected."""
        return sum(n for each, n in self.agreed.items() if not each.is_rejection)

    @property
    def outcomes(self) -> Counter[tuple[str, str]]:
        """How often each operation was accepted, or rejected with a code and a reason word."""
        counts = Counter[tuple[str, str]]()
        for each, n in self.agreed.items():
            counts[each.kind.__name__, each.answer if each.is_rejection else "accepted"] += n
        return counts

    @property
    def rules(self) -> Counter[str]:
        """How often each rule decided something on which both agreed, or a witness of it ran."""
        counts = Counter[str]()
        for clause, n in (self.orchestrated + self.witnessed).items():
            counts[rule_id(clause)] += n
        for each, n in self.agreed.items():
            for rule in each.rules:
                counts[rule] += n
        return counts

    @property
    def clauses(self) -> Counter[str]:
        """How often each clause decided something on which both agreed, or its witness ran."""
        counts = self.orchestrated + self.witnessed
        for each, n in self.agreed.items():
            for clause in each.clauses:
                counts[clause] += n
        return counts

    def never_fired(self) -> list[str]:
        """Return the rules that decided nothing, and have no witness that ran."""
        fired = self.rules
        return [rule.id for rule in RULES if not fired[rule.id]]

    def undecided(self) -> list[str]:
        """Return the clauses of the edition that were not put to the test, though they can be."""
        return undecided_clauses(self.clauses, self.edition)

    def never_tested(self) -> list[str]:
        """Return the properties of states, operations and runs that nothing put to the test."""
        return [rule.id for rule in CHECKED if not self.properties[rule.id]]

    def has_diverged(self, rule: str) -> bool:
        """Return whether a rule decided something that diverged."""
        return any(rule in each.rules for each in self.differed)

    def why_unsupported(self, rule: str) -> str | None:
        """Return why a decision of a rule was not supported, or `None` if all were."""
        reasons = (why for each, why in self.unsupported.items() if rule in each.rules)
        return next(reasons, None)
