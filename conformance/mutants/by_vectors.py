"""The layer of the vectors: a mutant is asked each of them, as any implementation would be."""

from collections.abc import Iterable
from functools import cache

from conformance.adapters.reference import ServedStore
from conformance.adapters.serving import Answerer
from conformance.differential.orchestrators import ProcedureDivergence, matched, model_orchestrator
from conformance.mutants.catalog.editions import ModelStore
from conformance.mutants.layers import Attempt, Layer
from conformance.mutants.mutant import Mutant, Subject
from conformance.vectors.reading import VectorError, read_vectors
from conformance.vectors.vector import DecidedBy, Vector
from model.explorer.runs import listen
from spec.editions import CURRENT


@cache
def vectors() -> tuple[Vector, ...]:
    """Give the vectors of the current edition, the shortest first; none if none were built."""
    try:
        found = read_vectors()
    except VectorError:
        return ()
    current = (vector for vector in found if vector.edition == CURRENT.name)
    return tuple(sorted(current, key=lambda vector: (len(vector.operations), vector.id)))


def by_vectors(mutant: Mutant, asked: Iterable[Vector] | None = None) -> Attempt:
    """Ask a mutant the vectors, those that ship if none are given, until it gives itself away."""
    chosen = vectors() if asked is None else asked
    if mutant.subject is Subject.ORCHESTRATOR:
        return of_orchestrator(mutant, chosen)
    served = ServedStore(mutant.opener()())
    answerer, operations = Answerer(served), 0
    for vector in chosen:
        served.reset()
        length = failing_at(answerer, vector)
        operations += length or len(vector.operations)
        if length is not None:
            return Attempt(Layer.VECTORS, True, operations, vector.id, length)
    return Attempt(Layer.VECTORS, False, operations, "no vector shows it")


def failing_at(answerer: Answerer, vector: Vector) -> int | None:
    """Count the operations until something is not as expected, the last state too."""
    for number, expectation in enumerate(vector.operations, start=1):
        if answerer.answer(expectation.request) != expectation.reply:
            return number
    observed = answerer.answer({"request": "observe"})
    return None if observed == vector.state else len(vector.operations)


def of_orchestrator(mutant: Mutant, chosen: Iterable[Vector]) -> Attempt:
    """Send an orchestrator the outcomes in the vectors of runs, and match what it sends."""
    operations = 0
    for vector in chosen:
        if vector.decided_by is DecidedBy.ORCHESTRATOR:
            operations += len(vector.operations)
            if diverges(mutant, vector):
                return Attempt(Layer.VECTORS, True, operations, vector.id, len(vector.operations))
    return Attempt(Layer.VECTORS, False, operations, "no vector shows it")


def diverges(mutant: Mutant, vector: Vector) -> bool:
    """Return whether a mutant goes on in another way than the model somewhere in a run."""
    assert vector.work is not None
    work, store = vector.work, ModelStore(CURRENT)
    outcomes = [store.apply(expectation.operation) for expectation in vector.operations]
    answered = [
        outcome
        for outcome, expectation in zip(outcomes, vector.operations, strict=True)
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
