"""Running vectors: right implementations pass, broken ones fail where they are broken."""

import sys
from pathlib import Path

import pytest

from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from tests.conformance.calling import Planspec
from tests.profiles import requires_ci_profile, requires_nightly_profile

SERVE = [str(Path(sys.executable).with_name("planspec")), "serve"]


@requires_nightly_profile  # by day, `make check` plays all on both sides
@pytest.mark.parametrize("side", ["impl", "model"])
def test_whoever_conforms_passes_every_vector(side: str, planspec: Planspec) -> None:
    # Given the model or the store as a program, when all vectors are run on it,
    ended = planspec("vectors", "run", "--json", "--", *SERVE, side)
    # then the one document says that all pass.
    report = ended.document
    assert (ended.code, report["verdict"], report["failed"]) == (SUCCESS, "pass", [])
    assert report["vectors"]["pass"] == report["vectors"]["run"] > 1_000


@requires_ci_profile
def test_the_command_tells_what_a_broken_store_does_wrong(
    broken: Path, tmp_path: Path, planspec: Planspec
) -> None:
    # Given a store in which the holder cannot claim again, when the vectors are run on it,
    options = ("--area", "claims", "--traces", str(tmp_path))
    ended = planspec("vectors", "run", *options, "--python", f"{broken}:make")
    lines = ended.lines
    # then the run fails, and tells the rule, the difference, the vectors and the command.
    assert ended.code == NOT_CONFORMING
    assert any(line.startswith("  CLM-5.") for line in lines)
    assert any("the answer: build, until" in line for line in lines)
    assert any(line.startswith("failed: ") and " rule-CLM-5" in line for line in lines)
    assert any(line.startswith("  replay it: planspec replay ") for line in lines)
    assert " failed, " in lines[-1]


def test_a_run_that_breaks_keeps_what_was_found(planspec: Planspec) -> None:
    # Given a program that ends at once, when vectors are run on it, then the exit code is 4.
    ended = planspec("vectors", "run", "--json", "--", sys.executable, "-c", "")
    assert (ended.code, ended.document["verdict"]) == (BROKEN, "broken")


def test_a_run_in_which_nothing_is_supported_is_inconclusive(
    tmp_path: Path, planspec: Planspec
) -> None:
    # Given an implementation of nothing, when vectors are run on it, then nothing is decided.
    program = tmp_path / "nothing.py"
    program.write_text(
        "from conformance.adapters.model import ModelSystem\n"
        "from dataclasses import replace\n"
        "def make():\n"
        "    served = ModelSystem()\n"
        "    served.identity = replace(served.identity, areas=())\n"
        "    return served\n"
    )
    ended = planspec("vectors", "run", "--python", f"{program}:make")
    assert ended.code == INCONCLUSIVE
    assert "not supported" in ended.out
