"""Purposes: what each vector is for, and whether a trace serves it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from conformance.adapters.model import transitions_of
from conformance.adapters.stores import OpenSystem
from conformance.authoring.guards.pairs import GuardPair, pair_failing_together
from conformance.authoring.traces import FoundTrace
from conformance.differential.divergence import Divergence
from conformance.differential.runner import first_divergence
from conformance.mutants.faults.mutant import Mutant, MutantKind
from conformance.protocol.codec import operation_request, outcome_to_json, state_to_json
from conformance.protocol.operations import operation_name
from conformance.vectors.vector import Before, ExpectedReply, Kind, Length, Vector
from model.apply import apply
from model.transition import Transition
from spec.amendments.amendment import Amendment
from spec.catalog import clause, rules_of
from spec.editions import CURRENT, toggled
from spec.rules.rule import Rule
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.state import State

OPERATIONS_BY_NAME = {operation.__name__: operation for operation in OPERATIONS}


class Goal:
    """What a vector is for."""

    id: str
    title: str
    kind: Kind
    rules: tuple[str, ...]
    length: Length | None = None
    clauses: tuple[str, ...] = ()
    mutant: str | None = None
    amendment: str | None = None
    guards: tuple[str, ...] = ()

    def serves(self, found: FoundTrace) -> bool:
        """Return whether a trace serves it."""
        raise NotImplementedError

    def before(self, found: FoundTrace) -> Before | None:  # noqa: ARG002
        """Return what an earlier edition says to the last operation, where that is the point."""
        return None

    def breach(self, found: FoundTrace) -> tuple[str, ...]:  # noqa: ARG002
        """Return what a mutant does wrong at the end, where a mutant is the point."""
        return ()


NOT_UNDERSTOOD = "OperationalError"
"""What SQLite raises for a statement with a mistake, and not for one that does something wrong."""


@dataclass
class RuleGoal(Goal):
    """A rule decides the last operation."""

    rule: Rule

    def __post_init__(self) -> None:
        self.id = f"rule-{self.rule.id}"
        self.title = f"{self.rule.title} ({self.rule.id})."
        self.kind, self.rules = Kind.RULE, (self.rule.id,)

    def serves(self, found: FoundTrace) -> bool:
        """Return whether the rule decides."""
        return self.rule.id in transitions_of(found.operations)[-1].rules


@dataclass
class GuardOrderGoal(Goal):
    """Two guards fail together on the last operation, and one of them is checked first."""

    pair: GuardPair

    def __post_init__(self) -> None:
        operation = operation_name(OPERATIONS_BY_NAME[self.pair.operation])
        self.guards = (self.pair.first, self.pair.second)
        self.id = "-".join(["guards", operation, *self.guards]).replace(" ", "-")
        (one, first), (other, second) = (guard.split() for guard in self.guards)
        refusing = f"{operation}: {first} ({one}) is checked before {second} ({other})"
        self.title = f"{refusing}, and both would refuse."
        self.kind, self.rules = Kind.GUARDS, tuple(dict.fromkeys((one, other)))

    def serves(self, found: FoundTrace) -> bool:
        """Return whether both guards fail, and the first answers."""
        *_, (before, operation, transition) = steps(found.operations)
        return pair_failing_together(before, operation, transition) == self.pair


def rules_shown(change: Amendment) -> tuple[str, ...]:
    """Return the rules of the store that an amendment adds to."""
    rules = [rule.id for rule in rules_of(change)]
    return tuple(each for each in rules if not each.startswith("REC-"))


@dataclass
class EditionDiffGoal(Goal):
    """An edition without an amendment, or with a withdrawn one, answers differently at the end."""

    change: Amendment

    def __post_init__(self) -> None:
        self.amendment = self.change.id
        self.id = f"amendment-{self.change.id}"
        self.title = f"{self.change.title} ({self.change.id} {self.change.name})."
        self.kind = Kind.AMENDMENT
        self.rules = rules_shown(self.change)
        self.edition = toggled(self.change)

    def serves(self, found: FoundTrace) -> bool:
        """Return whether the two part at the last operation, and not before."""
        return self.before(found) is not None

    def before(self, found: FoundTrace) -> Before | None:
        """Return what that edition says to the last operation."""
        state = earlier = State()
        for operation in found.operations[:-1]:
            new, old = apply(state, operation), apply(earlier, operation, self.edition)
            if new.outcome != old.outcome:
                return None
            state, earlier = new.state, old.state
        last = found.operations[-1]
        outcome = apply(earlier, last, self.edition).outcome
        if outcome == apply(state, last).outcome:
            return None
        return Before(self.edition.name, outcome_to_json(outcome))


@dataclass
class MutantGoal(Goal):
    """A deliberately broken implementation answers wrongly, or ends in a wrong state."""

    broken: Mutant

    def __post_init__(self) -> None:
        self.mutant = self.broken.id
        self.id = f"mutant-{self.broken.id}"
        self.title = self.sentence()
        self.kind, self.rules = Kind.MUTANT, (self.broken.rule,)
        self.clauses = (self.broken.clause,)

    def sentence(self) -> str:
        """Return what the vector shows: what must not be so, or else what must be."""
        identifier = self.broken.clause
        if self.broken.kind in (MutantKind.BY_HAND, MutantKind.AMENDMENT_OFF):
            return f"Broken if {self.broken.fault} ({identifier})."
        return f"Broken unless kept: {clause(identifier).text} ({identifier})"

    def serves(self, found: FoundTrace) -> bool:
        """Return whether the mutant differs from the model on the trace."""
        return shows(opener_of(self.broken), found.operations)

    def breach(self, found: FoundTrace) -> tuple[str, ...]:
        """Return what the mutant does wrong at the last operation."""
        divergence = difference(opener_of(self.broken), found.operations, observe=True)
        return divergence.breach if divergence else ()


def shows(open_system: OpenSystem, operations: tuple[Operation, ...]) -> bool:
    """Return whether a system answers an operation wrongly, or ends in a wrong state.

    A statement that no database understands breaks no clause: it is a mistake in a mutant.
    """
    divergence = difference(open_system, operations, observe=False)
    return divergence is not None and not any(
        NOT_UNDERSTOOD in each for each in divergence.problems
    )


def difference(
    open_system: OpenSystem, operations: tuple[Operation, ...], *, observe: bool
) -> Divergence | None:
    """Return the first divergence of a system that is opened for it."""
    system = open_system()
    try:
        return first_divergence(system, operations, observe=observe)
    finally:
        system.close()


@cache
def opener_of(mutant: Mutant) -> OpenSystem:
    """Load a mutant once."""
    return mutant.opener()


def steps(
    operations: tuple[Operation, ...],
) -> Iterator[tuple[State, Operation, Transition]]:
    """Yield operations with the state before and the transition of the model."""
    state = State()
    for operation in operations:
        transition = apply(state, operation)
        yield state, operation, transition
        state = transition.state


def vector_of(goal: Goal, found: FoundTrace) -> Vector:
    """Make the vector of a goal from a trace that serves it."""
    expectations, state = expected(found)
    return Vector(
        id=goal.id,
        title=goal.title,
        kind=goal.kind,
        edition=CURRENT.name,
        rules=goal.rules,
        clauses=goal.clauses,
        mutant=goal.mutant,
        amendment=goal.amendment,
        guards=goal.guards,
        length=goal.length or found.length,
        scope=found.scope,
        before=goal.before(found),
        breach=goal.breach(found),
        operations=tuple(expectations),
        state=state_to_json(state),
    )


def expected(found: FoundTrace) -> tuple[list[ExpectedReply], State]:
    """Return what is expected of a trace."""
    answered = list(steps(found.operations))
    expectations = [
        ExpectedReply(
            operation_request(operation), outcome_to_json(transition.outcome), transition.rules
        )
        for _, operation, transition in answered
    ]
    return expectations, answered[-1][2].state
