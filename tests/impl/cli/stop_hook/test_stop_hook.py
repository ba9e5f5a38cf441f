"""The stop hook with reviewers that pass, fail, say nothing, break and hang."""

from typing import Any

import pytest

from tests.impl.cli.stop_hook.hooks import APPROVED, PASS, STATE, WRITE, Project

STRUCTURED = {
    "the other verdict": ('{"structured_output": {"verdict": "FAIL"}}', "two verdicts"),
    "a result that is an object": ('{"result": {"verdict": "FAIL"}}', "two verdicts"),
    "another word": ('{"structured_output": {"verdict": "OK"}}', "no verdict"),
    "an error": ('{"is_error": true, "result": "no credit"}', "reported an error: no credit"),
}


@pytest.mark.parametrize(("output", "words"), STRUCTURED.values(), ids=STRUCTURED)
def test_structured_output_is_read_with_the_file(project: Project, output: str, words: str) -> None:
    project.put(consecutive_clean=1)
    told = project.stop(PASS, f"echo '{output}'").reason
    assert told.startswith("code-review 1 of at most 8, by opus, failed: ")
    assert words in told
    assert project.state["consecutive_clean"] == 1


FAILING = {
    "a crash": (("echo no credit >&2", "exit 3"), "exit code 3: no credit"),
    "a crash after a verdict": ((PASS, "exit 1"), "exit code 1"),
    "a death": (("kill -9 $$",), "exit code -9"),
    "no verdict": ((WRITE("well, well"),), 'whose last line is "well, well"; expected `VERDICT: '),
    "a PASS with a remark": (
        (WRITE("**VERDICT: PASS** (with nits)"),),
        'whose last line is "VERDICT: PASS (with nits)"; expected `VERDICT: PASS` or',
    ),
    "two verdicts": ((WRITE(r"VERDICT: FAIL\nVERDICT: PASS\n"),), "two verdicts, PASS and FAIL"),
    "garbage": (('head -c 5000 /dev/urandom > "$PLANSTATE_REVIEW_FILE"',), "no verdict"),
    "nothing in the file": ((': > "$PLANSTATE_REVIEW_FILE"',), "no verdict"),
    "no file": (("echo fine",), "wrote no file"),
    "a verdict but no file": (
        ("""echo '{"structured_output": {"verdict": "PASS"}}'""",),
        "wrote no file",
    ),
    "a folder for a file": (('mkdir "$PLANSTATE_REVIEW_FILE"',), "wrote no file"),
    "a pipe for a file": (('mkfifo "$PLANSTATE_REVIEW_FILE"',), "wrote no file"),
}


@pytest.mark.parametrize(("lines", "why"), FAILING.values(), ids=FAILING)
def test_a_reviewer_that_fails_blocks_and_counts(
    project: Project, lines: tuple[str, ...], why: str
) -> None:
    project.put(consecutive_clean=1)
    told = project.stop(*lines).reason
    assert told.startswith("code-review 1 of at most 8, by opus, failed: ")
    assert why in told
    assert project.state == STATE | {
        "phase_iteration": 1,
        "review_model": "sonnet",
        "consecutive_clean": 1,
    }


def test_a_reviewer_that_hangs_is_killed_at_the_limit(project: Project) -> None:
    project.put()
    told = project.stop(PASS, "sleep 1000 & sleep 1000", limit="0.4").reason
    assert "timed out after 0.4 seconds and was killed" in told
    assert project.state["phase_iteration"] == 1
    assert project.state["next_phase"] == "code-review"


UNREVIEWED: dict[str, tuple[dict[str, Any], str | None]] = {
    "nothing due": ({"next_phase": None}, None),
    "work due": ({"next_phase": "next-task"}, None),
    "an unknown word": ({"next_phase": "lunch"}, '"lunch", the next_phase in '),
    "a misspelt phase": ({"next_phase": "Code-Review"}, "no review ran"),
    "no word": ({"next_phase": ""}, "expected null or one of plan-review, tasks-review"),
    "by hand": ({"phase_iteration": None}, "no stop reviews what is made by hand"),
    "the limit": ({"phase_iteration": 8}, "you decide: raise max_reviews"),
    "a limit of one": ({"max_reviews": 1, "phase_iteration": 1}, "no cycle can ever pass"),
    "a negative limit": ({"max_reviews": -1}, "its max_reviews is negative"),
    "no number as limit": ({"max_reviews": "many"}, "its max_reviews is 'many'; expected"),
    "half a review": ({"max_reviews": 0.5}, "its max_reviews is 0.5; expected"),
    "no limit": ({"max_reviews": None}, "its max_reviews is None; expected"),
}


@pytest.mark.parametrize(("fields", "words"), UNREVIEWED.values(), ids=UNREVIEWED)
def test_a_stop_with_nothing_to_review_is_approved_and_writes_nothing(
    project: Project, fields: dict[str, Any], words: str | None
) -> None:
    before = project.put(**fields)
    approval = project.stop("touch reviewed").approval
    if words is None:
        assert approval == APPROVED
    else:
        assert words in approval["systemMessage"]
    assert project.state == before
    assert not (project.root / "reviewed").exists()
