"""The search of each layer for a mutant: by vectors, in every reachable state, at random."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.answered_runs import search_answers
from conformance.differential.divergence import Divergence
from conformance.differential.exhaustive import ReachableSituations
from conformance.differential.orchestrators import first_difference
from conformance.differential.recovery_situations import recovery_situations
from conformance.differential.runner import DifferentialRunner, first_divergence
from conformance.differential.search import Limits, first_failure, reduce_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.faults.mutant import Component, Mutant
from conformance.protocol.documents.mutants import LayerResult
from conformance.vectors.killing.layers import Layer, UnsoundCheck
from conformance.vectors.reading import VectorError, read_once
from conformance.vectors.vector import Vector, operations_of
from model.explorer.scopes.catalog import SCOPES
from model.transition import Transition
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

SCOPES_OF = {
    "PLN": ("two-plans", "order", "drift"),
    "CLM": ("single", "order", "drift", "claim-ids", "resuming"),
    "CHK": ("deferrals", "single", "family"),
    "CMP": ("single", "history", "family", "resuming"),
    "COM": ("commits",),
    "REV": ("reviews",),
    "ITR": ("iterations",),
    "AGT": ("iterations",),
}
"""The scopes in which the rules of an area, by its prefix, decide something."""

BY_NAME = {scope.name: scope for scope in SCOPES}

SEED, STEPS, CALLS = 0, 40, 8
"""Where randomness starts, and how many steps an example and calls a run of answers has, about."""


@cache
def vectors() -> tuple[Vector, ...]:
    """Return the vectors of the current edition, the shortest first; none if none were built."""
    try:
        found = read_once()
    except VectorError:
        return ()
    current = (vector for vector in found if vector.edition == CURRENT.name)
    return tuple(sorted(current, key=lambda vector: (len(vector.operations), vector.id)))


def by_vectors(mutant: Mutant, asked: Iterable[Vector] | None = None) -> LayerResult:
    """Run vectors on a mutant, those that ship if none are given, until one fails.

    Its own comes first, then those of its clause.
    """
    operations = 0
    system = mutant.opener()()
    shipped = vectors() if asked is None else asked
    for vector in sorted(
        shipped, key=lambda each: (each.mutant != mutant.id, mutant.clause not in each.clauses)
    ):
        failing = failing_length(system, vector)
        operations += failing or len(vector.operations)
        if failing is not None:
            return LayerResult(Layer.VECTORS, True, operations, vector.id, failing)
    return LayerResult(Layer.VECTORS, False, operations, "no vector shows it")


def failing_length(system: SystemUnderTest | InProcessSystem, vector: Vector) -> int | None:
    """Return how many operations of a vector show a wrong answer or, at its end, a wrong state."""
    runner = DifferentialRunner(system, observe=False)
    try:
        for operation in runner.begin(operations_of(vector)):
            runner.apply(operation)
        runner.compare_everything()
    except Divergence:
        return len(runner.operations)
    return None


def by_situations(mutant: Mutant) -> LayerResult:
    """Play the recovery situations on a mutant of the orchestrator until one differs."""
    tested, calls = mutant.orchestrator(), 0
    for situation in recovery_situations():
        outcomes = situation.outcomes
        calls += len(outcomes)
        if situation.edition != CURRENT.name:
            continue
        if first_difference(situation.given, outcomes, tested) is not None:
            return LayerResult(Layer.SITUATIONS, True, calls, situation.id, len(outcomes))
    return LayerResult(Layer.SITUATIONS, False, calls, "no situation shows it")


def at_random(mutant: Mutant, budget: int) -> LayerResult:
    """Apply about so many operations, and reduce the first sequence that diverges."""
    if mutant.subject is Component.ORCHESTRATOR:
        return on_drawn_answers(mutant, budget)
    tally = Tally()
    machine = search_machine(mutant.opener(), workspaces(), tally)
    failure = first_failure(machine, Limits(max(budget // STEPS, 1), STEPS, SEED))
    if failure is None:
        return LayerResult(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    operations = reduce_failure(machine.open_system, failure).operations
    require_sound(first_divergence(StoreSystem(), operations))
    length = len(operations)
    # The operation that diverges is not in the tally, which counts those that agree.
    return LayerResult(Layer.RANDOM, True, tally.operations + 1, f"seed {SEED}", length)


def require_sound(divergence: Divergence | None) -> None:
    """Raise `UnsoundCheck` if the unbroken store diverges too."""
    if divergence is not None:
        raise UnsoundCheck("model and store disagree; 'planspec check' shows where")


def on_drawn_answers(mutant: Mutant, budget: int) -> LayerResult:
    """Send a mutant of the orchestrator the answers of about so many calls."""
    runs = max(budget // CALLS, 1)
    difference = search_answers(SEED, mutant.orchestrator(), runs)
    if difference is None:
        return LayerResult(Layer.RANDOM, False, runs * CALLS, "no drawn answers show it")
    length = len(difference.after)
    return LayerResult(Layer.RANDOM, True, length, f"seed {SEED}", length)


@dataclass(frozen=True, slots=True)
class ReachableTransition:
    """An operation in a reachable state, and what the model does; `length` counts it too."""

    state: State
    operation: Operation
    transition: Transition
    length: int


class Memory:
    """What a scope asks, in the order of the search, kept for the next mutant."""

    def __init__(self, scope: str) -> None:
        self.remembered: list[ReachableTransition] = []
        self.more = all_asked(scope)

    def first(self, count: int) -> Iterator[ReachableTransition]:
        """Yield so many, or all if there are fewer."""
        missing = count - len(self.remembered)
        self.remembered += islice(self.more, max(missing, 0))
        return islice(self.remembered, count)


def all_asked(scope: str) -> Iterator[ReachableTransition]:
    """Yield every operation in every state, in those that are reached soonest first."""
    reachable = ReachableSituations(BY_NAME[scope])
    for situation in reachable:
        path = reachable.path(situation)
        before = sum(isinstance(event, Operation) for event in path)
        for _, operation, transition in reachable.transitions(situation):
            yield ReachableTransition(situation.state, operation, transition, before + 1)


remembered = cache(Memory)


def exhaustively(mutant: Mutant, budget: int) -> LayerResult:
    """Try at most so many operations, breadth first, until one differs.

    Every scope of the rule's area gets an equal share of them.
    """
    runner, tried = DifferentialRunner(mutant.opener()()), 0
    scopes = SCOPES_OF[mutant.rule.split("-")[0]]
    for scope in scopes:
        held: State | None = None
        for asked in remembered(scope).first(budget // len(scopes)):
            tried += 1
            if held is not asked.state:
                runner.load(asked.state)
            if runner.compare(asked.operation, asked.transition, whole=True):
                unbroken = DifferentialRunner(StoreSystem())
                unbroken.load(asked.state)
                require_sound(unbroken.compare(asked.operation, asked.transition, whole=True))
                return LayerResult(Layer.EXHAUSTIVE, True, tried, f"scope {scope}", asked.length)
            held = asked.transition.state
    return LayerResult(Layer.EXHAUSTIVE, False, tried, "no scope shows it")
