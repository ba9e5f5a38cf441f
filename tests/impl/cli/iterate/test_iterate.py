"""`planstate iterate`: reports in, decisions out, loops and violations kept."""

from typing import Any

import pytest

from tests.impl.cli.calling import Reply, begin, end
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.iterate.reports import (
    BLOCK,
    CONTRADICTING,
    FINISHED,
    SUMMARY,
    copy_of,
    logged,
)

STUCK = BLOCK.replace("stuck_detected: false", "stuck_detected: true")


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
        "signal": "accepted",
        "context": str(copy_of(desk.root)),
        "status": "continuing",
        "halt_reason": None,
        "violation": None,
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
        "requires_continuation: false, overridden",
        "next iteration: 2 of 5",
        "remaining: Phase_6, Phase_7",
        f"context: {copy_of(desk.root)}",
    ]
    assert reply.err == (
        "warning: requires_continuation is false although work remains (Phase_6, Phase_7); "
        "the loop continues\n"
    )


def test_an_ended_loop_is_begun_anew_only_when_that_is_wanted(desk: Desk) -> None:
    iterate(desk, STUCK)
    then_rejected(iterate(desk, BLOCK), "has ended (stuck); start a new loop: run", given="stuck")
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
        iterate(desk, STUCK.replace("continuation: true", "continuation: yes"), "--restart"),
    )
    assert [reply.code for reply in replies] == [0, 0, 1]
    for reply in replies:
        (issue,) = reply.envelope["issues"]
        assert (issue["code"], issue["severity"]) == ("validation_error", "warning")
    common = {
        "type": "validation_error",
        "time": "2026-01-01T00:00:00.000Z",
        "plan": PLAN,
        "command": "iterate",
        "workflow_id": None,
        "arguments": ["--json", "iterate", PLAN],
        "source": "continuation signal",
    }
    work = ["Phase_6", "Phase_7"]
    contract = "Agent contract violation: requires_continuation="
    first, second, third = logged(desk.root)
    assert first == {
        **common,
        "message": f"{contract}false with work_remaining non-empty",
        "iteration": 1,
        "work_remaining": work,
        "requires_continuation": False,
        "override": "forced_true",
    }
    assert second == {
        **common,
        "message": f"{contract}true with work_remaining empty",
        "iteration": 2,
        "work_remaining": [],
        "requires_continuation": True,
        "override": "forced_false",
    }
    assert third == {
        **common,
        "arguments": ["--json", "iterate", PLAN, "--restart"],
        "message": f"{contract}yes with work_remaining non-empty",
        "iteration": 1,
        "work_remaining": work,
        "requires_continuation": False,
        "override": None,
    }


SIGNALS: dict[str, tuple[str, str, str]] = {
    "true": ("true", "true", "accepted"),
    "TRUE": ("TRUE", "TRUE", "accepted"),
    "false": ("false", "false", "overridden"),
    "yes": ("yes", "yes", "overridden"),
    "nothing": ("", "null", "overridden"),
    "null": ("null", "null", "overridden"),
}


@pytest.mark.parametrize(("written", "shown", "signal"), SIGNALS.values(), ids=SIGNALS)
def test_every_signal_but_true_is_overridden_while_work_remains(
    desk: Desk, written: str, shown: str, signal: str
) -> None:
    # Given a report with work that remains, and some signal,
    report = BLOCK.replace("continuation: true", f"continuation: {written}")
    # when it is reported, then the loop continues, and it is said why.
    lines = desk.text("iterate", PLAN, given=report).out.splitlines()
    assert lines[:2] == ["continue: work remains", f"requires_continuation: {shown}, {signal}"]


def test_a_missing_signal_is_overridden_too(desk: Desk) -> None:
    # Given a report without a signal, when work remains,
    reply = iterate(desk, BLOCK.replace("requires_continuation: true\n", ""))
    # then the loop continues, and the violation names it.
    assert (reply.data["decision"], reply.data["signal"]) == ("continue", "overridden")
    (issue,) = reply.envelope["issues"]
    assert issue["message"].startswith("requires_continuation is missing although work remains")
    (line,) = logged(desk.root)
    assert "requires_continuation=missing with work_remaining non-empty" in line["message"]


def test_without_work_the_loop_completes_and_a_signal_is_accepted_or_overridden(desk: Desk) -> None:
    # Given reports without work, when one wants to end, then that is accepted,
    found = iterate(desk, FINISHED).data
    assert (found["decision"], found["signal"], found["context"]) == ("complete", "accepted", None)
    # and when one wants to go on, then it is overridden; when one is stuck, then disregarded.
    again = FINISHED.replace("false", "true")
    assert iterate(desk, again, "--restart").data["signal"] == "overridden"
    assert data(iterate(desk, STUCK, "--restart"))["signal"] == "disregarded"


def test_the_next_iteration_begins_with_a_copy_of_the_summary(desk: Desk) -> None:
    # Given a coordinator that writes every summary over the last one,
    summary = desk.root / SUMMARY
    for iteration, text in ((1, "first" * 20), (2, "second" * 20)):
        summary.write_text(text)
        # when it reports, then a copy of its own is the context,
        found = iterate(desk, BLOCK).data["context"]
        assert found == str(copy_of(desk.root, iteration))
    # which stays as it was.
    assert copy_of(desk.root).read_text() == "first" * 20
    assert copy_of(desk.root, 2).read_text() == "second" * 20


