"""What reaches a reviewer and what does not, and what is left in the plan's folder and its log."""

import json
import shlex
import sys

import pytest

from tests.cases import for_each
from tests.impl.cli.calling import PROGRAM
from tests.impl.cli.stop_hook.hooks import APPROVED, FAIL, PASS, Project

NAMED = 'printf %s "$PLANSTATE_REVIEW_FILE" > named'


def test_the_prompt_and_the_model_reach_the_reviewer(project: Project) -> None:
    project.put(next_phase="all-code-review", review_model="sonnet")
    (project.plan / "task-1.md").write_text("")
    reviewer = project.reviewer('printf "%s\\n" "$@" > arguments', "cat > input", NAMED, PASS)
    assert project.hook("--reviewer", f"'{reviewer}' --model={{model}} -x").blocked
    arguments = (project.root / "arguments").read_text().splitlines()
    assert arguments[:2] == ["--model=sonnet", "-x"]
    assert "Kind of review: all-code-review, number 1 of at most 8." in arguments
    assert str(project.plan) in arguments
    (file,) = [line for line in arguments if line.startswith(f"{project.plan}/.review-attempt-")]
    assert (project.root / "named").read_text() == file
    assert "Task files in the plan folder: task-1.md" in arguments
    assert (project.root / "input").read_text() == ""


def test_an_earlier_review_of_the_same_name_is_no_review(project: Project) -> None:
    project.put()
    project.stop(PASS)
    name = "task-task-1-code-review-1"
    for number in (1, 2):
        project.put()
        assert "wrote no file" in project.stop("exit 0").reason
        assert (project.plan / f"{name}.earlier-1.md").read_text().endswith("PASS\n")
        if number == 1:
            (project.plan / f"{name}.md").write_text("by hand")
    assert (project.plan / f"{name}.earlier-2.md").read_text() == "by hand"


NATURAL = {
    "the name of the review": "task-task-1-code-review-1.md",
    "the kind alone": "code-review-1.md",
    "the task and the kind": "task-1-code-review-1.md",
}


@pytest.mark.parametrize("name", NATURAL.values(), ids=NATURAL)
def test_a_review_under_a_natural_name_is_taken(project: Project, name: str) -> None:
    project.put()
    # Given an earlier review of that name
    (project.plan / name).write_text("VERDICT: FAIL\n")
    # When the reviewer writes there, and not to the file that was demanded
    told = project.stop(f'PLANSTATE_REVIEW_FILE="$PLANSTATE_PLAN_FOLDER/{name}"; {PASS}').reason
    # Then that is the review
    review = project.plan / NATURAL["the name of the review"]
    assert "VERDICT: PASS" in told.splitlines()[0]
    assert f"Read the review: {review}" in told
    assert review.read_text() == "all well\nVERDICT: PASS\n"


@for_each(
    ("named", "model"),
    [("haiku", "opus"), ("claude-sonnet-4-5", "sonnet"), ("Opus", "opus"), ("", "opus")],
)
def test_a_model_with_another_name_reviews_and_the_person_is_told(
    project: Project, named: str, model: str
) -> None:
    # Given a state in which a person has named another model than those of the hook,
    project.put(review_model=named)
    # when the agent stops, then it is reviewed, by the model that the name counts as,
    ended = project.stop(FAIL)
    assert f"by {model}: VERDICT: FAIL" in ended.reason
    # and the person is told.
    told = f"was {json.dumps(named)}; expected opus or sonnet, and {model} reviewed"
    assert told in ended.answer["systemMessage"]
    # Once the state has the next model, nothing more is said of it.
    assert "systemMessage" not in project.stop(FAIL).answer


def test_a_reviewer_that_wrote_elsewhere_is_told_the_path_that_was_demanded(
    project: Project,
) -> None:
    project.put()
    told = project.stop(NAMED, "echo VERDICT: PASS > review.md").reason
    demanded = (project.root / "named").read_text()
    assert f"the reviewer wrote no file {demanded}" in told


def test_a_hook_inside_the_reviewer_reviews_nothing(project: Project) -> None:
    project.put()
    hook = shlex.join(
        [sys.executable, "-c", PROGRAM, "review", "stop-hook", "--reviewer", "/nowhere"]
    )
    told = project.stop(f"echo '{{}}' | {hook} > inner", PASS).reason
    assert "VERDICT: PASS" in told
    assert json.loads((project.root / "inner").read_text()) == APPROVED
    assert project.state["phase_iteration"] == 1
    reasons = [line.get("reason") for line in project.log()]
    assert reasons == [None, "inside_reviewer", None, "reviewed"]


def test_everything_is_logged(project: Project) -> None:
    project.put()
    project.stop("echo oh >&2", "exit 3")
    (project.plan / "state.json").write_text("{")
    project.hook()
    happened = [
        {key: value for key, value in line.items() if key not in ("time", "process")}
        for line in project.log()
    ]
    file = "task-task-1-code-review-1.md"
    assert happened == [
        {"happened": "reviewing", "review": 1, "model": "opus", "kind": "code-review"}
        | {"file": file},
        {"happened": "reviewed", "result": "crashed", "exit_code": 3, "complaint": "oh"},
        {"happened": "answered", "approved": False, "reason": "review_failed"}
        | {"stop_hook_active": False, "session": None}
        | {"review": 1, "model": "opus", "next_phase": "code-review"},
        {"happened": "answered", "approved": True, "reason": "malformed"}
        | {"error": happened[3].get("error")},
    ]
    assert all(line["time"].endswith("Z") and line["process"] > 0 for line in project.log())


def test_a_log_that_cannot_be_written_changes_nothing(project: Project) -> None:
    project.put()
    (project.plan / "logs").write_text("in the way")
    assert "VERDICT: PASS" in project.stop(PASS).reason
    assert project.state["phase_iteration"] == 1


@pytest.mark.parametrize("name", ["logs", "logs/stop-hook.jsonl"])
def test_a_log_that_is_a_link_is_not_written(project: Project, name: str) -> None:
    project.put()
    elsewhere = project.root / "elsewhere"
    elsewhere.mkdir()
    link = project.plan / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(elsewhere if name == "logs" else elsewhere / "file")
    assert "VERDICT: PASS" in project.stop(PASS).reason
    assert list(elsewhere.iterdir()) == []


def test_a_lock_that_is_a_link_is_not_followed(project: Project) -> None:
    before = project.put()
    (project.plan / ".state.lock").symlink_to(project.root / "elsewhere")
    assert "the stop hook failed" in project.stop(PASS).approval["systemMessage"]
    assert project.state == before
    assert not (project.root / "elsewhere").exists()
