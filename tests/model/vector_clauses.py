"""The clauses that the model cites when it runs the shipped vectors and recovery situations."""

from collections.abc import Iterator
from functools import cache

from conformance.differential.recovery_situations import recovery_situations
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Vector
from model.apply import apply
from spec.editions import Edition, edition_named
from spec.vocabulary.state import State


@cache
def citations() -> frozenset[tuple[str, str]]:
    """Return the names of editions and the clauses that decide there in a shipped vector or row."""
    of_vectors = {
        (edition.name, clause)
        for vector in read_once(VECTORS)
        for edition in editions_of(vector)
        for clause in clauses_in(vector, edition)
    }
    of_situations = {
        (situation.edition, clause)
        for situation in recovery_situations()
        for step in situation.steps
        for clause in step.clauses
    }
    return frozenset(of_vectors | of_situations)


def editions_of(vector: Vector) -> Iterator[Edition]:
    """Yield the edition of a vector, and the one that it tells apart from it, if any."""
    yield edition_named(vector.edition)
    if vector.before:
        yield edition_named(vector.before.edition)


def clauses_in(vector: Vector, edition: Edition) -> Iterator[str]:
    """Yield the clauses that decide in a vector."""
    state = State()
    for asked in vector.operations:
        transition = apply(state, asked.operation, edition)
        yield from transition.clauses
        state = transition.state