def test_a_loop_that_ends_or_a_report_that_is_rejected_leaves_no_copy(desk: Desk) -> None:
    # Given a report that is rejected, and others that end their loops, when they are reported,
    iterate(desk, BLOCK.replace("Phase_6 Phase_7", "[a"))
    iterate(desk, STUCK)
    iterate(desk, STUCK)
    iterate(desk, FINISHED, "--restart")
    # then no copy stays.
    assert list(copy_of(desk.root).parent.iterdir()) == []


def test_a_summary_that_was_written_in_the_place_of_its_copy_stays(desk: Desk) -> None:
    # Given a coordinator that writes its summary where the copy is kept,
    written = copy_of(desk.root)
    written.parent.mkdir(parents=True)
    written.write_text("s" * 100)
    # when its loop continues, or ends, then the summary stays.
    for report in (BLOCK, STUCK):
        reply = iterate(desk, report.replace(SUMMARY, str(written)), "--restart")
        assert reply.envelope["status"] == "ok"
        assert written.read_text() == "s" * 100


def test_a_copy_that_cannot_be_made_changes_nothing(desk: Desk) -> None:
    # Given a folder of the copies that leads elsewhere, as one may in a clone,
    elsewhere = desk.root / "elsewhere"
    elsewhere.mkdir()
    linked = desk.root / ".planstate/iterations"
    linked.symlink_to(elsewhere)
    # when an iteration is reported, then it fails, and nothing was written there,
    reply = desk.json("iterate", PLAN, given=BLOCK)
    assert reply.code == 4
    assert "iterations is a symbolic link" in reply.envelope["issues"][0]["message"]
    assert list(elsewhere.iterdir()) == []
    # and the first iteration is still to be reported.
    linked.unlink()
    assert iterate(desk, BLOCK).data["iteration"] == 2


def test_a_summary_that_is_missing_or_too_small_is_logged(desk: Desk) -> None:
    # Given a report without its summary, and one whose summary is small, when they are reported,
    iterate(desk, BLOCK.replace(SUMMARY, "nowhere.md"), "--workflow-id", "run-7")
    (desk.root / SUMMARY).write_text("s" * 99)
    iterate(desk, BLOCK)
    # then each is a line of the log, with what is wrong with it.
    missing, small = logged(desk.root)
    common = {
        "type": "agent_error",
        "time": "2026-01-01T00:00:00.000Z",
        "plan": PLAN,
        "command": "iterate",
        "source": "summary",
        "artifact_type": "summary",
    }
    assert missing == {
        **common,
        "workflow_id": "run-7",
        "arguments": ["--json", "iterate", PLAN, "--workflow-id", "run-7"],
        "message": "Agent failed to create summary",
        "error": "file_not_found",
        "artifact_path": "nowhere.md",
    }
    assert small == {
        **common,
        "workflow_id": None,
        "arguments": ["--json", "iterate", PLAN],
        "message": "Agent produced undersized summary",
        "error": "file_too_small",
        "artifact_path": SUMMARY,
        "actual_size": 99,
        "min_size": 100,
    }


NO_SUMMARY = {
    BLOCK.replace(SUMMARY, "nowhere.md"): "summary file nowhere.md does not exist",
    BLOCK.replace(SUMMARY, "summaries"): "summary file",
    BLOCK.replace(SUMMARY, "null"): "names no summary file",
    BLOCK.replace(SUMMARY, "x" * 5_000): "summary file xxx",
    "requires_continuation: true": "names no summary file",
}
"""Reports whose summary is missing, a folder, none, of a long name or forgotten."""
MISSING: dict[str, object] = {"reason": "missing_summary"}
REJECTED: list[tuple[str, tuple[str, ...], str, dict[str, object]]] = [
    *((report, (), said, MISSING) for report, said in NO_SUMMARY.items()),
    (
        BLOCK,
        ("--least-summary-bytes", "101"),
        "has 100 bytes; expected at least 101",
        {"reason": "undersized_summary", "found": 100, "least": 101},
    ),
    (
        BLOCK.replace("Phase_6 Phase_7", "[Phase_6 Phase_7]"),
        (),
        "[Phase_6 Phase_7]",
        {"reason": "invalid_request", "given": "malformed_work_remaining"},
    ),
    ("Done!", (), "no line such as `work_remaining: ", {"given": "malformed_report"}),
    ("", (), "it is empty", {"reason": "invalid_request"}),
]


@pytest.mark.parametrize(("report", "more", "said", "details"), REJECTED)
def test_a_rejected_report_changes_nothing(
    desk: Desk, report: str, more: tuple[str, ...], said: str, details: dict[str, object]
) -> None:
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
    for iteration, (plan, report) in enumerate(((f"../{PLAN}", near), (PLAN, BLOCK)), 1):
        context = desk.json("iterate", plan, given=report).data["context"]
        assert context == str(copy_of(desk.root, iteration))


def test_ten_phases_are_completed_although_the_coordinator_once_wants_to_stop(desk: Desk) -> None:
    # Given a plan of ten phases, and a coordinator whose first report wants no continuation,
    phases = [f"Phase_{number}" for number in range(1, 11)]
    found = []
    for done in (3, 6, 9, 10):
        remaining = " ".join(phases[done:])
        wants_more = "true" if remaining and done > 3 else "false"
        report = BLOCK.replace("Phase_6 Phase_7", remaining)
        # when it reports after every third,
        data = iterate(desk, report.replace("on: true", f"on: {wants_more}")).data
        found.append((data["decision"], data["signal"]))
    # then the first signal is overridden and logged, and the loop goes on to its end.
    assert found == [
        ("continue", "overridden"),
        *[("continue", "accepted")] * 2,
        ("complete", "accepted"),
    ]
    [violation] = logged(desk.root)
    assert violation["message"].startswith("Agent contract violation: ")
