"""Model and implementation agree on a server too: at random, exhaustively, and on all vectors."""

from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from conformance.adapters.in_process import PythonConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.servers import ServerStore
from conformance.differential.comparator import Comparator
from conformance.differential.drawing import INDEPENDENT
from conformance.differential.exhaustive import compare_scope
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from conformance.vectors.reading import read_vectors
from conformance.vectors.running import Outcome, run
from model.explorer.scopes.catalog import SCOPES
from model.explorer.scopes.themes import LEASES, SUBSTEPS
from tests.conformance.vectors.touring import validated
from tests.profiles import THOROUGH, mostly_nightly, requires_ci_profile
from tests.servers import server_url

BY_NAME = {scope.name: scope for scope in SCOPES}
EXAMPLES = 20


@requires_ci_profile
def test_they_agree_on_random_requests(record_property: Callable[[str, object], None]) -> None:
    # Given a store on a server, when it answers random requests about two random plans,
    with ServerStore(server_url()) as store:

        class OnServer(PlanStateMachine):
            open_system = staticmethod(store.open)
            tally = Tally()

        # then it answers as the model, which the machine checks.
        chosen = settings(backend=INDEPENDENT, max_examples=EXAMPLES)
        run_state_machine_as_test(OnServer, settings=chosen)
    done = f"{OnServer.tally.operations:,} operations agreed"
    record_property("random plans on a server", done)
    assert OnServer.tally.accepted > 0.6 * OnServer.tally.operations


ON_A_SERVER = ("single", "order", "iterations", "commits")


@pytest.mark.parametrize("name", mostly_nightly(ON_A_SERVER, ("order",), ()))
def test_they_agree_on_all_transitions_of_a_scope(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    # Given every reachable state of a scope, when it is loaded and every operation is applied,
    with ServerStore(server_url()) as store:
        result = compare_scope(BY_NAME[name], store.open())
    agreed = f"{result.agreed:,} of {result.transitions:,} transitions"
    record_property(f"exhaustive agreement on {name}, on a server", agreed)
    # then outcome and state agree.
    assert result.divergences == []
    assert result.complete


@requires_ci_profile
def test_the_store_passes_the_vectors() -> None:
    # Given a store on a server, when all vectors are run on it, or a tenth in the dev profile,
    vectors = read_vectors()[:: 1 if THOROUGH else 10]
    with ServerStore(server_url()) as store:
        system = RemoteSystem(PythonConnection(store.open()))
        comparator = Comparator(system.identity)
        results = {vector.id: run(system, comparator, vector).outcome for vector in vectors}
    # then it passes them.
    assert {name for name, outcome in results.items() if outcome is not Outcome.PASS} == set()


@requires_ci_profile
def test_the_store_is_toured_whole() -> None:
    # Given a store on a server, when tours make every transition of some scopes,
    with ServerStore(server_url()) as store:
        validation = validated(store.open(), LEASES, SUBSTEPS)
    # then it answers as the model.
    assert validation.findings == []
    assert [each.extent for each in validation.tours] == ["whole", "whole"]
