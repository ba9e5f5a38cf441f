"""Every binding clause has a witness: a vector, a recovery situation, or a decision in one."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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

WITHOUT_VECTOR: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "clauses_without_vector.json").read_text()
)
"""For each area, the clauses that no shipped vector shows yet."""


@pytest.fixture(scope="module")
def cited() -> set[str]:
    """Return the clauses that the model cites in a shipped vector, or follows in a situation."""
    return {clause for _, clause in citations()}


def test_every_binding_clause_has_a_witness(cited: set[str]) -> None:
    # Given the shipped vectors and the recovery situations,
    witnessed = {clause for vector in read_once(VECTORS) for clause in vector.clauses}
    # when the clauses are left out that one is about, or in which the model decides by them,
    binding = {each.id for rule in (*RULES, *FORMAT_RULES) for each in rule.clauses if each.binds}
    left = binding - UNDECIDABLE - witnessed - cited
    # then none is missing but those that still need a vector.
    assert left - {one for clauses in WITHOUT_VECTOR.values() for one in clauses} == set()


def test_the_model_cites_no_clause_that_it_cannot_decide(cited: set[str]) -> None:
    # Given the same, when the model cites the clauses by which it refuses and acts,
    # then none of those that it cannot decide is among them.
    assert UNDECIDABLE & cited == set()


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
