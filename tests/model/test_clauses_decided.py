"""Every binding clause decides an operation of some run, or the model cannot decide it."""

import json
from pathlib import Path

import pytest

from conformance.differential.search import Limits
from conformance.vectors.reading import read_vectors
from model.apply import apply
from spec.catalog import RULES
from spec.editions import EDITIONS, edition_named
from spec.vocabulary.state import State
from tests.model_runs import answers

AREAS = ("PLN", "CLM", "CHK", "CMP", "COM")
LIMITS = Limits(examples=150, steps=50, seed=0)

UNDECIDABLE = {
    "PLN-6.7": "the requests of these operations carry no document hash",
    "CLM-15.4": "a command line decides how it exits",
    "CHK-6.7": "a command line reads its options",
    "COM-1.1": "the model gets what git did as an input",
    "COM-1.6": "git keeps the commit",
    "COM-3.5": "a client decides what it does next",
    "COM-4.1": "such a request is refused before there is an operation",
    "COM-4.10": "git writes the commit",
}
"""The binding clauses that no transition of the model can break, and why."""

WITHOUT_VECTOR: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "clauses_without_vector.json").read_text()
)
"""For each area, the clauses that no shipped vector makes decide yet."""


def binding_clauses(area: str) -> set[str]:
    """Return the binding clauses of an area that the model decides."""
    clauses = (each for rule in RULES if rule.id.startswith(area) for each in rule.clauses)
    return {each.id for each in clauses if each.binds} - UNDECIDABLE.keys()


@pytest.fixture(scope="module")
def decided_at_random() -> set[str]:
    """Return the clauses that decide in a long random run of any edition."""
    return {
        clause
        for edition in EDITIONS
        for answer in answers(edition, LIMITS)
        for clause in answer.transition.clauses
    }


@pytest.fixture(scope="module")
def decided_by_vectors() -> set[str]:
    """Return the clauses that decide in a shipped vector, in an edition that it shows."""
    clauses: set[str] = set()
    for vector in read_vectors():
        editions = [vector.edition, *([vector.before.edition] if vector.before else [])]
        for edition in map(edition_named, editions):
            state = State()
            for asked in vector.operations:
                transition = apply(state, asked.operation, edition)
                state = transition.state
                clauses.update(transition.clauses)
    return clauses


@pytest.mark.parametrize("area", AREAS)
def test_every_binding_clause_of_an_area_decides_something(
    area: str, decided_at_random: set[str]
) -> None:
    # Given long random runs in every edition, when the model cites the clauses that decided,
    undecided = binding_clauses(area) - decided_at_random
    # then only those are missing that the model cannot decide.
    assert undecided == set()


def test_the_model_cites_no_clause_that_it_cannot_decide(
    decided_at_random: set[str], decided_by_vectors: set[str]
) -> None:
    # Given random runs and vectors, when the model cites the clauses that decided,
    # then none of those that it cannot decide is among them.
    assert UNDECIDABLE.keys() & (decided_at_random | decided_by_vectors) == set()


@pytest.mark.parametrize("area", AREAS)
def test_the_shipped_vectors_make_every_other_clause_decide(
    area: str, decided_by_vectors: set[str]
) -> None:
    # Given the shipped vectors, when the model plays them in the editions that they show,
    undecided = binding_clauses(area) - decided_by_vectors
    # then none is missing but those that still need a vector.
    assert undecided - set(WITHOUT_VECTOR.get(area, [])) == set()
