"""A stop hook that dies while its reviewer runs: no review of an orphan is ever believed."""

import signal
from pathlib import Path

import pytest

from tests.impl.cli.stop_hook.hooks import ATTEMPTED, PASS, Project

REVIEW = "task-task-1-code-review-2.md"


def orphan(project: Project, *lines: str) -> str:
    """Kill a hook whose reviewer goes on; return one that waits until the first has written."""
    begun, _, _ = map(project.pipe, ("begun", "go", "written"))
    going_on = "; ".join(("echo > begun", "read x < go", *lines, "echo > written"))
    first = project.begin("--reviewer", project.reviewer(f"({going_on}) &", "wait"))
    begun.read_text()
    first.kill()
    assert project.end(first).exit_code == -signal.SIGKILL
    return project.reviewer("echo on > go", "read x < written")


def attempts(project: Project) -> list[Path]:
    return list(project.plan.glob(".review-attempt-*.md"))


def test_the_review_of_an_orphan_is_not_believed(project: Project) -> None:
    before = project.put()
    # The orphan writes while the second reviewer runs, which then ends without having written.
    told = project.hook("--reviewer", orphan(project, PASS)).reason
    assert f"the reviewer wrote no file {project.plan}/.review-attempt-" in told
    assert project.log()[-2]["result"] == "no_file"
    # Both attempts count, that of the hook that was killed too.
    assert project.state == before | {"phase_iteration": 2, "review_model": "opus"}
    assert not (project.plan / REVIEW).exists()
    (left,) = attempts(project)
    assert left.read_text().endswith("VERDICT: PASS\n")

    assert "code-review 3 of at most 8" in project.stop(PASS).reason
    assert attempts(project) == []


def test_what_an_orphan_writes_under_a_natural_name_belongs_to_its_own_attempt(
    project: Project,
) -> None:
    project.put()
    file = '"$PLANSTATE_PLAN_FOLDER/task-task-1-code-review-1.md"'
    second = orphan(project, f"PLANSTATE_REVIEW_FILE={file}", PASS)
    # The attempt of the hook that was killed counts, so the second review has another number.
    assert "code-review 2 of at most 8" in project.hook("--reviewer", second).reason
    assert project.log()[-2]["result"] == "no_file"


def test_what_cannot_be_removed_of_an_attempt_is_left_alone(project: Project) -> None:
    project.put()
    folder = project.plan / f".review-attempt-{'0' * 32}.md"
    folder.mkdir()
    mine = project.plan / ".review-attempt-mine.md"
    mine.write_text("")
    assert "VERDICT: PASS" in project.stop(PASS).reason
    assert folder.is_dir()
    assert mine.exists()


# Whoever has the pipe open for writing is alive: reading ends when nobody has.
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_hook_that_is_told_to_end_kills_its_reviewer_and_the_attempt_counts(
    project: Project, number: signal.Signals
) -> None:
    before = project.put()
    alive = project.pipe("alive")
    reviewer = project.reviewer("exec 9> alive", "sleep 1000 & sleep 1000")
    usual = signal.signal(number, signal.SIG_DFL)  # a test run in the background ignores some
    hook = project.begin("--reviewer", reviewer)
    signal.signal(number, usual)
    with alive.open("rb") as reading:
        hook.send_signal(number)
        assert reading.read() == b""
    assert project.end(hook).exit_code == 128 + number
    assert project.state == before | ATTEMPTED


def test_a_signal_that_was_ignored_before_stays_ignored(project: Project) -> None:
    project.put()
    begun, go = project.pipe("begun"), project.pipe("go")
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    hook = project.begin("--reviewer", project.reviewer("echo > begun", "read x < go", PASS))
    signal.signal(signal.SIGHUP, usual)
    begun.read_text()
    hook.send_signal(signal.SIGHUP)
    go.write_text("on\n")
    assert "VERDICT: PASS" in project.end(hook).reason


def test_a_reviewer_dies_with_a_hook_that_is_killed(project: Project) -> None:
    before = project.put()
    alive = project.pipe("alive")
    hook = project.begin("--reviewer", project.reviewer("exec 9> alive", "exec sleep 1000"))
    with alive.open("rb") as reading:
        hook.kill()
        assert reading.read() == b""
    assert project.end(hook).exit_code == -signal.SIGKILL
    assert project.state == before | ATTEMPTED
