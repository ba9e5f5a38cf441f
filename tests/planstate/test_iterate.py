"""`planstate iterate`: reports in, decisions out, loops and violations kept."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.planstate.calling import PLAN, Called, Caller, new_repository, together

SUMMARY = "summaries/001.md"
BLOCK = f"""\
IMPLEMENTATION_COMPLETE: 5
summary_path: {SUMMARY}
work_remaining: Phase_6 Phase_7  # two phases
context_usage_percent: 75%
requires_continuation: true
stuck_detected: false
mood: fine
"""
CONTRADICTING = BLOCK.replace("requires_continuation: true", "requires_continuation: false")
STUCK = BLOCK.replace("stuck_detected: false", "stuck_detected: true")
FINISHED = json.dumps({"requires_continuation": False, "summary_path": SUMMARY})


@pytest.fixture
def planstate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Caller:
    monkeypatch.setenv("PLANSTATE_NOW", "1767225600000")
    monkeypatch.delenv("PLANSTATE_STORE", raising=False)
    new_repository(tmp_path)
    (tmp_path / SUMMARY).parent.mkdir()
    (tmp_path / SUMMARY).write_text("s" * 100)
    caller = Caller(tmp_path, monkeypatch, capsys)
    assert caller("state", "init", PLAN).exit_code == 0
    return caller


def iterate(planstate: Caller, report: str, *more: str) -> Called:
    return planstate("iterate", PLAN, "--json", *more, given=report)


def data(called: Called) -> dict[str, Any]:
    found = called.envelope["data"]
    assert isinstance(found, dict)
    return found


def log_lines(root: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in (root / ".planstate/errors.jsonl").read_text().split("\n")[:-1]
    ]


def then_rejected(called: Called, said: str, **details: object) -> None:
    assert called.exit_code == 1
    assert called.envelope["status"] == "error"
    (issue,) = called.envelope["issues"]
    assert (issue["code"], issue["severity"]) == ("E047", "error")
    assert said in issue["message"]
    found = data(called)
    assert {key: found[key] for key in details} == details
    assert found["plan_path"] == PLAN


def test_a_first_report_begins_the_loop_and_continues_it(planstate: Caller) -> None:
    called = iterate(planstate, BLOCK)
    assert called.exit_code == 0
    assert called.envelope["command"] == "iterate"
    assert called.envelope["issues"] == []
    assert data(called) == {
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


def test_people_are_told_the_decision_its_reason_and_the_context(planstate: Caller) -> None:
    called = planstate("iterate", PLAN, given=CONTRADICTING)
    assert called.exit_code == 0
    assert called.output.splitlines() == [
        "continue: work remains",
        "next iteration: 2 of 5",
        "remaining: Phase_6, Phase_7",
        f"context: {SUMMARY}",
    ]
    assert called.errors == (
        "warning: requires_continuation is false although work remains; "
        "the loop goes on all the same\n"
    )


def test_nothing_remaining_completes_the_loop(planstate: Caller) -> None:
    called = iterate(planstate, FINISHED)
    assert called.exit_code == 0
    assert (data(called)["decision"], data(called)["context"]) == ("complete", None)


def test_a_stuck_coordinator_ends_the_loop_without_success(planstate: Caller) -> None:
    called = iterate(planstate, STUCK)
    assert called.exit_code == 1
    assert called.envelope["status"] == "ok"
    assert (data(called)["decision"], data(called)["halt_reason"]) == ("stuck", "stuck")


def test_a_loop_ends_at_its_limit_without_success(planstate: Caller) -> None:
    assert iterate(planstate, BLOCK, "--max-iterations", "2").exit_code == 0
    called = iterate(planstate, BLOCK)
    assert called.exit_code == 1
    assert (data(called)["decision"], data(called)["iteration"]) == ("max_iterations", 2)
    then_rejected(iterate(planstate, BLOCK), "has ended (max_iterations)", given="max_iterations")


def test_an_ended_loop_is_begun_anew_only_when_that_is_wanted(planstate: Caller) -> None:
    iterate(planstate, STUCK)
    then_rejected(iterate(planstate, BLOCK), "add --restart", given="stuck")
    called = iterate(planstate, BLOCK, "--restart", "--max-iterations", "3")
    assert (data(called)["iteration"], data(called)["max_iterations"]) == (2, 3)


def test_a_limit_that_the_loop_does_not_have_is_a_warning(planstate: Caller) -> None:
    iterate(planstate, BLOCK, "--max-iterations", "3")
    assert iterate(planstate, BLOCK, "--max-iterations", "3").envelope["issues"] == []
    iterate(planstate, BLOCK, "--restart")
    (issue,) = iterate(planstate, BLOCK, "--max-iterations", "3").envelope["issues"]
    assert (issue["code"], issue["severity"]) == ("limit_kept", "warning")
    assert "its limit of 5, not 3" in issue["message"]


def test_every_violation_is_a_warning_and_a_line_of_the_log(planstate: Caller) -> None:
    continued = iterate(planstate, CONTRADICTING)
    ended = iterate(planstate, FINISHED.replace("false", "true"))
    halted = iterate(planstate, CONTRADICTING.replace("stuck_detected: false", STUCK), "--restart")
    then_rejected(halted, "for the second time")
    halted = iterate(
        planstate, STUCK.replace("continuation: true", "continuation: false"), "--restart"
    )
    for called in (continued, ended, halted):
        (issue,) = called.envelope["issues"]
        assert (issue["code"], issue["severity"]) == ("validation_error", "warning")
    common = {"type": "validation_error", "time": "2026-01-01T00:00:00.000Z", "plan": PLAN}
    work = ["Phase_6", "Phase_7"]
    assert log_lines(planstate.root) == [
        {**common, "iteration": iteration, "work_remaining": names, **signals}
        for iteration, names, signals in (
            (1, work, {"requires_continuation": False, "override": "forced_true"}),
            (2, [], {"requires_continuation": True, "override": "forced_false"}),
            (1, work, {"requires_continuation": False, "override": None}),
        )
    ]


@pytest.mark.parametrize("before", [(), (BLOCK,)], ids=["first", "second"])
def test_a_rejected_report_changes_nothing(planstate: Caller, before: tuple[str, ...]) -> None:
    for report in before:
        iterate(planstate, report)
    nowhere = BLOCK.replace(SUMMARY, "nowhere.md")
    then_rejected(
        iterate(planstate, nowhere), "no summary file nowhere.md", reason="missing_summary"
    )
    folder = BLOCK.replace(SUMMARY, "summaries")
    then_rejected(iterate(planstate, folder), "no summary file", reason="missing_summary")
    null = BLOCK.replace(SUMMARY, "null")
    then_rejected(iterate(planstate, null), "no summary file", reason="missing_summary")
    then_rejected(
        iterate(planstate, BLOCK, "--least-summary-bytes", "101"),
        "has 100 bytes; expected 101",
        found=100,
        least=101,
    )
    malformed = BLOCK.replace("Phase_6 Phase_7", "[Phase_6, Phase_7]")
    then_rejected(
        iterate(planstate, malformed), "[Phase_6, Phase_7]", given="malformed_work_remaining"
    )
    then_rejected(iterate(planstate, "Done!"), "line 1, 'Done!'", given="malformed_report")
    then_rejected(iterate(planstate, ""), "it is empty", reason="invalid_request")
    called = planstate("iterate", PLAN, "--json", given=b"\xff: 1")
    then_rejected(called, "utf-8", reason="invalid_request")
    assert data(iterate(planstate, BLOCK))["iteration"] == 2 + len(before)


def test_a_rejected_report_does_not_end_the_loop_that_it_would_replace(planstate: Caller) -> None:
    iterate(planstate, BLOCK)
    then_rejected(iterate(planstate, BLOCK.replace(SUMMARY, "x"), "--restart"), "no summary file x")
    assert data(iterate(planstate, BLOCK))["iteration"] == 3


def test_a_summary_may_be_named_from_the_current_folder(planstate: Caller) -> None:
    planstate.root /= "summaries"
    report = BLOCK.replace(SUMMARY, "001.md")
    called = planstate("iterate", f"../{PLAN}", "--json", given=report)
    assert data(called)["context"] == "001.md"
    assert planstate("iterate", PLAN, given=BLOCK).exit_code == 0


def test_an_unknown_plan_is_rejected(planstate: Caller) -> None:
    called = planstate("iterate", "plans/other.md", "--json", given=BLOCK)
    assert called.exit_code == 1
    assert data(called)["reason"] == "unknown_plan"


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
def test_wrong_usage_says_so(planstate: Caller, wrong: tuple[str, ...]) -> None:
    called = planstate("iterate", PLAN, *wrong, given=BLOCK)
    assert called.exit_code == 2
    assert "--help" in called.errors


def test_a_log_that_was_torn_gets_whole_lines(planstate: Caller) -> None:
    log = planstate.root / ".planstate/errors.jsonl"
    log.write_text('{"type": "valid')
    iterate(planstate, CONTRADICTING)
    torn, whole = log.read_text().splitlines()
    assert torn == '{"type": "valid'
    assert json.loads(whole)["type"] == "validation_error"


def test_a_log_that_cannot_be_written_is_a_warning_and_the_decision_stands(
    planstate: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", lambda *_: 3)
    called = iterate(planstate, CONTRADICTING)
    monkeypatch.undo()
    assert called.exit_code == 0
    assert [issue["code"] for issue in called.envelope["issues"]] == [
        "validation_error",
        "log_unwritten",
    ]


def test_who_waits_too_long_for_another_process_is_told(planstate: Caller) -> None:
    iterate(planstate, BLOCK)
    with (planstate.root / ".planstate/errors.jsonl").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        called = iterate(planstate, BLOCK, "--wait", "0")
    assert called.exit_code == 4
    assert called.envelope["issues"][0]["code"] == "E046"
    assert data(iterate(planstate, BLOCK))["iteration"] == 3


def test_processes_that_report_at_once_begin_one_loop_and_log_every_violation(
    planstate: Caller,
) -> None:
    reports = [CONTRADICTING.replace("mood: fine", f"mood: {number}") for number in range(6)]
    arguments = ("iterate", PLAN, "--json", "--max-iterations", "9", "--wait", "60")
    results = together(planstate.root, arguments, reports)
    assert [called.exit_code for called in results] == [0] * 6
    assert sorted(data(called)["iteration"] for called in results) == [2, 3, 4, 5, 6, 7]
    assert [line["iteration"] for line in log_lines(planstate.root)] == [1, 2, 3, 4, 5, 6]
