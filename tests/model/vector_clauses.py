"""The clauses that the model cites when it runs the shipped vectors."""

from collections.abc import Iterator
from functools import cache

from conformance.vectors.orchestrated import RunReplay, of_edition
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Vector
from model.apply import apply
from spec.editions import Edition, edition_named
from spec.vocabulary.state import State


@cache
def citations() -> frozenset[tuple[str, str]]:
    """Return the names of editions and the clauses that decide there in a shipped vector."""
    return frozenset(
        (edition.name, clause)
        for vector in read_once(VECTORS)
        for edition in editions_of(vector)
        for clause in clauses_in(vector, edition)
    )


def editions_of(vector: Vector) -> Iterator[Edition]:
    """Yield the edition of a vector, and the one that it tells apart from it, if any."""
    yield edition_named(vector.edition)
    if vector.before:
        yield edition_named(vector.before.edition)


def clauses_in(vector: Vector, edition: Edition) -> Iterator[str]:
    """Yield the clauses that decide in a vector, those of its orchestrator included."""
    if vector.work:
        yield from clauses_in_run(vector, edition)
        return
    state = State()
    for asked in vector.operations:
        transition = apply(state, asked.operation, edition)
        yield from transition.clauses
        state = transition.state


def clauses_in_run(vector: Vector, edition: Edition) -> Iterator[str]:
    """Yield the clauses that decide in a run of the orchestrator of an edition.

    Where that orchestrator sends something else than the vector says, its own call is answered.
    """
    assert vector.work is not None
    plan = vector.operations[0].operation.plan
    run = RunReplay(vector.work, plan, of_edition(edition), edition)
    for asked in vector.operations:
        called = run.upcoming(asked.operation) if asked.then else None
        operation = called or asked.operation
        yield from apply(run.state, operation, edition).clauses
        run.apply(operation, call=asked.then is not None)
        if run.step:
            yield from run.step.clauses
