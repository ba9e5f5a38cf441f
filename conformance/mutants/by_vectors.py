"""The layer of the vectors: each is run on a mutant, as on any other system."""

from collections.abc import Iterable
from functools import cache

from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.orchestrators import ProcedureDivergence, matched, model_orchestrator
from conformance.mutants.layers import Layer, LayerResult
from conformance.mutants.mutant import Component, Mutant
from conformance.vectors.reading import VectorError, read_vectors
from conformance.vectors.running import Outcome, run
from conformance.vectors.vector import DecidedBy, Vector
from model.explorer.runs import listen
from spec.editions import CURRENT


@cache
def vectors() -> tuple[Vector, ...]:
    """Return the vectors of the current edition, the shortest first; none if none were built."""
    try:
        found = read_vectors()
    except VectorError:
        return ()
    current = (vector for vector in found if vector.edition == CURRENT.name)
    return tuple(sorted(current, key=lambda vector: (len(vector.operations), vector.id)))


def by_vectors(mutant: Mutant, asked: Iterable[Vector] | None = None) -> LayerResult:
    """Run vectors on a mutant, those that ship if none are given, until one fails."""
    chosen = vectors() if asked is None else asked
    if mutant.subject is Component.ORCHESTRATOR:
        return of_orchestrator(mutant, chosen)
    system, comparator, operations = mutant.opener()(), Comparator(), 0
    for vector in chosen:
        result = run(system, comparator, vector)
        operations += result.length
        if result.outcome is Outcome.FAIL:
            return LayerResult(Layer.VECTORS, True, operations, vector.id, result.length)
    return LayerResult(Layer.VECTORS, False, operations, "no vector shows it")


def of_orchestrator(mutant: Mutant, chosen: Iterable[Vector]) -> LayerResult:
    """Send an orchestrator the outcomes in the vectors of runs, and match what it sends."""
    operations = 0
    for vector in chosen:
        if vector.decided_by is DecidedBy.ORCHESTRATOR:
            operations += len(vector.operations)
            if diverges(mutant, vector):
                length = len(vector.operations)
                return LayerResult(Layer.VECTORS, True, operations, vector.id, length)
    return LayerResult(Layer.VECTORS, False, operations, "no vector shows it")


def diverges(mutant: Mutant, vector: Vector) -> bool:
    """Return whether a mutant goes on in another way than the model somewhere in a run."""
    assert vector.work is not None
    work = vector.work
    transitions = transitions_of(expectation.operation for expectation in vector.operations)
    answered = [
        transition.outcome
        for transition, expectation in zip(transitions, vector.operations, strict=True)
        if expectation.then is not None
    ]
    plan = vector.operations[0].operation.plan
    given = (plan, work.worktree, work.review, work.count)
    both = matched(model_orchestrator(*given), mutant.orchestrator()(*given))
    try:
        # The first outcome is that of the registration, after which the orchestrator begins.
        listen(both, answered[1:])
    except ProcedureDivergence:
        return True
    return False
