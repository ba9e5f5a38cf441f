"""The layer of the vectors: a mutant is asked each of them, as any implementation would be."""

from collections.abc import Iterable
from functools import cache

from conformance.agreement import Implementation
from conformance.mutants.layers import Attempt, Layer
from conformance.mutants.mutant import Mutant, Subject
from conformance.protocol.codec import Message
from conformance.protocol.messages import Identity
from conformance.protocol.reference import WHOLE
from conformance.protocol.serving import Answerer
from conformance.vectors.reading import VectorError, read_vectors
from conformance.vectors.vector import DecidedBy, Vector
from spec.editions import CURRENT
from spec.vocabulary import Operation, Outcome, State


class ServedMutant:
    """A mutant as it would be served over a line."""

    identity: Identity = WHOLE

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation

    def reset(self) -> None:
        """Forget everything."""
        self.implementation.load(State())

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""
        return self.implementation.apply(operation)

    def observe(self) -> State:
        """Give everything that is stored."""
        return self.implementation.snapshot_state()


@cache
def vectors() -> tuple[Vector, ...]:
    """Give the vectors of the current edition that a store decides, the shortest first."""
    try:
        found = read_vectors()
    except VectorError:
        return ()
    asked = (
        vector
        for vector in found
        if vector.edition == CURRENT.name and vector.decided_by is DecidedBy.STORE
    )
    return tuple(sorted(asked, key=lambda vector: (len(vector.operations), vector.id)))


def by_vectors(mutant: Mutant, asked: Iterable[Vector] | None = None) -> Attempt:
    """Ask a mutant the vectors until it gives itself away."""
    if mutant.subject is Subject.ORCHESTRATOR:
        return Attempt(Layer.VECTORS, False, 0, "vectors are asked of a store")
    served = ServedMutant(mutant.opener()())
    answerer = Answerer(served)
    operations = 0
    for vector in vectors() if asked is None else asked:
        served.reset()
        done = agreeing(answerer, vector)
        operations += min(done + 1, len(vector.operations))
        if done <= len(vector.operations):
            length = min(done + 1, len(vector.operations))
            return Attempt(Layer.VECTORS, True, operations, vector.id, length)
    return Attempt(Layer.VECTORS, False, operations, "no vector shows it")


def agreeing(answerer: Answerer, vector: Vector) -> int:
    """Count the operations of a vector that are answered as expected, and its state as one more."""
    for position, expectation in enumerate(vector.operations):
        if answerer.answer(expectation.request) != expectation.reply:
            return position
    observed: Message = answerer.answer({"request": "observe"})
    return len(vector.operations) + (observed == vector.state)
