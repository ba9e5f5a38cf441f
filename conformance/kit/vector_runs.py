"""Vectors: short traces that each show one thing, run beside the model."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.tally import DecisionSignature, Tally, decision_of
from conformance.kit.coverage import VectorCoverage
from conformance.kit.grading import AREA_OF_RULE
from conformance.vectors.editions import vectors_in
from conformance.vectors.playing import KnownReplies, KnownReply, KnownStep, Player
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, Vector
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


def operations_of(vector: Vector) -> tuple[Operation, ...]:
    """Return the operations of a vector."""
    return tuple(asked.operation for asked in vector.operations)


def run_operations(operations: Sequence[Operation], runner: DifferentialRunner) -> bool:
    """Run the operations of a vector, or the first of them, from an empty store.

    Returns whether they could be asked as they are. Raises `Divergence`.
    """
    for operation in runner.begin(operations):
        try:
            if runner.fitted(operation) != operation:
                # The clock cannot follow, so that this would show something else.
                return False
            runner.apply(operation)
        except Skipped:
            return False
    return True


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


@dataclass(frozen=True, slots=True)
class VectorStep:
    """A step of a vector: what decides its operation, or `None` if it is the reset before them."""

    vector: Vector
    decision: DecisionSignature | None
    is_last: bool


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


@dataclass
class VectorRunner:
    """Plays vectors, and counts those on which both sides agree; `differs` takes the others.

    A vector ends early where the clock of the system cannot follow, or where it would break.
    """

    player: Player
    capabilities: Capabilities
    tally: Tally
    coverage: VectorCoverage
    differs: Callable[[Vector], None]
    asked: int = 0
    passed: int = 0
    waiting: deque[Vector] = field(default_factory=deque)
    is_cut: bool = False
    beginnings: dict[Operation | None, KnownAnswer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.replies = KnownReplies(self.capabilities.edition)

    def run(self, goes_on: Callable[[int], bool]) -> None:
        """Run the vectors that are waiting as long as it goes on after so many operations."""
        answered: list[DecisionSignature] = []
        for played in self.player.play(self.steps(goes_on)):
            step: VectorStep = played.step.what
            if step.decision is None:
                answered = []
            else:
                answered.append(step.decision)
            if played.unexpected:
                unread = [each.what for each in self.player.abandon()]
                again = [each.vector for each in unread if each.decision is None]
                self.waiting.extendleft(reversed(again))
                self.is_cut = True
                self.differs(step.vector)
            elif step.is_last:
                self.tally.asked += len(answered)
                self.tally.agreed.update(answered)
                if len(answered) == len(self.operations_left(step.vector)):
                    self.passed += 1
                    self.tally.witnessed.update(step.vector.clauses)
                    self.coverage.sent.add(step.vector.id)
                else:
                    self.coverage.cut.add(step.vector.id)

    def steps(self, goes_on: Callable[[int], bool]) -> Iterator[KnownStep]:
        """Yield the steps of the vectors that are waiting."""
        while self.waiting and goes_on(self.asked):
            self.is_cut = False
            for step in self.steps_of(self.waiting.popleft()):
                yield step
                if self.is_cut:
                    break

    def steps_of(self, vector: Vector) -> Iterator[KnownStep]:
        """Yield the reset before a vector, then its operations as far as they can be asked."""
        by_reset = self.capabilities.starts_with_plan(operations_of(vector))
        register = operations_of(vector)[0] if by_reset else None
        if register not in self.beginnings:
            assert register is None or isinstance(register, Register)
            self.beginnings[register] = self.beginning(register)
        begun = self.beginnings[register]
        coming = list(self.answers(vector, begun))
        yield KnownStep(VectorStep(vector, None, not coming), begun.replies)
        for answer in coming:
            self.asked += 1
            is_last = answer is coming[-1]
            yield KnownStep(VectorStep(vector, answer.decision, is_last), answer.replies)

    def answers(self, vector: Vector, begun: KnownAnswer) -> Iterator[KnownAnswer]:
        """Yield the answers to the operations that can be asked as they are.

        What is known to break the system ends the vector before it.
        """
        known = begun
        for operation in self.operations_left(vector):
            if operation not in known.following:
                known.following[operation] = self.answer(operation, known)
            following = known.following[operation]
            if following is None:
                return
            assert following.decision is not None
            if self.tally.breaks(following.decision):
                self.coverage.block(vector)
                return
            yield following
            known = following

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

    def operations_left(self, vector: Vector) -> Sequence[Operation]:
        """Return the operations of a vector that are not done by a reset."""
        operations = operations_of(vector)
        return operations[self.capabilities.starts_with_plan(operations) :]
