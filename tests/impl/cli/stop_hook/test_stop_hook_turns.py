"""Turns of an agent: the events that its program sends, one stop after the other."""

import os
from typing import Any

import pytest

from tests.impl.cli.stop_hook.hooks import FAIL, PASS, STATE, Ended, Project
from tests.profiles import requires_ci_profile

SESSION = "0f0c5f8e-2a54-4a53-a1fb-9ce7a4a1a5d1"
CRASH = "echo no credit >&2; exit 1"


class Agent:
    """An agent in a project: its program sends events as they were recorded from a real one."""

    def __init__(self, project: Project, session: str = SESSION) -> None:
        self._project = project
        self._session = session
        self._active = False

    def stop(self, *lines: str) -> Ended:
        """Try to stop, with a reviewer of these lines; a block goes on with the same turn."""
        event = {
            "session_id": self._session,
            "transcript_path": f"/home/ann/.claude/projects/bridge/{self._session}.jsonl",
            "cwd": str(self._project.root),
            "permission_mode": "default",
            "hook_event_name": "Stop",
            "stop_hook_active": self._active,
            "last_assistant_message": "All done.",
        }
        ended = self._project.hook("--reviewer", self._project.reviewer(*lines), event=event)
        self._active = ended.blocked
        return ended

    def new_turn(self) -> None:
        """Begin another turn, although the last stop was blocked."""
        self._active = False

    def addresses_the_findings(self) -> None:
        """Do what a block says: update the two phases."""
        review = self._project.state["next_phase"].removeprefix("post-")
        fields = {"phase": f"post-{review}", "next_phase": review}
        self._project.put(**self._project.state | fields)


@pytest.fixture
def agent(project: Project) -> Agent:
    project.put()
    return Agent(project)


def test_a_reviewer_that_fails_again_is_told_to_the_person_and_stays_due(
    project: Project, agent: Agent
) -> None:
    assert "no credit" in agent.stop(CRASH).reason
    # The agent can do nothing about it, so its turn ends.
    told = agent.stop(CRASH).approval["systemMessage"]
    assert (
        "code-review 2, by sonnet, failed: the reviewer ended with exit code 1: no credit" in told
    )
    assert project.state == STATE | {"phase_iteration": 2}
    # And the next turn has the review made.
    assert "code-review 3 of at most 8" in agent.stop(PASS).reason


def blocks(agent: Agent, count: int) -> list[dict[str, Any]]:
    """Return the answers to stops that are blocked because the review finds something."""
    answers = []
    for _ in range(count):
        answers.append(agent.stop(FAIL).answer)
        agent.addresses_the_findings()
    return answers


@requires_ci_profile
def test_the_eighth_block_in_a_row_says_how_to_go_on(project: Project) -> None:
    project.put(max_reviews=99)
    agent, another = Agent(project), Agent(project, "another session")
    first = [*blocks(agent, 7)]
    blocks(another, 3)
    eighth, ninth = blocks(agent, 2)
    for answer in first:
        assert "systemMessage" not in answer
        assert "in a row" not in answer["reason"]
    for number, answer in ((8, eighth), (9, ninth)):
        assert f"block {number} in a row" in answer["systemMessage"]
        assert answer["systemMessage"] in answer["reason"]
        assert "`planstate review continue`" in answer["reason"]
    # Another turn of the same session counts from the beginning.
    agent.new_turn()
    assert all("systemMessage" not in answer for answer in blocks(agent, 7))


def test_a_forgotten_post_review_is_asked_for_with_the_same_file(
    project: Project, agent: Agent
) -> None:
    # Given a review of an earlier cycle with a greater number, and one that finds something
    (project.plan / "task-task-1-code-review-7.md").write_text("VERDICT: FAIL\n")
    os.utime(project.plan / "task-task-1-code-review-7.md", ns=(1, 1))
    first = agent.stop(FAIL).reason.splitlines()
    # When the agent stops without having reported that it has worked on the findings
    for number in (2, 3):
        again = agent.stop("touch reviewed").reason.splitlines()
        # Then it is told the same, with the same file, and the attempt counts
        assert again[0].endswith(f"this was attempt {number} of at most 8.")
        assert again[1:] == first[1:]
        assert again[1] == f"Read the review: {project.plan}/task-task-1-code-review-1.md"
        assert project.state["phase_iteration"] == number
    assert not (project.root / "reviewed").exists()
    # And once it has, the next review is made.
    agent.addresses_the_findings()
    assert "code-review 4 of at most 8" in agent.stop(PASS).reason


def test_without_a_file_the_findings_are_still_asked_for(project: Project) -> None:
    project.put(phase="code-review", phase_iteration=1, next_phase="post-code-review")
    told = Agent(project).stop("touch reviewed").reason
    assert f"no file of a code-review is left in {project.plan}" in told


def test_an_attempt_that_cannot_be_stored_is_not_made_and_does_not_block(
    project: Project, agent: Agent
) -> None:
    # A folder stands where the new file is to be written.
    (project.plan / ".state.json.tmp").mkdir()
    (project.plan / ".state.json.tmp" / "file").write_text("")
    told = agent.stop("touch reviewed", PASS).approval["systemMessage"]
    assert told.startswith("the stop hook failed, no review ran: ")
    assert not (project.root / "reviewed").exists()
    assert project.state == STATE
