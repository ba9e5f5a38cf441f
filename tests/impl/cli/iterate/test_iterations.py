"""`planstate iterations`: a loop is started, reported and shown by a command for each."""

import json

import pytest

from tests.impl.cli.calling import begin, end
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.iterate.reports import BLOCK, CONTRADICTING, FINISHED, copy_of

FRESH = {
    "max_iterations": 2,
    "iteration": 1,
    "work_remaining": [],
    "status": "continuing",
    "halt_reason": None,
    "context": None,
    "violations": [],
}
VIOLATION = {
    "iteration": 1,
    "work_remaining": ["Phase_6", "Phase_7"],
    "requires_continuation": False,
    "override": "forced_true",
}


def test_a_loop_is_started_reported_and_shown(desk: Desk) -> None:
    # Given a loop that was started, by processes as an agent runs them,
    started = end(begin(desk.root, "iterations", "start", PLAN, "--max-iterations", "2"))
    assert started.out == (
        "started: iteration 1 of 2\nreport its end to `planstate iterations report`\n"
    )
    assert desk.json("iterations", "show", PLAN).data["iteration_loop"] == FRESH
    # when a report contradicts itself,
    done = end(begin(desk.root, "--json", "iterations", "report", PLAN), CONTRADICTING.encode())
    assert done.data["violation"] == VIOLATION
    # then the loop that is shown has it, and so has the plan.
    loop = desk.json("iterations", "show", PLAN).data["iteration_loop"]
    assert loop == FRESH | {
        "iteration": 2,
        "work_remaining": ["Phase_6", "Phase_7"],
        "context": str(copy_of(desk.root)),
        "violations": [VIOLATION],
    }
    assert desk.state("show")["plan"]["iteration_loop"] == loop
    shown = desk.text("iterations", "show", PLAN).out.splitlines()
    assert shown == [
        "continuing: iteration 2 of 2",
        "remaining: Phase_6, Phase_7",
        f"context: {copy_of(desk.root)}",
        "reports that contradicted themselves: 1",
    ]


def test_before_it_starts_there_is_no_loop(desk: Desk) -> None:
    assert desk.json("iterations", "show", PLAN).data["iteration_loop"] is None
    assert desk.state("show")["plan"]["iteration_loop"] is None
    assert "no loop has started" in desk.text("iterations", "show", PLAN).out


@pytest.mark.parametrize("ended", [False, True])
def test_a_report_outside_of_a_loop_is_rejected_with_a_remedy(desk: Desk, ended: bool) -> None:
    # Given no loop, or one that has ended,
    if ended:
        assert desk.json("iterate", PLAN, given=FINISHED).code == 0
    # when an iteration is reported, then nothing is started or copied for it,
    reply = desk.json("iterations", "report", PLAN, given=BLOCK)
    data = reply.envelope["data"]
    given = "complete" if ended else "not_started"
    assert (reply.code, data["given"], data["decision"]) == (1, given, "rejected")
    assert not copy_of(desk.root).exists()
    # and the remedy is a command that starts one.
    assert data["remedy"] == f"planstate iterations start {PLAN}"
    assert desk.json(*data["remedy"].split()[1:]).code == 0
    assert desk.json("iterations", "report", PLAN, given=BLOCK).code == 0


@pytest.mark.parametrize("limit", ["0", "-5"])
def test_a_limit_below_one_is_rejected_with_a_remedy(desk: Desk, limit: str) -> None:
    reply = desk.json("iterations", "start", PLAN, "--max-iterations", limit)
    (issue,) = reply.envelope["issues"]
    assert (reply.code, issue["code"]) == (1, "E047")
    assert issue["message"].startswith(f"the limit is {limit}; expected a whole number from 1")
    command = reply.envelope["data"]["remedy"]
    assert desk.json(*command.split()[1:]).data["max_iterations"] == 5


def test_numbers_of_any_size_are_taken_and_words_are_not(desk: Desk) -> None:
    most = 2**62 - 1
    start = ("iterations", "start", PLAN, "--max-iterations")
    assert desk.json(*start, str(most)).data["max_iterations"] == most
    for given in (str(most + 1), "9" * 5_000, "two", "²", "-", ""):
        reply = desk.text(*start, given)
        assert reply.code == 2
        assert f"is not a whole number from -{most} to {most}" in reply.err


def test_a_loop_that_ends_with_work_left_exits_with_1(desk: Desk) -> None:
    desk.json("iterations", "start", PLAN, "--max-iterations", "1")
    reply = desk.json("iterations", "report", PLAN, given=BLOCK)
    assert (reply.code, json.loads(reply.out)["status"]) == (1, "ok")
    assert reply.envelope["data"]["decision"] == "max_iterations"
