"""The example of a runner: short, without dependencies, and of the command's opinion."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.vectors.reading import INDEX, VECTORS, read_once
from spec.editions import CURRENT
from tests.conformance.calling import Planspec
from tests.profiles import by_day_the_first, requires_ci_profile

ROOT = Path(__file__).parents[3]
SERVE = [str(Path(sys.executable).with_name("planspec")), "serve"]


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
def test_the_standalone_runner_names_what_fails(
    broken: Path, tmp_path: Path, planspec: Planspec
) -> None:
    # Given a broken store as a program, when the runner runs, then it names the same vectors
    some = shutil.copytree(VECTORS / "claims", tmp_path / "some" / "claims").parent
    index = json.loads((VECTORS / INDEX).read_text("utf-8"))
    kept = [each for each in index["vectors"] if each["file"].startswith("claims/")]
    (some / INDEX).write_text(json.dumps({**index, "vectors": kept}), encoding="utf-8")
    done = standalone(some, sys.executable, str(broken))
    *failed, last = done.stdout.splitlines()
    named = {line.split()[1] for line in failed}
    assert done.returncode == 1
    assert f"{len(named)} failed, 0 not supported" in last
    assert "mutant-own-step-not-claimable" in named
    # as the command does.
    options = ("--folder", str(some), "--traces", str(tmp_path), "--json")
    ended = planspec("vectors", "run", *options, "--python", f"{broken}:make")
    assert named == set(ended.document["failed"])
