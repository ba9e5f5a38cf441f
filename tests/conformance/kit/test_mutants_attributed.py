"""A mutant is laid to the clause that it breaks: the witnesses of that clause speak loudest."""

from functools import cache

import pytest

from conformance.adapters.sut import SystemUnderTest
from conformance.kit.stages.vectors import run_vectors
from conformance.mutants.faults.mutant import Component
from conformance.mutants.registry import all_mutants
from conformance.vectors.killing.search import vectors
from conformance.vectors.vector import Vector
from tests.conformance.validating import session_of, validated
from tests.profiles import mostly_nightly

AREAS = ("PLN", "CLM", "CHK", "CMP", "COM", "REV", "ITR", "AGT")
TO_BE_NAMED = [
    mutant
    for mutant in all_mutants()
    if mutant.subject is Component.STORE and not mutant.equivalent
]

NEVER_FIRST = {
    # What breaks them shows in other areas too, whose vectors are not run here.
    "PLN-8.1",
    # Their mutants reply with what no message may be: a system that nobody starts again ends there.
    *("CLM-13.8", "COM-3.4"),
    # An edition without another amendment answers as what breaks them does.
    *("CLM-14.19", "COM-5.5", "ITR-1.11"),
    # The same request decides by another clause that is as particular, and is broken alike.
    *("PLN-3.2", "PLN-3.3", "PLN-7.14", "PLN-7.40", "CLM-1.5", "CLM-19.9"),
    *("CHK-4.13", "CHK-6.5", "CHK-7.3", "CHK-9.4", "CMP-1.7", "CMP-10.5"),
    *("COM-2.10", "COM-3.3", "COM-4.8", "COM-5.3", "ITR-5.9", "ITR-5.12", "ITR-8.6"),
    *("AGT-6.1", "AGT-6.2", "AGT-6.9"),
}
"""Clauses that decide together with another one, which what breaks them is attributed to."""


@cache
def vectors_of(area: str) -> list[Vector]:
    """Return the vectors about the rules of an area, the shortest first."""
    found = [each for each in vectors() if each.rules[0].startswith(area)]
    return sorted(found, key=lambda each: (len(each.operations), each.id))


def named_by_vectors(served: SystemUnderTest, area: str) -> set[str]:
    """Run the vectors of an area and return the clauses that the findings are attributed to."""
    validation = validated(session_of(served, vectors=vectors_of(area)), run_vectors)
    return {finding.clause for finding in validation.findings}


@pytest.mark.parametrize("area", mostly_nightly(AREAS, ("AGT",), ()))
def test_each_clause_is_named_for_one_of_its_mutants(area: str) -> None:
    # Given the mutants of the store that break the clauses of an area,
    named: set[str] = set()
    mutants = [mutant for mutant in TO_BE_NAMED if mutant.clause.startswith(area)]
    for mutant in mutants:
        # when the vectors of the area are run on them until one of a clause is named,
        if mutant.clause not in named:
            named |= {mutant.clause} & named_by_vectors(mutant.opener()(), area)
    # then for each clause there is one whose failures are attributed to it.
    assert {mutant.clause for mutant in mutants} - named - NEVER_FIRST == set()
