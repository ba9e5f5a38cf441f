"""Probing: what still shows that an amendment is lacking, where known alterations hide it."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.divergence import rejected_or_answer
from conformance.kit.explaining import STORED, Place
from conformance.kit.finding import ConformanceFinding
from conformance.kit.references import amendments_of, with_toggled
from conformance.kit.vector_runs import operations_of
from conformance.protocol.codec import Message, outcome_to_json
from conformance.vectors.vector import Vector
from model.apply import apply
from model.transition import Transition
from spec.amendments.amendment import Amendment
from spec.catalog import OBSERVABLE_AMENDMENTS, rules_changed_by
from spec.editions import Edition, edition_named
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

MOST = 3
"""Probes for an amendment, each by another kind of operation or of answer."""

LONGEST = 6
"""Operations of the vectors that probes are taken from."""


@dataclass(frozen=True)
class Hidden:
    """Fields that show nothing: those `altered` in general, and those `left_out` always."""

    altered: Set[Place]
    left_out: Set[str]

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the fields that are left out."""
        return frozenset(name.rpartition(".")[2] for name in self.left_out)

    def shows(self, kind: str, difference: Difference) -> bool:
        """Return whether a difference in an answer, or in what is stored, can be seen."""
        field = difference.field
        return (kind, field) not in self.altered and field not in self.names


@dataclass(frozen=True)
class Probe:
    """The operations of a vector up to the one that shows that an amendment is lacking."""

    vector: Vector
    operations: tuple[Operation, ...]


@dataclass
class Probing:
    """Finds the shortest beginnings of vectors that tell an edition apart from one with less."""

    reference: Edition
    vectors: Sequence[Vector]
    hidden: Hidden

    def amendments(self, findings: Sequence[ConformanceFinding]) -> list[Amendment]:
        """Return the amendments of the edition that explain no finding yet."""
        explaining = {amendment for finding in findings for amendment in amendments_of(finding)}
        return [
            each
            for each in OBSERVABLE_AMENDMENTS
            if self.reference.has(each) and each not in explaining
        ]

    def probes(self, amendment: Amendment, passed: Set[str]) -> Iterator[Probe]:
        """Yield probes for an amendment, or none if a vector that passed is one."""
        found = sorted(self._all(amendment), key=lambda each: len(each[1].operations))
        if any(probe.vector.id in passed for _, probe in found):
            return
        kinds = dict.fromkeys(kind for kind, _ in found)
        firsts = (next(probe for each, probe in found if each == kind) for kind in kinds)
        yield from islice(firsts, MOST)

    def _all(self, amendment: Amendment) -> Iterator[tuple[object, Probe]]:
        """Yield the probes that vectors begin with, each with its kind."""
        lacking = edition_named(with_toggled(self.reference, amendment))
        rules = {rule.id for rule in rules_changed_by(amendment)}
        for vector, ours, cited in self._transitions:
            if rules.isdisjoint(cited):
                continue
            operations, state = operations_of(vector), State()
            for number, (operation, model) in enumerate(zip(operations, ours, strict=True), 1):
                theirs = apply(state, operation, lacking)
                state = theirs.state
                if (theirs.outcome, theirs.state) == (model.outcome, model.state):
                    continue
                if self._is_seen(model, theirs):
                    kind = (type(operation), rejected_or_answer(outcome_to_json(model.outcome)))
                    yield kind, Probe(vector, operations[:number])
                break

    def _is_seen(self, ours: Transition, theirs: Transition) -> bool:
        comparator = Comparator(edition=self.reference)
        answer = rejected_or_answer(outcome_to_json(ours.outcome))
        observed = self._given(outcome_to_json(theirs.outcome, self.reference))
        expected = self._given(outcome_to_json(ours.outcome, self.reference))
        return any(
            self.hidden.shows(answer, each)
            for each in comparator.reply_differences(expected, observed)
        ) or any(
            self.hidden.shows(STORED, each)
            for each in comparator.state_differences(ours.state, theirs.state)
        )

    def _given(self, message: Message) -> Message:
        kind = rejected_or_answer(message)
        return {
            name: value
            for name, value in message.items()
            if f"{kind}.{name}" not in self.hidden.left_out
        }

    @cached_property
    def _transitions(self) -> list[tuple[Vector, list[Transition], frozenset[str]]]:
        """The short vectors, what the edition does on each, and the rules that decide there."""
        found = []
        for vector in self.vectors:
            if len(vector.operations) <= LONGEST:
                ours = transitions_of(operations_of(vector), self.reference)
                cited = frozenset(rule for each in ours for rule in each.rules)
                found.append((vector, ours, cited))
        return found
