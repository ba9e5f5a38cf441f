"""`planstate iterate`: reports in, decisions out, loops and violations kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.impl.cli.desk import PLAN, Desk, Reply
from tests.impl.cli.iterate.reports import (
    BLOCK,
    CONTRADICTING,
    FINISHED,
    SUMMARY,
    logged,
    write_summary,
)
from tests.impl.cli.processes import begin, end

STUCK = BLOCK.replace("stuck_detected: false", "stuck_detected: true")


@pytest.fixture(autouse=True)
def _registered(desk: Desk) -> None:
    desk.state("init")
    write_summary(desk.root)


def iterate(desk: Desk, report: str, *more: str) -> Reply:
    return desk.json("iterate", PLAN, *more, given=report)


def data(reply: Reply) -> dict[str, Any]:
    """Return the decision, whether it is a success or not."""
    assert reply.envelope["status"] == "ok", reply
    found = reply.envelope["data"]
    assert isinstance(found, dict)
    return found


def then_rejected(reply: Reply, said: str, **details: object) -> None:
    assert reply.code == 1
    assert reply.envelope["status"] == "error"
    (issue,) = reply.envelope["issues"]
    assert (issue["code"], issue["severity"]) == ("E047", "error")
    assert said in issue["message"]
    found = reply.envelope["data"]
    assert {key: found.get(key) for key in details} == details
    assert (found["plan_path"], found["decision"]) == (PLAN, "rejected")


def test_a_first_report_begins_the_loop_and_continues_it(desk: Desk) -> None:
    reply = iterate(desk, BLOCK)
    assert (reply.code, reply.envelope["command"], reply.envelope["issues"]) == (0, "iterate", [])
    assert reply.data == {
        "plan_path": PLAN,
        "decision": "continue",
        "reason": "work remains",
        "iteration": 2,
        "max_iterations": 5,
        "work_remaining": ["Phase_6", "Phase_7"],
        "context": SUMMARY,
        "status": "continuing",
        "halt_reason": None,
        "report": {
            "IMPLEMENTATION_COMPLETE": "5",
            "summary_path": SUMMARY,
            "work_remaining": "Phase_6 Phase_7",
            "context_usage_percent": "75%",
            "requires_continuation": "true",
            "stuck_detected": "false",
            "mood": "fine",
        },
    }


def test_people_are_told_the_decision_its_reason_and_the_context(desk: Desk) -> None:
    reply = desk.text("iterate", PLAN, given=CONTRADICTING)
    assert reply.code == 0
    assert reply.out.splitlines() == [
        "continue: work remains",
        "next iteration: 2 of 5",
        "remaining: Phase_6, Phase_7",
        f"context: {SUMMARY}",
    ]
    assert reply.err == (
        "warning: requires_continuation is false although work remains; the loop continues\n"
    )


def test_nothing_remaining_completes_the_loop(desk: Desk) -> None:
    found = iterate(desk, FINISHED).data
    assert (found["decision"], found["context"]) == ("complete", None)


def test_a_stuck_coordinator_ends_the_loop_without_success(desk: Desk) -> None:
    reply = iterate(desk, STUCK)
    assert reply.code == 1
    assert (data(reply)["decision"], data(reply)["halt_reason"]) == ("stuck", "stuck")


def test_a_loop_ends_at_its_limit_without_success(desk: Desk) -> None:
    assert iterate(desk, BLOCK, "--max-iterations", "2").code == 0
    reply = iterate(desk, BLOCK)
    assert reply.code == 1
    assert (data(reply)["decision"], data(reply)["iteration"]) == ("max_iterations", 2)
    then_rejected(iterate(desk, BLOCK), "has ended (max_iterations)", given="max_iterations")


def test_an_ended_loop_is_begun_anew_only_when_that_is_wanted(desk: Desk) -> None:
    iterate(desk, STUCK)
    then_rejected(iterate(desk, BLOCK), "start a new one with --restart", given="stuck")
    found = iterate(desk, BLOCK, "--restart", "--max-iterations", "3").data
    assert (found["iteration"], found["max_iterations"]) == (2, 3)


def test_a_limit_that_the_loop_does_not_have_is_a_warning(desk: Desk) -> None:
    iterate(desk, BLOCK, "--max-iterations", "3")
    assert iterate(desk, BLOCK, "--max-iterations", "3").envelope["issues"] == []
    iterate(desk, BLOCK, "--restart")
    (issue,) = iterate(desk, BLOCK, "--max-iterations", "3").envelope["issues"]
    assert (issue["code"], issue["severity"]) == ("limit_kept", "warning")
    assert "its limit of 5, not 3" in issue["message"]


def test_every_violation_is_a_warning_and_a_line_of_the_log(desk: Desk) -> None:
    replies = (
        iterate(desk, CONTRADICTING),
        iterate(desk, FINISHED.replace("false", "true")),
        iterate(desk, STUCK.replace("continuation: true", "continuation: false"), "--restart"),
    )
    assert [reply.code for reply in replies] == [0, 0, 1]
    for reply in replies:
        (issue,) = reply.envelope["issues"]
        assert (issue["code"], issue["severity"]) == ("validation_error", "warning")
    common = {"type": "validation_error", "time": "2026-01-01T00:00:00.000Z", "plan": PLAN}
    work = ["Phase_6", "Phase_7"]
    assert logged(desk.root) == [
        {**common, "iteration": iteration, "work_remaining": names, **signals}
        for iteration, names, signals in (
            (1, work, {"requires_continuation": False, "override": "forced_true"}),
            (2, [], {"requires_continuation": True, "override": "forced_false"}),
            (1, work, {"requires_continuation": False, "override": None}),
        )
    ]


REJECTED: dict[str, tuple[str, tuple[str, ...], str, dict[str, object]]] = {
    "no summary": (
        BLOCK.replace(SUMMARY, "nowhere.md"),
        (),
        "summary file nowhere.md does not exist",
        {"reason": "missing_summary"},
    ),
    "a folder as summary": (
        BLOCK.replace(SUMMARY, "summaries"),
        (),
        "summary file",
        {"reason": "missing_summary"},
    ),
    "a summary that is none": (
        BLOCK.replace(SUMMARY, "null"),
        (),
        "names no summary file",
        {"reason": "missing_summary"},
    ),
    "a summary with a long name": (
        BLOCK.replace(SUMMARY, "x" * 5_000),
        (),
        "summary file xxx",
        {"reason": "missing_summary"},
    ),
    "a small summary": (
        BLOCK,
        ("--least-summary-bytes", "101"),
        "has 100 bytes; expected at least 101",
        {"reason": "undersized_summary", "found": 100, "least": 101},
    ),
    "work that cannot be read": (
        BLOCK.replace("Phase_6 Phase_7", "[Phase_6, Phase_7]"),
        (),
        "[Phase_6, Phase_7]",
        {"reason": "invalid_request", "given": "malformed_work_remaining"},
    ),
    "no report": ("Done!", (), "line 1, 'Done!'", {"given": "malformed_report"}),
    "nothing": ("", (), "it is empty", {"reason": "invalid_request"}),
    "a summary forgotten": (
        "requires_continuation: true",
        (),
        "it has no `summary_path`",
        {"given": "malformed_report"},
    ),
}


@pytest.mark.parametrize("name", REJECTED)
def test_a_rejected_report_changes_nothing(desk: Desk, name: str) -> None:
    report, more, said, details = REJECTED[name]
    for accepted in range(2):
        for restart in ((), ("--restart",)):
            then_rejected(iterate(desk, report, *more, *restart), said, **details)
        assert iterate(desk, BLOCK).data["iteration"] == 2 + accepted


def test_bytes_that_are_no_text_are_rejected(desk: Desk) -> None:
    reply = end(begin(desk.root, "iterate", PLAN, "--json"), b"\xff: 1")
    then_rejected(reply, "utf-8", given="malformed_report")


def test_a_summary_may_be_named_from_the_current_folder_or_the_root(desk: Desk) -> None:
    desk.go(desk.root / "summaries")
    near = BLOCK.replace(SUMMARY, "001.md")
    assert desk.json("iterate", f"../{PLAN}", given=near).data["context"] == "001.md"
    assert desk.json("iterate", PLAN, given=BLOCK).data["context"] == SUMMARY


def test_an_unknown_plan_is_rejected(desk: Desk) -> None:
    reply = desk.json("iterate", "plans/other.md", given=BLOCK)
    assert reply.code == 1
    found = reply.envelope["data"]
    assert (found["reason"], found["decision"]) == ("unknown_plan", "rejected")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--max-iterations", "0"),
        ("--max-iterations", "-1"),
        ("--max-iterations", "9" * 5_000),
        ("--max-iterations", "five"),
        ("--least-summary-bytes", "1.5"),
        ("--strict",),
    ],
    ids=lambda wrong: " ".join(wrong)[:30],
)
def test_wrong_usage_says_so(desk: Desk, wrong: tuple[str, ...]) -> None:
    reply = desk.text("iterate", PLAN, *wrong, given=BLOCK)
    assert (reply.code, reply.out) == (2, "")
    assert "--help" in reply.err


def test_a_real_coordinators_report_is_understood(desk: Desk, tmp_path: Path) -> None:
    summary = tmp_path / "a summary.md"
    summary.write_text("s" * 100)
    report = f"""\
        All is well. ```
        IMPLEMENTATION_COMPLETE:
          phase_count: 5
          topic_path: /path/to/topic
          summary_path: {summary}
          git_commits: [abc123, def456]
          work_remaining: Phase_4 Phase_5 Phase_6  # Space-separated string, NOT JSON array
          context_exhausted: false
          context_usage_percent: 85%
          checkpoint_path: /path/to/checkpoint (if created)
          requires_continuation: true
          stuck_detected: false
          phases_with_markers: 5  # Number of phases with [COMPLETE] marker (informational)
        """
    found = iterate(desk, report).data
    assert (found["decision"], len(found["work_remaining"])) == ("continue", 3)
    assert found["context"] == str(summary)
    assert found["report"]["phases_with_markers"] == "5"
    assert json.dumps(found)
