"""`planstate recover` completes a step whose commit did not, or says what a person has to do."""

import json
import shlex
from typing import Any

import pytest

from spec.vocabulary.state import StepStatus
from tests.impl.cli.calling import Reply
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.yard import APPROVED, CLOSED, DOCUMENT, PLAN, SUBSTEP, Yard

FIELDS = {
    *("plan_path", "anchor", "result", "attempts", "reason", "commit_hash", "verdict"),
    *("open_items", "open_substeps", "calls", "message", "manual_command"),
}


def then(called: Reply, exit_code: int, result: str) -> dict[str, Any]:
    """Check an answer, and return its data."""
    assert (called.code, called.err) == (exit_code, ""), called
    assert (called.envelope["command"], called.envelope["status"]) == ("recover", "ok")
    data: dict[str, Any] = called.envelope["data"]
    assert set(data) == FIELDS
    assert (data["plan_path"], data["anchor"], data["result"]) == (PLAN, "deck", result)
    assert (data["manual_command"] is not None) == (result == "escalated")
    return data


def then_escalated(called: Reply, reason: str, attempts: int) -> dict[str, Any]:
    """Check an escalation, and return its data."""
    data = then(called, 1, "escalated")
    assert (data["reason"], data["attempts"]) == (reason, attempts)
    assert data["message"].endswith(data["manual_command"].replace("\n", "\n  "))
    return data


def made(data: dict[str, Any]) -> list[str]:
    """List the calls that were made, and which were rejected."""
    return [call["command"] + ("" if call["accepted"] else "!") for call in data["calls"]]


@pytest.mark.parametrize("reason", [None, "open_items", "something new", ""])
def test_open_items_a_missing_reason_and_an_unknown_one_are_recovered(
    yard: Yard, reason: str | None
) -> None:
    yard.commit()
    given = () if reason is None else ("--reason", reason)
    data = then(yard.recover("--review", yard.review, *given), 0, "completed")
    assert made(data) == ["show", "update", "show", "complete"]
    assert (data["attempts"], data["reason"]) == (1, None)
    assert yard.items() == CLOSED
    assert yard.step().status is StepStatus.COMPLETED


def test_the_answer_of_a_commit_can_be_piped_in(yard: Yard) -> None:
    commit = shlex.join(["planstate", *yard.commit_arguments()])
    more = [*yard.ann, "--json", "--commit", "-", "--review", yard.review]
    recover = shlex.join(["planstate", "recover", PLAN, "#deck", *more])
    data = then(yard.shell(f"{commit} | {recover}"), 0, "completed")
    assert len(data["commit_hash"]) == 40
    assert yard.items() == CLOSED


def test_a_commit_that_completed_its_step_needs_no_review(yard: Yard) -> None:
    yard.finish()
    given = json.dumps(yard.commit())
    before = yard.stored()
    data = then(yard.recover("--commit", "-", given=given), 0, "completed")
    assert (data["attempts"], data["calls"]) == (0, [])
    assert "nothing to recover" in data["message"]
    assert yard.stored() == before


def test_where_git_did_not_commit_there_is_nothing_to_recover(yard: Yard) -> None:
    yard.hook("pre-commit", "exit 1")
    before = yard.stored()
    given = yard.run(*yard.commit_arguments()).out
    called = yard.recover("--commit", "-", "--review", yard.review, given=given)
    data = then(called, 1, "not_committed")
    assert data["calls"] == []
    assert yard.stored() == before


@pytest.mark.parametrize("verdict", ["REVISE", "approve", "", None])
@pytest.mark.parametrize("reason", ["open_items", "drift"])
def test_without_approval_nothing_is_updated(yard: Yard, verdict: str | None, reason: str) -> None:
    before = yard.stored()
    review = yard.given({**APPROVED, "verdict": verdict}, "verdict.json")
    given = () if verdict is None else ("--review", review)
    data = then(yard.recover("--reason", reason, *given), 1, "not_approved")
    assert (data["verdict"], data["calls"]) == (verdict, [])
    assert "is not approved" in data["message"]
    assert yard.stored() == before


def test_people_read_the_calls_and_then_the_result(yard: Yard) -> None:
    called = yard.run("recover", PLAN, "deck", *yard.ann, "--review", yard.review)
    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines() == [
        "show: 4 items and 0 substeps of deck are open",
        "update: 4 items changed",
        "show: 0 items and 0 substeps of deck are open",
        "complete: completed deck",
        f"step deck of {PLAN} is completed, after 1 attempt",
    ]


def test_people_read_the_calls_and_then_the_escalation(build_yard: BuildYard) -> None:
    yard = build_yard(DOCUMENT + SUBSTEP)
    called = yard.run("recover", PLAN, "deck", *yard.ann, "--review", yard.review)
    assert (called.code, called.err) == (1, "")
    calls, message = called.out.splitlines()[:4], called.out.splitlines()[4:]
    assert calls[-1] == "complete: rejected, E052 incomplete_substeps (unfinished_substeps 1)"
    assert message[0] == f"Step deck of {PLAN} is not completed: open_items, after 1 attempt."
    assert "  piers" in message
