"""Vectors: short traces that each show one thing, run beside the model."""

from conformance.differential.beside import NotAsked
from conformance.differential.difference import Difference
from conformance.kit.exploring import Exploring
from conformance.kit.reach import Reach
from conformance.vectors.reading import VECTORS, read_vectors
from conformance.vectors.vector import DecidedBy, Vector
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation


def vectors_for(reach: Reach) -> tuple[Vector, ...]:
    """List the vectors that an implementation can be asked; raise `VectorError` if one is bad."""
    if not VECTORS.is_dir():
        return ()
    return tuple(vector for vector in read_vectors(VECTORS) if is_for(vector, reach))


def is_for(vector: Vector, reach: Reach) -> bool:
    """Tell whether a vector is of the current edition and asks nothing that is not there."""
    return vector.edition == CURRENT.name and reach.can_be_asked(operations_of(vector)) is None


def operations_of(vector: Vector) -> tuple[Operation, ...]:
    """List the operations of a vector."""
    return tuple(asked.operation for asked in vector.operations)


def run_vector(vector: Vector, beside: Exploring) -> bool:
    """Run a vector; tell whether it could be asked as it is. Raises `Difference`."""
    operations = operations_of(vector)
    for operation in beside.start(operations):
        try:
            if beside.decided(operation)[0] != operation:
                # The clock cannot follow, so that this would show something else.
                return False
            beside.apply(operation)
        except NotAsked:
            return False
    if vector.decided_by is DecidedBy.ORCHESTRATOR:
        beside.evidence.orchestrated.update(vector.rules)
    return True


def rules_shown(vector: Vector, difference: Difference, asked: int) -> tuple[str, ...]:
    """Give the rules that a failing vector is about, if it fails where it is about them."""
    last = asked == len(vector.operations) and vector.decided_by is DecidedBy.STORE
    return tuple(rule for rule in vector.rules if last and rule in difference.signature.rules)
