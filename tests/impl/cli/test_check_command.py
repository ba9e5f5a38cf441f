"""`planstate check-command`: commands and hook events in, answers in three forms out."""

import json
from pathlib import Path

import pytest

from tests.impl.cli.calling import begin, end
from tests.impl.cli.desk import Desk


def event(command: object, **more: object) -> str:
    tool_input = {"command": command, "description": "do it"}
    return json.dumps({"hook_event_name": "PreToolUse", "tool_input": tool_input, **more})


def test_people_are_told_what_to_use_instead(desk: Desk) -> None:
    reply = desk.text("check-command", given="cd x; cat a | grep 'b c' | head")
    assert reply.code == 1
    assert reply.out.splitlines() == [
        "not allowed",
        "AGT-2: cat a: use the tool Read",
        "AGT-2: head: use the tool Read",
        "AGT-3: grep 'b c': use the tool Grep",
        "AGT-5: ;: run each command in a call of its own, or join them by `&&`",
    ]


def test_what_was_not_judged_is_told(desk: Desk) -> None:
    reply = desk.text("check-command", given="make $(date)")
    assert (reply.code, reply.out.splitlines()) == (
        0,
        [
            "allowed",
            "part of it was not judged: the check does not read that part of the shell's language",
        ],
    )


def test_a_commit_by_a_here_document_is_told_how_to_write_it(desk: Desk) -> None:
    reply = desk.text("check-command", given="git commit -m \"$(cat <<'EOF'\na\nEOF\n)\"")
    assert reply.out.splitlines()[:2] == [
        "not allowed",
        "AGT-1: newline: give each paragraph of the message by its own `-m`, or the whole message "
        "by `-F FILE`",
    ]


def test_a_hook_denies_what_is_not_allowed(desk: Desk) -> None:
    reply = desk.text("check-command", given=event("cat a | tail; ls \ud800"))
    assert reply.code == 0
    decision = reply.document["hookSpecificOutput"]
    assert decision["hookEventName"] == "PreToolUse"
    assert decision["permissionDecision"] == "deny"
    assert decision["permissionDecisionReason"].splitlines() == [
        "AGT-2: cat a: use the tool Read",
        "AGT-2: tail: use the tool Read",
        "AGT-4: ls \ud800: use the tool Glob",
        "AGT-5: ;: run each command in a call of its own, or join them by `&&`",
    ]


@pytest.mark.parametrize(
    "given",
    [
        event("cargo test | tail"),
        event(None),
        event(["cat", "a"]),
        json.dumps({"tool_input": {"file_path": "cat a"}}),
        json.dumps({"tool_input": None}),
    ],
)
def test_a_hook_says_nothing_to_what_is_allowed_or_no_command(desk: Desk, given: str) -> None:
    assert desk.text("check-command", given=given) == (0, "", "")


def test_wrong_usage_of_the_hook_blocks_and_its_help_says_so(desk: Desk) -> None:
    assert desk.text("check-command", "--bogus", given=event("ls")).code == 2
    said = " ".join(desk.text("check-command", "--help").out.split())
    assert "usage error, which as a hook blocks every command on purpose" in said


def test_a_process_answers_outside_of_any_repository(tmp_path: Path) -> None:
    reply = end(begin(tmp_path, "check-command"), event("find . -name x").encode())
    assert (reply.code, reply.err) == (0, "")
    assert reply.document["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert list(tmp_path.iterdir()) == []


def test_bytes_are_taken_as_they_come_and_need_not_be_text(tmp_path: Path) -> None:
    reply = end(begin(tmp_path, "check-command", "--json"), b"cat \xff.\n")
    assert reply.code == 1
    (finding,) = reply.envelope["data"]["findings"]
    assert finding["words"] == "cat \ufffd."
