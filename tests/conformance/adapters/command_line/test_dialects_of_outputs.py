"""What is printed in a dialect is read as the fixed envelope, or the missing line is named."""

import json
import tomllib
from typing import Any

import pytest

from conformance.adapters.command_line.dialects.dialect import Dialect
from conformance.adapters.command_line.envelopes import Envelope, Translation, envelope
from conformance.adapters.command_line.processes import Ended
from conformance.adapters.command_line.replies import answer, shown
from conformance.adapters.sut import BrokenProgram
from conformance.protocol.times import TIMES
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.operations import Operation
from tests.cases import for_each

TRANSLATION = Translation({}, 0, 1, TIMES)
START = Start("plan.md", "build", "one", 1)
CLAIM = Claim("plan.md", "one", "a" * 64, 1, 1000)
BEAT = Heartbeat("plan.md", "build", "one", 1, 1000)
RENEWED = {"reply": "ok", "answer": "lease_renewed", "lease_expires_at": 5_000}
NAMES: dict[type[Operation], str] = {
    Start: "state start",
    Claim: "state claim",
    Heartbeat: "state heartbeat",
}


def read(
    dialect: str, printed: Any, code: int = 0, errors: str = "", command: str = "state start"
) -> Envelope:
    output = printed if isinstance(printed, str) else json.dumps(printed)
    ended = Ended(("mine",), code, output.encode(), errors.encode())
    return envelope(ended, command, TRANSLATION, Dialect.model_validate(tomllib.loads(dialect)))


def answered(
    operation: Operation, dialect: str, printed: Any, code: int = 0, errors: str = ""
) -> Message:
    return answer(operation, read(dialect, printed, code, errors, NAMES[type(operation)]))


def failure(code: str, message: str = "no") -> Message:
    issue = {"severity": "error", "code": code, "message": message}
    whole = {"schema_version": "1", "command": "state start", "status": "error"}
    return {**whole, "data": {}, "issues": [issue]}


HELD = "[[errors]]\nmatch = 'is held'\ncode = 'E049'\nreason = 'ownership_violation'\n"
REJECTED = {"reply": "rejected", "code": "E049", "reason": "ownership_violation"}


ERRORS: tuple[tuple[str, object, int, str], ...] = (
    (HELD, "", 1, "error: build is held by two"),
    (HELD, "build is held", 1, ""),
    (HELD, failure("E050", "build is held"), 1, ""),
    (HELD, failure("LOCKED"), 1, "build is held"),
    (HELD.replace("is held", "^LOCKED: "), failure("LOCKED"), 1, ""),
    (HELD + "command = 'state start'", "", 1, "is held"),
    (HELD + "[exit]\nerror = [3]", "", 3, "is held"),
    (HELD + "[exit]\nerror = [0]", "", 0, "is held"),
    (HELD + "[output]\nenvelope = 'bare'", {"error": "is held"}, 1, ""),
    (HELD + "[output]\nenvelope = 'loose'", {"status": "no", "data": {}}, 1, "is held"),
    ("[[errors]]\nmatch = 'x'\ncode = 'E047'\n" + HELD, "", 1, "is held"),
    (HELD + "[[errors]]\nmatch = 'held'\ncode = 'E047'", "", 1, "is held"),
)


@for_each("error", ERRORS)
def test_an_error_text_stands_for_a_code(error: tuple[str, object, int, str]) -> None:
    assert answered(START, *error) == REJECTED


PATTERN = "code_pattern = '(?P<code>E[0-9]{3}):'\n"
CODES: tuple[tuple[str, object, int, str, str], ...] = (
    (PATTERN, "", 1, "E050: nothing", "E050"),
    (PATTERN, failure("LOCKED", "E050: nothing"), 1, "", "E050"),
    (PATTERN + HELD, "", 1, "E050: is held", "E049"),
    (PATTERN + "default_code = 'E047'", "", 1, "E050: nothing", "E050"),
    (PATTERN + "default_code = 'E047'", "", 1, "E999: nothing", "E047"),
    (PATTERN + "[exit]\nerror = [0]", "", 0, "E050: nothing", "E050"),
)


@for_each("case", CODES)
def test_one_pattern_finds_the_code_in_a_text(case: tuple[str, object, int, str, str]) -> None:
    *error, code = case
    assert answered(START, *error)["code"] == code  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dialect", "printed"),
    [
        ("[data]\n'state start' = { started = true }", ""),
        ("[data]\n'state start' = { started = true }\n[output]\nenvelope = 'bare'", {}),
        ("[output]\nenvelope = 'bare'\n[fields]\nstarted = 'begun'", {"begun": True}),
        ("[output]\nenvelope = 'loose'", {"data": {"started": True}}),
        ("[output]\nenvelope = 'loose'\n[fields]\ndata = 'result'", {"result": {"started": True}}),
        (
            "[commands]\n'state start' = 'go'",
            {
                **{"schema_version": "1", "command": "go", "status": "ok", "issues": []},
                "data": {"started": True},
            },
        ),
    ],
)
def test_a_success_may_be_printed_otherwise(dialect: str, printed: object) -> None:
    assert answered(START, dialect, printed)["answer"] == "started"


