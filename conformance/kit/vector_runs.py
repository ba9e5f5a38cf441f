"""Vectors: short traces that each show one thing, run beside the model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.differential.divergence import Divergence
from conformance.differential.tally import DecisionSignature, Tally, decision_of
from conformance.kit.grading import AREA_OF_RULE
from conformance.vectors.editions import vectors_in
from conformance.vectors.playing import KnownReplies, KnownReply, KnownStep, Player
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, Vector, operations_of
from model.apply import apply
from spec.catalog import rule, rule_id
from spec.editions import Edition, edition_named
from spec.rules.rule import Clause
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State

KINDS = (Kind.AMENDMENT, Kind.RULE, Kind.MUTANT, Kind.GUARDS, Kind.BOUNDARY)
"""Kinds of vectors, those first that show most where there is little time."""


@cache
def vectors_of(folder: Path, edition: Edition) -> tuple[Vector, ...]:
    """Return the vectors of a folder, as they are in an edition. Raises `VectorError`."""
    return tuple(vectors_in(read_once(folder), edition))


def vectors_for(
    capabilities: Capabilities, chosen: frozenset[str] = frozenset()
) -> tuple[Vector, ...]:
    """Return the vectors that a system can be asked, those of chosen areas first.

    Raises `VectorError` if one is bad.
    """
    if not VECTORS.is_dir():
        return ()

    def order(vector: Vector) -> tuple[bool, int, int, str]:
        others = chosen.isdisjoint(AREA_OF_RULE.get(rule, "") for rule in vector.rules)
        return others, KINDS.index(vector.kind), len(vector.operations), vector.id

    vectors = vectors_of(VECTORS, capabilities.edition)
    asked = (each for each in vectors if capabilities.can_be_asked(operations_of(each)) is None)
    return tuple(sorted(asked, key=order))


ALIKE, FAILING = 1.0, 0.4
"""How much a failing vector accuses its clauses: if it fails as its mutant does, and otherwise."""


def accused_by(vector: Vector, divergence: Divergence, asked: int) -> dict[str, float]:
    """Return the clauses that a failing vector is about, and how much it accuses each of them.

    It is about them where it fails at its end. One that is about no clause in particular is about
    all that decided by its rules, or else about all of these rules.
    """
    if asked < len(vector.operations):
        return {}
    decided = divergence.decision.clauses
    whole = [each for each in decided if rule_id(each) in unspecific(vector)]
    if not whole:
        whole = [
            each.id for name in sorted(unspecific(vector)) for each in clauses_of(name, vector)
        ]
    weight = ALIKE if vector.breach == divergence.breach else FAILING
    return dict.fromkeys(whole, FAILING) | dict.fromkeys(vector.clauses, weight)


def clauses_of(name: str, vector: Vector) -> tuple[Clause, ...]:
    """Return the clauses of a rule in the edition of a vector."""
    return rule(name).clauses_in(edition_named(vector.edition))


def unspecific(vector: Vector) -> set[str]:
    """Return the rules that a vector is about as a whole."""
    return set(vector.rules) - set(map(rule_id, vector.clauses))


@dataclass(slots=True)
class KnownAnswer:
    """What is answered to some operations, the last of which a decision of the model answers.

    `following` are the answers to one more, or `None` where that cannot be asked. Many vectors
    begin alike, so what they have in common is found once.
    """

    state: State
    now: int
    replies: Sequence[KnownReply]
    decision: DecisionSignature | None = None
    following: dict[Operation, "KnownAnswer | None"] = field(default_factory=dict)


class VectorPlayer:
    """Writes each vector whole, then reads its replies."""

    def __init__(self, player: Player, capabilities: Capabilities) -> None:
        self.player = player
        self.capabilities = capabilities
        self.replies = KnownReplies(capabilities.edition)
        self.beginnings: dict[Operation | None, KnownAnswer] = {}

    def played(self, vector: Vector) -> Tally | None:
        """Return what a vector counts on which both agree, or `None` if it has to be asked again.

        That is where something differs, or where it cannot be asked to its end.
        """
        answers = self.answers(vector)
        if answers is None:
            return None
        for played in self.player.play(KnownStep(each.decision, each.replies) for each in answers):
            if played.unexpected:
                self.player.abandon()
                return None
        decisions = [each.decision for each in answers if each.decision is not None]
        return Tally(Counter(decisions), asked=len(decisions), witnessed=Counter(vector.clauses))

    def answers(self, vector: Vector) -> list[KnownAnswer] | None:
        """Return the answers to the reset before a vector and to its operations, if all are."""
        operations = operations_of(vector)
        by_reset = self.capabilities.starts_with_plan(operations)
        register = operations[0] if by_reset else None
        if register not in self.beginnings:
            assert register is None or isinstance(register, Register)
            self.beginnings[register] = self.beginning(register)
        found = [self.beginnings[register]]
        for operation in operations[by_reset:]:
            known = found[-1]
            if operation not in known.following:
                known.following[operation] = self.answer(operation, known)
            following = known.following[operation]
            if following is None:
                return None
            found.append(following)
        return found

    def beginning(self, register: Register | None) -> KnownAnswer:
        """Return what a store answers that is emptied, and may then hold one plan."""
        replies = self.replies.beginning(register)
        if register is None:
            return KnownAnswer(State(), 0, replies)
        state = apply(State(), register, self.capabilities.edition).state
        return KnownAnswer(state, register.now, replies)

    def answer(self, operation: Operation, before: KnownAnswer) -> KnownAnswer | None:
        """Return the answer to an operation, or `None` if it cannot be asked as it is."""
        if self.capabilities.fitted(operation, before.state, before.now) != operation:
            return None
        transition = apply(before.state, operation, self.capabilities.edition)
        replies = self.replies.step(operation, transition)
        decision = decision_of(operation, transition)
        return KnownAnswer(transition.state, operation.now, replies, decision)
