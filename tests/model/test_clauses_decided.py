"""What the model cites in vectors and recovery situations is what it can decide."""

from collections.abc import Iterator

from conformance.differential.recovery_situations import recovery_situations
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Vector
from model.apply import apply
from spec.catalog import FORMAT_RULES, RULES
from spec.editions import Edition, edition_named
from spec.vocabulary.state import State

UNDECIDABLE = {
    each.id for rule in (*RULES, *FORMAT_RULES) for each in rule.clauses if each.kept_outside
}
"""The binding clauses that no transition of the model can break."""


def test_the_model_cites_no_clause_that_it_cannot_decide() -> None:
    # Given the shipped vectors and the recovery situations, when the model cites the clauses by
    # which it refuses and acts, then none of those that it cannot decide is among them.
    cited = {clause for vector in read_once(VECTORS) for clause in clauses_in(vector)}
    steps = (step for situation in recovery_situations() for step in situation.steps)
    assert UNDECIDABLE & (cited | {clause for step in steps for clause in step.clauses}) == set()


def editions_of(vector: Vector) -> Iterator[Edition]:
    """Yield the edition of a vector, and the one that it tells apart from it, if any."""
    yield edition_named(vector.edition)
    if vector.before:
        yield edition_named(vector.before.edition)


def clauses_in(vector: Vector) -> Iterator[str]:
    """Yield the clauses that decide in a vector."""
    for edition in editions_of(vector):
        state = State()
        for asked in vector.operations:
            transition = apply(state, asked.operation, edition)
            yield from transition.clauses
            state = transition.state
