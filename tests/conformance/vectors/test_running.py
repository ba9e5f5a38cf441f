"""Running vectors: right implementations pass, broken ones fail where they are broken.

The example of a runner is short, without dependencies, and of the opinion of the command.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING
from conformance.vectors.reading import INDEX, VECTORS, read_once
from spec.editions import CURRENT
from tests.conformance.calling import PLANSPEC, Planspec, model_in
from tests.profiles import by_day_the_first, requires_ci_profile

SERVE = (PLANSPEC, "serve")
WRONG = (*SERVE, "impl", "--mutant", "own-step-not-claimable")
"""Serves a store in which the holder cannot claim again."""


@requires_ci_profile
def test_the_command_tells_what_a_broken_store_does_wrong(
    folder: Path, tmp_path: Path, planspec: Planspec
) -> None:
    # Given a store file in which the holder cannot claim again, when some vectors are run on it,
    options = ("--folder", str(folder), "--traces", str(tmp_path))
    ended = planspec("vectors", "run", *options, "--", *WRONG, "--store", str(tmp_path / "a.db"))
    lines = ended.lines
    # then the run fails, and tells the rule, the difference, the vectors and the command.
    assert ended.code == NOT_CONFORMING
    assert any(line.startswith("  CLM-5.") for line in lines)
    assert any("the answer: build, until" in line for line in lines)
    assert any(line.startswith("failed: ") and " rule-CLM-5" in line for line in lines)
    assert any(line.startswith("  replay it: planspec replay ") for line in lines)
    assert " failed, " in lines[-1]


def test_a_run_in_which_nothing_is_supported_is_inconclusive(
    tmp_path: Path, planspec: Planspec
) -> None:
    # Given an implementation of nothing, when vectors are run on it, then nothing is decided.
    ended = planspec("vectors", "run", *model_in("2026.2", tmp_path, areas=()))
    assert ended.code == INCONCLUSIVE
    assert "not supported" in ended.out


ROOT = Path(__file__).parents[3]


def standalone(vectors: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the example of a runner on a folder of vectors."""
    runner = str(ROOT / "examples" / "vector_runner.py")
    # Isolated, so that nothing of this project can be imported by it.
    return subprocess.run(
        [sys.executable, "-I", "-S", runner, str(vectors), *command],
        capture_output=True,
        text=True,
        check=False,
    )


@requires_ci_profile
@pytest.mark.parametrize("side", by_day_the_first(["model", "impl"]))
def test_the_standalone_runner_passes_what_is_right(side: str) -> None:
    # Given the model or the store as a program, when the runner runs, then nothing fails.
    done = standalone(VECTORS, *SERVE, side)
    count = sum(vector.edition == CURRENT.name for vector in read_once())
    assert (done.returncode, done.stdout) == (0, f"{count} passed, 0 failed, 0 not supported\n")


@requires_ci_profile
def test_the_standalone_runner_names_what_fails(tmp_path: Path, planspec: Planspec) -> None:
    # Given a broken store as a program, when the runner runs, then it names the same vectors
    some = shutil.copytree(VECTORS / "claims", tmp_path / "some" / "claims").parent
    index = json.loads((VECTORS / INDEX).read_text("utf-8"))
    kept = [each for each in index["vectors"] if each["file"].startswith("claims/")]
    (some / INDEX).write_text(json.dumps({**index, "vectors": kept}), encoding="utf-8")
    done = standalone(some, *WRONG)
    *failed, last = done.stdout.splitlines()
    named = {line.split()[1] for line in failed}
    assert done.returncode == 1
    assert f"{len(named)} failed, 0 not supported" in last
    assert "mutant-own-step-not-claimable" in named
    # as the command does.
    options = ("--folder", str(some), "--traces", str(tmp_path), "--json")
    ended = planspec("vectors", "run", *options, "--", *WRONG)
    assert named == set(ended.document["failed"])
