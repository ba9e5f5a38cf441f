"""Faults of the store are found on a server too, and those of its part for servers are."""

import re

import pytest

from conformance.adapters.servers import ServerSystem
from conformance.differential.comparator import Comparator
from conformance.mutants.by_test import by_test
from conformance.mutants.catalog.races.servers import SERVER_MUTANTS
from conformance.mutants.faults.loading import stores_with
from conformance.mutants.faults.source import ChangedProgram, ChangedStore
from conformance.mutants.registry import MUTANTS
from conformance.mutants.search import vectors
from conformance.vectors.running import Outcome, run
from tests.profiles import mostly_nightly
from tests.servers import VARIABLE, server_url

WORD_OF_SQL = re.compile(r"\b(UPDATE|SELECT|WHERE|AND|SET|FROM|ORDER)\b")
STATEMENTS = [
    each
    for each in MUTANTS
    if type(each) is ChangedStore and not each.equivalent and WORD_OF_SQL.search(each.original)
]
"""The faults of statements."""

named = pytest.mark.parametrize


@named("mutant", mostly_nightly(SERVER_MUTANTS, SERVER_MUTANTS[::4], ()), ids=lambda each: each.id)
def test_a_fault_of_the_part_for_servers_is_found(
    mutant: ChangedProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a store with a fault, when the test that it names is run on the same server,
    monkeypatch.setenv(VARIABLE, server_url())
    # then it fails.
    assert by_test(mutant).killed


@named(
    "mutant",
    mostly_nightly(STATEMENTS[::12], STATEMENTS[::24], STATEMENTS[:1]),
    ids=lambda each: each.id,
)
def test_a_vector_finds_the_fault_of_a_statement(mutant: ChangedStore, place: str) -> None:
    # Given a store with a statement that is wrong,
    stores = stores_with(mutant.module, mutant.source())
    # when it is asked what the vectors ask, its own first, then one of them fails.
    with stores.Store.open(place) as store:
        system, comparator = ServerSystem(store), Comparator()
        own_first = sorted(vectors(), key=lambda vector: vector.mutant != mutant.id)
        results = (run(system, comparator, vector).outcome for vector in own_first)
        assert Outcome.FAIL in results
