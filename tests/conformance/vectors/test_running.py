"""Running vectors: right implementations pass, broken ones fail where they are broken."""

import json
import sys
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from tests.profiles import requires_ci_profile, requires_nightly_profile

SERVE = [str(Path(sys.executable).with_name("planspec")), "serve"]
Printed = pytest.CaptureFixture[str]


@requires_nightly_profile  # by day, `make check` plays all on both sides
@pytest.mark.parametrize("side", ["impl", "model"])
def test_whoever_conforms_passes_every_vector(side: str, capsys: Printed) -> None:
    # Given the model or the store as a program, when all vectors are run on it,
    code = main(["vectors", "run", "--json", "--", *SERVE, side])
    # then the one document says that all pass.
    report = json.loads(capsys.readouterr().out)
    assert (code, report["verdict"], report["failed"]) == (SUCCESS, "pass", [])
    assert report["vectors"]["pass"] == report["vectors"]["run"] > 1_000


@requires_ci_profile
def test_the_command_tells_what_a_broken_store_does_wrong(
    broken: Path, tmp_path: Path, capsys: Printed
) -> None:
    # Given a store in which the holder cannot claim again, when the vectors are run on it,
    options = ["--area", "claims", "--traces", str(tmp_path)]
    code = main(["vectors", "run", *options, "--python", f"{broken}:make"])
    lines = capsys.readouterr().out.splitlines()
    # then the run fails, and tells the rule, the difference, the vectors and the command.
    assert code == NOT_CONFORMING
    assert any(line.startswith("  CLM-5.") for line in lines)
    assert any("the answer: build, until" in line for line in lines)
    assert any(line.startswith("failed: ") and " rule-CLM-5" in line for line in lines)
    assert any(line.startswith("  replay it: planspec replay ") for line in lines)
    assert " failed, " in lines[-1]


def test_a_run_that_breaks_keeps_what_was_found(capsys: Printed) -> None:
    # Given a program that ends at once, when vectors are run on it, then the exit code is 4.
    code = main(["vectors", "run", "--json", "--", sys.executable, "-c", ""])
    assert (code, json.loads(capsys.readouterr().out)["verdict"]) == (BROKEN, "broken")


def test_a_run_in_which_nothing_is_supported_is_inconclusive(
    tmp_path: Path, capsys: Printed
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
    code = main(["vectors", "run", "--python", f"{program}:make"])
    assert code == INCONCLUSIVE
    assert "not supported" in capsys.readouterr().out
