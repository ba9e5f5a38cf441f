"""What a program prints is read strictly where `planstate.md` fixes it, and leniently elsewhere."""

import json
from typing import Any

import pytest

from conformance.adapters.command_line.commands import NOT_PRINTED
from conformance.adapters.command_line.envelopes import Envelope, Translation, envelope
from conformance.adapters.command_line.processes import Ended
from conformance.adapters.command_line.replies import answer, printed_fields, shown, state
from conformance.adapters.sut import BrokenProgram
from impl.cli.output.show_data import ShownArtifact, ShownStep
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Artifact, Step
from tests.conformance.adapters.command_line.bridge import BRIDGE, CLAIM, PLAN


def test_what_is_shown_of_a_step_is_read() -> None:
    for kind, printed in ((Step, ShownStep), (Artifact, ShownArtifact)):
        assert not NOT_PRINTED[kind] & printed.__annotations__.keys()
        assert set(printed_fields(kind).values()) <= printed.__annotations__.keys()


NAMES = {"/work/1": "ann", "f" * 64: "a" * 64}
TRANSLATION = Translation(NAMES, 1_000_000, 1, frozenset(["lease_expires_at", "completed_at"]))
CLAIM_OK = {"claimed": True, "anchor": "piers", "lease_expires": "1970-01-01T00:16:40.500Z"}


def read(named: str, data: Any, code: int = 0, **fields: Any) -> Envelope:
    status = "error" if code else "ok"
    whole = {"schema_version": "1", "command": named, "status": status, "data": data}
    printed = json.dumps({**whole, "issues": [], **fields}).encode()
    return envelope(Ended(("mine", named), code, printed, b"one\ntwo\n"), named, TRANSLATION)


def answered(operation: Operation, data: Any, code: int = 0, **fields: Any) -> dict[str, Any]:
    return answer(operation, read("state", data, code, **fields))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"schema_version": "2"}, "`schema_version` must be '1', got the string"),
        (
            {"command": "state stop"},
            "the command in its envelope is 'state stop', not 'state ready'",
        ),
        ({"status": "fine"}, "`status` must be 'ok' or 'error', got the string"),
        ({"status": "error"}, "has the status 'error', whose exit code is 1"),
        ({"issues": ["sad"]}, "`issues.0` must be an object, got the string"),
        ({"data": []}, "`data` must be an object, got an array"),
    ],
)
def test_a_wrong_envelope_is_told_with_the_command(fields: dict[str, Any], expected: str) -> None:
    with pytest.raises(BrokenProgram) as error:
        read("state ready", **{"data": {}, **fields})
    told = str(error.value)
    assert told.startswith("`mine 'state ready'` ended with exit code 0: ")
    assert expected in told
    assert told.endswith("; the last lines of its standard error: one | two")


def test_nothing_claimable_is_an_answer_of_its_own() -> None:
    data = {"claimed": False, "anchor": None, "total_remaining": 2, "all_completed": False}
    expected = {"answer": "nothing_claimable", "all_completed": False, "blocked": 2}
    assert answered(CLAIM, data) == {"reply": "ok", **expected}


@pytest.mark.parametrize(
    ("data", "answer"), [({}, "started"), ({"already_started": True}, "already_started")]
)
def test_a_repeated_start_is_an_answer_of_its_own(data: dict[str, Any], answer: str) -> None:
    printed = {"anchor": "piers", "started": True, **data}
    expected = {"reply": "ok", "answer": answer, "anchor": "piers"}
    assert answered(Start(PLAN, "piers", "ann", 1), printed) == expected


@pytest.mark.parametrize(
    ("operation", "data", "expected"),
    [
        (CLAIM, {}, "its `data` lacks 'claimed'"),
        (
            CLAIM,
            {**CLAIM_OK, "remaining_ready": "one"},
            "`remaining_ready` must be an integer, got the",
        ),
        (CLAIM, {**CLAIM_OK, "lease_expires": "soon"}, "is no time"),
        (CLAIM, {**CLAIM_OK, "lease_expires": "2026-01-01T00:00:00"}, "is no time"),
        (Start(PLAN, "piers", "ann", 1), {"started": False}, "but 'started' is false"),
        (Ready(PLAN, 1), {"ready": ["piers"]}, "expected objects"),
        (Reconcile(PLAN, (), 1), {"skipped_mismatches": {}}, "must be an array, got an object"),
        (
            Register(PLAN, BRIDGE, 1),
            {"step_count": True},
            "`step_count` must be an integer, got true",
        ),
    ],
)
def test_a_field_that_cannot_be_right_is_broken(
    operation: Operation, data: dict[str, Any], expected: str
) -> None:
    with pytest.raises(BrokenProgram) as error:
        answered(operation, data)
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("code", "message", "data", "reason"),
    [
        ("E047", "unknown_step: there is no such step", {}, "unknown_step"),
        ("E047", "there is no such step", {"reason": "unknown_step"}, "unknown_step"),
        ("E047", "there is no such step", {"reason": "no idea"}, None),
        ("E047", "unknown_step or unknown_plan", {}, None),
        ("E050", "unknown_step", {}, None),
    ],
)
def test_a_reason_word_is_given_where_it_is_said(
    code: str, message: str, data: dict[str, Any], reason: str | None
) -> None:
    issues = [{"code": code, "severity": "error", "message": message}]
    refused = answered(CLAIM, data, 1, issues=issues)
    assert (refused["reply"], refused["code"], refused.get("reason")) == ("rejected", code, reason)


STEP = {
    "anchor": "piers",
    "step_index": 0,
    "claimed_by": "/work/1",
    "completed_at": None,
    "checklist": {"tasks_total": 1, "tasks_completed": 0},
    "substeps": [{"anchor": "hole"}],
    "artifacts": [{"kind": "log", "summary": "dug", "recorded_at": "1970-01-01T00:16:40Z"}],
}
ITEM = {"step_anchor": "piers", "kind": "task", "ordinal": 0, "status": "open", "reason": None}
SHOWN = {"plan_path": PLAN, "plan_hash": "f" * 64, "steps": [STEP], "checklist_items": [ITEM]}


def test_what_is_shown_is_a_partial_state() -> None:
    # Given a program that shows some of a plan, and whose notes do not follow its clock
    told = state(read("state show", {"plans": [SHOWN]}))
    # Then the steps stand in a row with their items, and nothing is there that was not shown
    item = {"kind": "task", "ordinal": 0, "status": "open", "reason": None}
    piers = {
        "anchor": "piers",
        "index": 0,
        "claimed_by": "ann",
        "completed_at": None,
        "items": [item],
        "artifacts": [{"kind": "log", "summary": "dug"}],
    }
    steps = [piers, {"anchor": "hole", "items": []}]
    plan = {"path": PLAN, "document_hash": "a" * 64, "steps": steps}
    assert told == {"reply": "ok", "plans": [plan]}


@pytest.mark.parametrize(
    ("issues", "drifted"), [([], False), ([{"code": "E048"}], True), ([{"code": "W9"}], None)]
)
def test_a_warning_tells_that_a_document_has_changed(issues: list[Any], drifted: object) -> None:
    told = shown(read("state show", {"plan": SHOWN}, issues=issues))
    assert told.get("drifted") is drifted
