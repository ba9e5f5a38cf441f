"""Several stop hooks on one plan at once, as real processes: no review and no update is lost."""

import pytest

from impl.hooks import reviewer
from impl.hooks.review_state import ReviewFolder
from impl.hooks.stop_hook import StopHook
from tests.impl.cli.stop_hook.hooks import ATTEMPTED, PASS, STATE, Project

HOOKS = 5


def test_attempts_that_fail_at_once_are_all_counted(project: Project) -> None:
    project.put()
    reviewer = project.reviewer("echo >> made", "exit 1")
    processes = [project.begin("--reviewer", reviewer) for _ in range(HOOKS)]
    numbers = sorted(project.end(each).reason.split()[1] for each in processes)
    assert numbers == [str(number) for number in range(1, HOOKS + 1)]
    assert project.state == STATE | {"phase_iteration": HOOKS, "review_model": "sonnet"}
    assert len((project.root / "made").read_text()) == HOOKS


def test_a_hook_waits_for_one_whose_review_is_being_made(project: Project) -> None:
    project.put()
    begun, go = project.pipe("begun"), project.pipe("go")
    first = project.begin("--reviewer", project.reviewer("echo > begun", "read x < go", PASS))
    begun.read_text()
    second = project.begin("--reviewer", "/nowhere/reviewer")
    assert project.state == STATE | ATTEMPTED
    go.write_text("on\n")
    made = project.end(first).reason
    assert "VERDICT: PASS" in made
    # What the review found is asked for again, and the attempt counts.
    asked = project.end(second).reason
    assert "this was attempt 2 of at most 8" in asked
    assert asked.splitlines()[1:] == made.splitlines()[1:]


def test_a_hook_that_has_waited_too_long_approves_and_says_so(project: Project) -> None:
    before = project.put()
    with ReviewFolder(project.plan).locked():
        approval = project.stop("touch reviewed", limit="0.1").approval
    found = "timed out waiting for the lock on the folder after 0.1 seconds"
    assert approval["systemMessage"] == f"no review ran: {found}"
    assert (project.log()[-1]["reason"], project.log()[-1]["error"]) == ("still_locked", found)
    assert project.state == before
    assert not (project.root / "reviewed").exists()


def test_the_time_that_a_hook_has_waited_is_not_the_reviewer_s(project: Project) -> None:
    project.put()
    hook = StopHook(project.plan, project.root, [project.reviewer(PASS)], 60, lambda: 0)
    given: list[float] = []

    def reviewing(_c: object, _f: object, _v: object, seconds: float) -> reviewer.ReviewerRun:
        given.append(seconds)
        return reviewer.ReviewerRun(1)

    def locking(_lock: int, patience: float, _place: str) -> float:
        return patience - 13

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviewer, "run", reviewing)
        patch.setattr("impl.hooks.review_state.lock", locking)
        assert not hook.answer(stop_hook_active=False).approved
    assert given == [13]
