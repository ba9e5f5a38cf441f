"""Many processes at once, stopped ones and killed ones: nothing is lost and nothing done twice."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.impl.cli.crowd import CALLS, CLAIMABLE, CLAIMANTS
from tests.impl.cli.desk import make_repository
from tests.profiles import requires_ci_profile


def play(scene: str, root: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.impl.cli.crowd", scene, str(make_repository(root))]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    seen = json.loads(done.stdout)
    assert isinstance(seen, dict)
    assert seen["problems"] == []
    return seen


def test_of_claims_at_the_same_moment_each_step_has_one_winner(tmp_path: Path) -> None:
    # Given more workers than steps, when all claim at once,
    seen = play("claims", tmp_path)
    assert seen["status"] == [0] * CLAIMANTS
    [*given] = [lines[-1] for lines in seen["told"]]
    # then every step is given to one of them, who holds it, and the others are given none.
    winners = {step: number for number, step in enumerate(given) if step != "None"}
    assert sorted(winners) == [f"step-{number}" for number in range(CLAIMABLE)]
    assert given.count("None") == CLAIMANTS - CLAIMABLE
    for step, number in winners.items():
        assert seen["steps"][step] == [f"worker {number}", "claimed"]


@requires_ci_profile
def test_a_call_that_is_killed_has_done_all_or_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    # Given calls that are killed at their points, the first while it makes the store,
    seen = play("killed", tmp_path)
    # then what was answered is there, nothing was half done, and repeating a call completes it.
    assert seen["wrong"] == []
    assert [name for name in CALLS if not seen["kills"][name]] == []
