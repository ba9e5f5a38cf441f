"""`planspec` serves the store on a server as any other program."""

import sys
from pathlib import Path

from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.vectors.killing.search import failing_length
from conformance.vectors.reading import read_vectors
from impl.store.store import Store
from tests.profiles import requires_ci_profile

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
            assert (failing, len(store.plan_paths())) == (None, 1)
    finally:
        system.close()
