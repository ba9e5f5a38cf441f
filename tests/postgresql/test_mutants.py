"""The faults of a store on a server are found by the tests that they name."""

import pytest

from conformance.mutants.by_test import by_test
from conformance.mutants.catalog.races.servers import SERVER_MUTANTS
from conformance.mutants.faults.source import ChangedProgram
from tests.profiles import mostly_nightly
from tests.servers import VARIABLE, server_url

IN_CI = SERVER_MUTANTS[::4]
named = pytest.mark.parametrize


@named("mutant", mostly_nightly(SERVER_MUTANTS, IN_CI, ()), ids=lambda each: each.id)
def test_a_fault_on_a_server_is_found(
    mutant: ChangedProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a store with a fault, when the test that it names is run on the same server,
    monkeypatch.setenv(VARIABLE, server_url())
    # then it fails.
    assert by_test(mutant).killed
