"""The store on a server agrees with the model: on the vectors, on tours, and at random.

`tests/conformance/differential/test_exhaustive.py` compares all transitions of scopes.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.adapters.in_process import PythonConnection
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.adapters.stores import ServerStore
from conformance.vectors.editions import vectors_in
from conformance.vectors.killing.search import failing_length
from conformance.vectors.reading import read_vectors
from conformance.vectors.vector import Vector
from impl.store.database.snapshots import read_paths
from impl.store.store import Store
from model.explorer.scopes.themes import LEASES, SUBSTEPS
from spec.editions import CURRENT
from tests.conformance.vectors.ahead import validated
from tests.profiles import AT_NIGHT, requires_ci_profile, requires_nightly_profile
from tests.servers import server_url


def witnesses(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Yield vectors of which each has a clause that those before it lack."""
    seen: set[str] = set()
    for vector in vectors:
        if not seen.issuperset(vector.clauses):
            seen.update(vector.clauses)
            yield vector


@requires_ci_profile
def test_the_store_passes_the_vectors() -> None:
    # Given a store on a server, when vectors of every clause are run on it, or all each night,
    vectors = tuple(vectors_in(read_vectors(), CURRENT))
    with ServerStore(server_url()) as store:
        system = RemoteSystem(PythonConnection(store.open()))
        chosen = vectors if AT_NIGHT else [*witnesses(vectors)]
        failed = [each.id for each in chosen if failing_length(system, each) is not None]
    # then it passes them.
    assert failed == []


@requires_nightly_profile
def test_the_store_is_toured_whole() -> None:
    # Given a store on a server, when tours make every transition of some scopes,
    with ServerStore(server_url()) as store:
        validation = validated(store.open(), LEASES, SUBSTEPS)
    # then it answers as the model.
    assert validation.findings == []
    assert [each.extent for each in validation.tours] == ["whole", "whole"]


PLANSPEC = str(Path(sys.executable).with_name("planspec"))


def serving(place: str) -> list[str]:
    """Return the command that serves a store on a server."""
    return [PLANSPEC, "serve", "impl", "--store", place]


@requires_ci_profile
def test_a_program_that_serves_it_passes_a_vector(place: str) -> None:
    # Given a program that serves the store on the server, when it is asked what a vector asks,
    vector = next(each for each in read_vectors() if "CLM-4.5" in each.clauses)
    system = RemoteSystem(ProcessConnection(serving(place)), Timeouts(start=600, operation=600))
    try:
        failing = failing_length(system, vector)
        # then it passes, and the store has the plan.
        with Store.open(place) as store:
            assert (failing, len(store.read(read_paths))) == (None, 1)
    finally:
        system.close()
