"""Every binding clause has its witnesses: mutants that break it, and what kills them."""

from pathlib import Path

import pytest

from conformance.adapters.model import transitions_of
from conformance.authoring.superseded import SUPERSEDED
from conformance.authoring.written_traces import WRITTEN_TRACES
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.source import ChangedProgram
from conformance.mutants.registry import all_mutants
from conformance.traceability.witnesses import clause_witnesses
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import DecidedBy, Kind, Vector
from spec.editions import CURRENT

PREFIXES = sorted({identifier[:3] for identifier in clause_witnesses()})
"""The prefixes of all areas and formats."""

PROGRAMS = [mutant for mutant in all_mutants() if isinstance(mutant, ChangedProgram)]

DECIDED = [
    vector
    for vector in read_once(VECTORS)
    if vector.kind is Kind.MUTANT and vector.decided_by is DecidedBy.STORE
]
"""The vectors of the mutants of a store."""


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_binding_clause_of_an_area_has_witnesses(prefix: str) -> None:
    # Given the clauses of an area, when their mutants, vectors and tests are listed,
    listed = clause_witnesses().items()
    missing = {name: each.missing for name, each in listed if name.startswith(prefix)}
    # then no clause lacks any.
    assert {name: what for name, what in missing.items() if what} == {}


@pytest.mark.parametrize("mutant", all_mutants(), ids=lambda mutant: mutant.id)
def test_a_mutant_names_a_clause_that_binds(mutant: Mutant) -> None:
    # Given a mutant, when the clause that it breaks is looked up,
    broken = clause_witnesses()[mutant.clause].clause
    # then that clause binds in the current edition, and somebody outside can tell.
    assert broken.binds
    assert broken.is_in_force(CURRENT)
    assert not broken.unobservable


@pytest.mark.parametrize("vector", DECIDED, ids=lambda vector: vector.id)
def test_the_clause_of_a_mutant_decides_in_its_vector(vector: Vector) -> None:
    # Given the vector of a mutant, when the model answers its operations,
    transitions = transitions_of(each.operation for each in vector.operations)
    decided = {clause for transition in transitions for clause in transition.clauses}
    # then the clause that the mutant breaks is one of those that decide.
    assert decided.issuperset(vector.clauses)


@pytest.mark.parametrize("mutant", PROGRAMS, ids=lambda mutant: mutant.id)
def test_the_test_of_a_mutant_exists(mutant: ChangedProgram) -> None:
    # Given a mutant of a program, when the test that kills it is looked up, then it is there.
    file, function = mutant.test.partition("[")[0].split("::")
    assert f"def {function}(" in Path(file).read_text(encoding="utf-8")


def test_every_written_trace_is_that_of_a_mutant() -> None:
    # Given the traces that are written by hand, then each is named after a mutant.
    clauses = {f"superseded-{clause.id}" for clause in SUPERSEDED}
    assert WRITTEN_TRACES.keys() <= {mutant.id for mutant in all_mutants()} | clauses
