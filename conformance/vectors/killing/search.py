"""The search of each layer for a mutant: by vectors, situations, or at random."""

from collections.abc import Iterable
from functools import cache

from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence
from conformance.differential.orchestrators import first_difference
from conformance.differential.recovery_situations import recovery_situations
from conformance.differential.runner import DifferentialRunner, first_divergence
from conformance.differential.search import Limits, first_failure, reduce_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.faults.mutant import Mutant
from conformance.protocol.documents.vectors import LayerResult
from conformance.vectors.killing.layers import Layer, UnsoundCheck
from conformance.vectors.reading import VectorError, read_once
from conformance.vectors.vector import Vector, operations_of
from spec.editions import CURRENT

SEED, STEPS = 0, 40
"""Where randomness starts, and how many steps an example has."""


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
        runner.run(operations_of(vector))
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
    tally = Tally()
    machine = search_machine(mutant.opener(), workspaces(), tally)
    failure = first_failure(machine, Limits(max(budget // STEPS, 1), STEPS, SEED))
    if failure is None:
        return LayerResult(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    operations = reduce_failure(machine.open_system, failure).operations
    if first_divergence(StoreSystem(), operations) is not None:
        raise UnsoundCheck("model and store disagree; 'planspec check' shows where")
    length = len(operations)
    # The operation that diverges is not in the tally, which counts those that agree.
    return LayerResult(Layer.RANDOM, True, tally.operations + 1, f"seed {SEED}", length)
