"""Vectors: short traces that each show one thing, run beside the model."""

from conformance.adapters.capabilities import Capabilities
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.vectors.reading import VECTORS, read_vectors
from conformance.vectors.vector import DecidedBy, Vector
from spec.catalog import rule_id
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation


def vectors_for(capabilities: Capabilities) -> tuple[Vector, ...]:
    """Return the vectors that a system can be asked. Raises `VectorError` if one is bad."""
    if not VECTORS.is_dir():
        return ()
    return tuple(vector for vector in read_vectors(VECTORS) if is_for(vector, capabilities))


def is_for(vector: Vector, capabilities: Capabilities) -> bool:
    """Return whether a vector is of the current edition and asks nothing that is not there."""
    operations = operations_of(vector)
    return vector.edition == CURRENT.name and capabilities.can_be_asked(operations) is None


def operations_of(vector: Vector) -> tuple[Operation, ...]:
    """Return the operations of a vector."""
    return tuple(asked.operation for asked in vector.operations)


def run_vector(vector: Vector, runner: DifferentialRunner) -> bool:
    """Run a vector and return whether it could be asked as it is. Raises `Divergence`."""
    for operation in runner.begin(operations_of(vector)):
        try:
            if runner.fitted(operation) != operation:
                # The clock cannot follow, so that this would show something else.
                return False
            runner.apply(operation)
        except Skipped:
            return False
    if vector.decided_by is DecidedBy.ORCHESTRATOR and runner.tally is not None:
        runner.tally.orchestrated.update(vector.rules)
    return True


def clauses_shown(vector: Vector, divergence: Divergence, asked: int) -> tuple[str, ...]:
    """Return the clauses that a failing vector is about, if it fails where it is about them.

    A vector that is about no clause in particular is about all that decided by its rules.
    """
    if asked < len(vector.operations) or vector.decided_by is not DecidedBy.STORE:
        return ()
    decided = divergence.decision.clauses
    return tuple(
        each for each in decided if each in vector.clauses or rule_id(each) in unspecific(vector)
    )


def unspecific(vector: Vector) -> set[str]:
    """Return the rules that a vector is about as a whole."""
    return set(vector.rules) - set(map(rule_id, vector.clauses))
