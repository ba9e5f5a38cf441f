"""A stop hook that is killed at any of its points leaves a state that the next one accepts."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from impl.hooks.review_state import ReviewFolder
from impl.hooks.stop_hook import StopHook
from spec.vocabulary.review_cycles import ReviewCycle
from tests.impl.cli.committers import killed_at
from tests.impl.cli.stop_hook.hooks import PASS, Project
from tests.profiles import PROFILE, by_day_the_first, requires_ci_profile

STRIDE = {"dev": 11, "ci": 3}.get(PROFILE, 1)
LEAST_POINTS = 15
"""How many points a hook has at least at which it can be killed."""

SITUATIONS: dict[str, tuple[dict[str, Any], str]] = {
    "a review that advances": ({"consecutive_clean": 1, "phase_iteration": 1}, PASS),
    "a reviewer that fails": ({}, "exit 1"),
    "reviews that are off": ({"max_reviews": 0}, PASS),
}


def killed_everywhere(project: Project, reviewer: str, copies: Path) -> Iterator[Path]:
    """Kill hooks on copies of the plan's folder, at one point each; the last one survives."""
    options = ("review", "stop-hook", "--root", str(project.root), "--reviewer", reviewer)
    for point in count(0, STRIDE):
        folder = copytree(project.plan, copies / str(point))
        is_killed = killed_at(point, project.root, *options, "--plan-folder", str(folder))
        yield folder
        if not is_killed:
            assert point > LEAST_POINTS
            return


@requires_ci_profile
@pytest.mark.parametrize(
    ("fields", "lines"), by_day_the_first([*SITUATIONS.values()]), ids=SITUATIONS
)
def test_a_hook_may_be_killed_at_any_point(
    tmp_path: Path, fields: dict[str, Any], lines: str
) -> None:
    project = Project(tmp_path / "project")
    before = project.put(**fields)
    reviewer = project.reviewer(lines)
    *tries, last = killed_everywhere(project, reviewer, tmp_path / "copies")
    survivor = json.loads((last / "state.json").read_text())
    assert survivor != before
    attempt = attempted(before)
    for folder in tries:
        left = json.loads((folder / "state.json").read_text())
        assert left in (before, attempt, survivor), folder
        the_next_is_as_if_nothing_had_been_killed(folder, reviewer, after=left == survivor)
        # The attempt of the hook that was killed counts.
        expected = attempted(survivor) if left == attempt != survivor else survivor
        assert json.loads((folder / "state.json").read_text()) == expected, folder


def attempted(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state in which one more review has begun."""
    other = {"opus": "sonnet", "sonnet": "opus"}[state["review_model"]]
    return state | {"phase_iteration": state["phase_iteration"] + 1, "review_model": other}


def the_next_is_as_if_nothing_had_been_killed(folder: Path, reviewer: str, *, after: bool) -> None:
    """Check that the next hook completes the work; `after` the decision, nothing is left to do."""
    reviews = ReviewFolder(folder)
    cycle = reviews.cycle()
    assert isinstance(cycle, ReviewCycle)
    if after and cycle.next_phase == "code-review":
        return  # the failed attempt has been counted, and another one is due
    answer = StopHook(folder, folder, [reviewer], 60, lambda: 0).answer(stop_hook_active=False)
    assert "hook failed" not in (answer.to_person or "")
    assert not (folder / ".state.json.tmp").exists() or after
    log = (folder / "logs" / "stop-hook.jsonl").read_text().splitlines()
    assert json.loads(log[-1])["happened"] == "answered"
