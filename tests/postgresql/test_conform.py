"""`planspec conform` validates the store on a server as any other program."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.reports.exit_codes import INCONCLUSIVE, SUCCESS
from tests.profiles import requires_ci_profile

PLANSPEC = str(Path(sys.executable).with_name("planspec"))
PATIENT = ("--start-timeout", "60", "--timeout", "30")

Conform = Callable[..., dict[str, Any]]


@pytest.fixture
def conform(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Conform:
    """Return what validates the store on the server, and returns the document and exit code."""

    def run(*words: str) -> dict[str, Any]:
        # Clients need a path for their store, which this program ignores: theirs is on the server.
        served = ("sh", "-c", f"exec '{PLANSPEC}' serve impl --store '{place}'", "{store}")
        known = ("--json", *PATIENT, "--traces", str(tmp_path))
        code = main(["conform", *known, *words, "--", *served])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return {**found, "exit_code": code}

    return run


@requires_ci_profile
def test_it_breaks_no_clause(conform: Conform) -> None:
    # Given the store on a server, when it is validated by some of the vectors and at random,
    found = conform("--operations", "300")
    # then nothing is found, though not every clause was put to the test.
    assert found["exit_code"] in (SUCCESS, INCONCLUSIVE)
    assert (found["vectors"]["failed"], found["findings"]) == (0, [])
    assert found["operations"] >= 300


@requires_ci_profile
def test_clients_that_are_killed_and_stopped_are_explained(conform: Conform) -> None:
    # Given clients of one server that are killed and stopped, when it is validated,
    words = ("--clients", "4", "--kill", "--pause", "--operations", "80", "--seed", "1")
    found = conform(*words)
    # then all that they saw is explained.
    assert (found["verdict"], found["exit_code"]) == ("explained", SUCCESS)
    assert found["failures"] == []
    assert found["kills"] + found["pauses"]