@pytest.mark.parametrize(
    ("printed", "code", "errors"),
    [("Nothing to do.", 0, ""), ("", 1, "error: Nothing to do."), (failure("X", "Nothing"), 1, "")],
)
def test_a_text_may_be_an_answer(printed: object, code: int, errors: str) -> None:
    rule = "[[answers]]\nmatch = 'Nothing'\ncommand = 'state claim'\ndata = { claimed = false }"
    assert answered(CLAIM, rule, printed, code, errors)["answer"] == "nothing_claimable"


@pytest.mark.parametrize(
    ("times", "value"),
    [
        *(("iso", "1970-01-01T00:00:05Z"), ("utc", "1970-01-01 00:00:05")),
        *(("utc", "1970-01-01T01:00:05+01:00"), ("seconds", 5), ("seconds", 5.0)),
        ("milliseconds", 5_000),
    ],
)
def test_times_have_a_form(times: str, value: object) -> None:
    dialect = f"[output]\nenvelope = 'bare'\ntimes = '{times}'"
    assert answered(BEAT, dialect, {"lease_expires": value}) == RENEWED


def test_a_renamed_field_keeps_its_own_name_too() -> None:
    # Given a program whose issues have a kind, as items have
    dialect = "[output]\nenvelope = 'bare'\n[fields]\ncode = 'kind'"
    found = read(dialect, {"items": [{"kind": "task"}]}).data
    assert found["items"] == [{"kind": "task", "code": "task"}]


@pytest.mark.parametrize(("errors", "drifted"), [("warning: file edited", True), ("", False)])
def test_a_warning_is_an_issue(errors: str, drifted: bool) -> None:
    dialect = "[output]\nenvelope = 'bare'\n[[warnings]]\nmatch = 'edited'\ncode = 'E048'"
    found = read(dialect, {"plan": {"plan_path": "plan.md"}}, 0, errors, "state show")
    assert shown(found)["drifted"] is drifted


BARE = "[output]\nenvelope = 'bare'"


MISSING: tuple[tuple[Operation, str, object, int, str, str], ...] = (
    (START, "", "", 0, "", '[data]: "state start" = { started = true }'),
    (CLAIM, "", "", 0, "", '[data]: "state claim" = { FIELD = VALUE }'),
    (START, "", "Thinking\n{}", 0, "", "[output]: mixed = true"),
    (START, "", "Started.", 0, "", '[options]: "--json" = "ITS OPTION FOR JSON"'),
    (START, "", "", 1, "held", '[[errors]]: match = "held", code = "CODE", where CODE is one'),
    (START, "", "", 1, "held (x)", 'match = "held \\\\(x\\\\)"'),
    (START, "", failure("OTHER"), 1, "", 'match = "OTHER: no"'),
    (START, "", "", 5, "held", "[exit]: error = [1, 5]"),
    (START, BARE, {"started": True}, 5, "", "[exit]: error = [1, 5]"),
    (START, "", failure("E049"), 0, "", "[exit]: error = [0, 1]"),
    (START, "", {"started": True}, 0, "", '[output]: envelope = "bare"'),
    (START, BARE, {"begun": True}, 0, "", '[fields]: started = "ITS NAME"'),
    (BEAT, BARE, {"lease_expires": 5}, 0, "", '[output]: times = "utc", "seconds" or "milli'),
)


@for_each("case", MISSING)
def test_the_line_that_is_missing_is_named(
    case: tuple[Operation, str, object, int, str, str],
) -> None:
    *printed, line = case
    with pytest.raises(BrokenProgram) as error:
        answered(*printed)  # type: ignore[arg-type]
    named = line if line.startswith("match") else f"the dialect lacks a line in {line}"
    assert named in str(error.value)


def test_the_line_for_a_text_matches_it() -> None:
    # Given a text with everything that a regular expression or TOML would take for its own
    text = 'C:\\x "held" (by [two]) é \u2028 a+b?'
    with pytest.raises(BrokenProgram) as error:
        answered(START, "", "", 1, text)
    pattern = str(error.value).split("[[errors]]: ")[1].split(', code = "CODE"')[0]
    # When the proposed line is added, then it is read
    rule = f'[[errors]]\n{pattern}\ncode = "E049"\nreason = "ownership_violation"'
    assert answered(START, rule, "", 1, text) == REJECTED
