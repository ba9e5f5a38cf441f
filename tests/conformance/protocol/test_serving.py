"""The other end: whatever is asked is answered, and what cannot be read is told apart."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import operation_request, to_message
from conformance.protocol.lines import written
from conformance.protocol.messages import Identity, ResetStore
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import State
from tests.cases import for_each
from tests.profiles import by_day_the_first
from tests.rules.builders import PLAN, claim, document, step

CLAIM = operation_request(claim())
RESET = to_message(ResetStore(PLAN, document(step("piers"))))


def without(message: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != name}


BAD_LINES = (
    ("claim", "'claim' is not JSON", "expected one object"),
    ("[]", "'[]' is not an object", "expected one like {...}"),
    ("{}", "in '{}', at request", "expected one of hello, reset, observe, bye, op"),
    ('{"request":["op"]}', "at request", "expected one of hello, reset, observe, bye, op"),
    ('{"request":"op"}', "at operation", "expected one of register, claim, start"),
    (written({**CLAIM, "operation": "fly"}), "at operation", "expected one of register"),
    (
        written({**CLAIM, "now": "noon"}),
        "`now` must be an integer",
        'got the string "noon"',
    ),
    (written({**CLAIM, "now": 5.5}), "`now` must be an integer", "got the number 5.5"),
    (written({**CLAIM, "force": 1}), "`force` must be true or false", "got the number 1"),
    (written({**CLAIM, "worktree": "a\0b"}), "`worktree` must match pattern", "u0000"),
    (written(without(CLAIM, "worktree")), "`worktree` is missing", "with plan, worktree,"),
    (
        written({**RESET, "definition": {**RESET["definition"], "steps": [{"anchor": 1}]}}),
        "`definition.steps.0.anchor` must be a string",
        "got the number 1",
    ),
    ('{"request":"hello","protocols":["planspec 0"]}', "offered are planspec 0", "planspec 1"),
    ("[" * 200_000, "is not JSON", "expected one object"),
)  # fmt: skip


@for_each(("line", "place", "expected"), BAD_LINES)
def test_a_bad_line_is_answered_with_its_place_and_the_expected_shape(
    line: str, place: str, expected: str
) -> None:
    # Given a line that is no request, when it is asked,
    reply = Answerer(ModelSystem()).answer_line(line)
    # then the answer is an error that says where and what was expected, and how it begins.
    assert reply["reply"] == "error"
    assert place in reply["message"]
    assert expected in reply["message"]
    assert len(reply["message"]) < 1_500


class Tired:
    """An implementation that breaks, and cannot be asked everything."""

    identity = Identity("tired", "0", "Python", ())

    def reset(self) -> None:
        raise UnsupportedRequest("nothing is ever forgotten here")

    def apply(self, operation: Operation) -> Outcome:
        raise KeyError(operation.plan)

    def observe(self) -> State:
        return State()

    def close(self) -> None:
        pass


def test_what_breaks_and_what_is_unsupported_are_two_answers() -> None:
    # Given an implementation that breaks, when it is asked, then that is an answer as well,
    answerer = Answerer(Tired())
    assert answerer.answer(CLAIM) == {"reply": "error", "message": "KeyError: 'plan.md'"}
    # and what it cannot do is another one.
    reply = answerer.answer(RESET)
    assert reply == {"reply": "unsupported", "why": "nothing is ever forgotten here"}


def test_a_reset_with_an_invalid_definition_stores_nothing() -> None:
    # Given a definition that a registration would be rejected with,
    reset = to_message(ResetStore(PLAN, document(step("build", needs=("build",))), 0))
    answerer = Answerer(ModelSystem())
    # when a reset has it, then that is done all the same, without the plan.
    assert answerer.answer(reset) == {"reply": "ok"}
    assert answerer.answer({"request": "observe"})["plans"] == []


@pytest.mark.parametrize("side", by_day_the_first(["model", "impl"]))
def test_serve_speaks_the_protocol_on_its_standard_streams(side: str) -> None:
    # Given the command that serves, when it is asked, among it in bytes that are no text,
    requests = b'{"request":"hello","protocols":["planspec 1"]}\n\xff\xfe\n{"request":"bye"}\n'
    requests += b'{"request":"observe"}\n'
    command = [sys.executable, "-c", "from conformance.cli.main import main; exit(main())"]
    strictly = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [*command, "serve", side], input=requests, env=strictly, capture_output=True, check=True
    )
    # then standard output has the replies, none after `bye`, and nothing else.
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["reply"] for reply in replies] == ["ok", "error", "ok"]
    assert done.stderr == b""
