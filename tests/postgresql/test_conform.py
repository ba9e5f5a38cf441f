"""`planspec` serves the store on a server, and validates it, as any other program."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.cli.main import main
from conformance.reports.exit_codes import SUCCESS
from conformance.vectors.killing.search import failing_length
from conformance.vectors.reading import read_vectors
from impl.store.store import Store
from tests.profiles import requires_ci_profile, requires_nightly_profile

PLANSPEC = str(Path(sys.executable).with_name("planspec"))
PATIENT = ("--start-timeout", "600", "--timeout", "600")

Conform = Callable[..., dict[str, Any]]


def serving(place: str) -> list[str]:
    """Return the command that serves a store on a server."""
    return [PLANSPEC, "serve", "impl", "--store", place]


@pytest.fixture
def conform(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Conform:
    """Return what validates the store on the server, and returns the document and exit code."""

    def validate(*words: str) -> dict[str, Any]:
        # Clients need a path for their store, which this program ignores: theirs is on the server.
        served = ("sh", "-c", shlex.join(serving(place)), "{store}")
        known = ("--json", *PATIENT, "--traces", str(tmp_path))
        code = main(["conform", *known, *words, "--", *served])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return {**found, "exit_code": code}

    return validate


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


@requires_nightly_profile
def test_clients_that_are_killed_and_stopped_are_explained(conform: Conform) -> None:
    # Given clients of one server that are killed and stopped, when it is validated,
    words = ("--clients", "4", "--kill", "--pause", "--operations", "80", "--seed", "1")
    found = conform(*words)
    # then all that they saw is explained.
    assert (found["verdict"], found["exit_code"]) == ("explained", SUCCESS)
    assert found["failures"] == []
