"""Faults of the store are found on a server too, and those of its part for servers are."""

import re

import pytest

from conformance.adapters.stores import ServerSystem
from conformance.mutants.faults.loading import stores_with
from conformance.mutants.faults.source import ChangedProgram, ChangedStore
from conformance.mutants.registry import all_mutants
from conformance.mutants.rows import CATALOG, read_rows
from conformance.vectors.killing.by_test import by_test
from conformance.vectors.killing.search import failing_length, vectors
from tests.profiles import AT_NIGHT, requires_ci_profile
from tests.servers import VARIABLE, server_url

ROWS = read_rows(CATALOG / "postgresql.toml")
SERVER_MUTANTS = [each for each in ROWS if isinstance(each, ChangedProgram)]

WORD_OF_SQL = re.compile(r"\b(UPDATE|SELECT|WHERE|AND|SET|FROM|ORDER)\b")
STATEMENTS = [
    each
    for each in all_mutants()
    if type(each) is ChangedStore and not each.equivalent and WORD_OF_SQL.search(each.original)
]
"""The faults of statements."""


@requires_ci_profile
def test_faults_of_the_part_for_servers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given stores with a fault, when the test that each names is run on the same server,
    monkeypatch.setenv(VARIABLE, server_url())
    tried = SERVER_MUTANTS if AT_NIGHT else SERVER_MUTANTS[::8]
    # then it fails.
    assert [mutant.id for mutant in tried if not by_test(mutant).killed] == []


@requires_ci_profile
def test_vectors_find_the_faults_of_statements(place: str) -> None:
    # Given stores with a statement that is wrong,
    survived = []
    for mutant in STATEMENTS[:: 6 if AT_NIGHT else 24]:
        # when they are asked what the vectors ask, their own first, then one of them fails.
        with stores_with(mutant.module, mutant.source()).Store.open(place) as store:
            system = ServerSystem(store)
            own_first = sorted(vectors(), key=lambda vector: vector.mutant != mutant.id)
            if not any(failing_length(system, vector) for vector in own_first):
                survived.append(mutant.id)
    assert survived == []
