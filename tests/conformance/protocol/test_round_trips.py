"""Every message and line of a history survives its way, and fits the schema published for it."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from jsonschema import Draft202012Validator

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.histories.format import event_from, line_of
from conformance.protocol.codec import (
    answer_from,
    operation_request,
    request_from,
    state_from,
)
from conformance.protocol.histories import history_schemas
from conformance.protocol.lines import BadMessage, parsed, written
from conformance.protocol.operations import adapter
from conformance.protocol.schemas import reply_name, request_name, schemas
from spec.formats.histories import Event, History
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.state import State
from tests.conformance.histories.simulated import BEGINNING, histories
from tests.model_runs import Answer, ModelMachine, ModelRunner, answers, share_answers
from tests.profiles import AT_NIGHT, requires_ci_profile

SCHEMAS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}
OTHERS: tuple[Any, ...] = (None, True, 0, -1, 7, "", "x", [], {}, ["x"], {"x": 1})
"""Values of each kind, to stand where another should."""


def over_the_line(message: Message) -> Message:
    """Write a message, and read it."""
    line = written(message)
    assert "\n" not in line
    assert line.isascii()
    return parsed(line)


def put_another(message: Message, fields: Iterable[str], data: st.DataObject) -> None:
    """Leave out one of the fields of a message, or give it another value."""
    field = data.draw(st.sampled_from(sorted(fields)))
    value = data.draw(st.sampled_from((*OTHERS, "left out")))
    message[field] = value
    if value == "left out":
        del message[field]


class OverTheLine(ModelRunner):
    """Checks that every message of a conversation survives."""

    def look_at(self, answer: Answer) -> None:
        # When an operation goes over the line, then it is what it was, and fits its schema;
        request = over_the_line(operation_request(answer.operation))
        assert request_from(request) == answer.operation
        assert SCHEMAS[request_name(request)].is_valid(request)
        # and so do its answer, which is judged as it came,
        reply = over_the_line(outcome_to_json(answer.transition.outcome))
        assert answer_from(reply) == reply
        assert SCHEMAS[reply_name(request, reply)].is_valid(reply)
        # and all that is stored after it.
        stored = answer.transition.state
        state = over_the_line(state_to_json(stored))
        assert state_from(state) == state
        assert SCHEMAS["reply-state"].is_valid(state)
        del state["reply"]
        assert adapter(State).validate_python(state) == stored


class Conversation(ModelMachine):
    """Any operations that are asked, one after the other."""

    def open_runner(self) -> ModelRunner:
        return OverTheLine()


@requires_ci_profile
def test_operations_answers_and_states_survive() -> None:
    # Checking a message against its schema takes most of the time.
    examples = settings().max_examples if AT_NIGHT else 8
    run_state_machine_as_test(Conversation, settings=settings(max_examples=examples))


def test_half_of_a_character_is_no_text_of_a_message() -> None:
    # Given two halves that are one character together, then they are read as that,
    assert parsed(r'{"plan": "\ud83d\ude00"}') == {"plan": "\U0001f600"}
    # but when one is alone, then the message is malformed.
    with pytest.raises(BadMessage, match="half of a character"):
        parsed(r'{"plan": "\ud83d"}')


@requires_ci_profile
@share_answers
@given(st.deferred(lambda: st.sampled_from(answers())), st.data())
def test_schemas_refuse_what_is_not_understood(answer: Answer, data: st.DataObject) -> None:
    # Given an operation in which one field is left out, or has another value,
    message = operation_request(answer.operation)
    name = request_name(message)
    put_another(message, message.keys() - {"request", "operation"}, data)
    # when it is asked, then it is understood if it fits the schema, and only then.
    reply = Answerer(ModelSystem()).answer(message)
    assert (reply["reply"] != "error") == SCHEMAS[name].is_valid(message), reply


SCHEMA = history_schemas()["history-line"]
FITS = Draft202012Validator(SCHEMA)
FIRST = History("2026.2", state=BEGINNING)


@requires_ci_profile
@given(histories())
def test_every_line_that_is_written_fits_the_schema(events: tuple[Event, ...]) -> None:
    for event in (FIRST, *events):
        FITS.validate(json.loads(line_of(event)))


@given(histories(), st.data())
def test_the_schema_refuses_what_is_not_read(
    events: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given a line of which a field is left out or has another value,
    line = json.loads(line_of(data.draw(st.sampled_from((FIRST, *events)))))
    place = line["operation"] if "operation" in line and data.draw(st.booleans()) else line
    put_another(place, place.keys(), data)
    # when it is read, then it is understood if it fits the schema, and only then.
    assert is_read(line) == FITS.is_valid(line), line


def is_read(line: dict[str, Any]) -> bool:
    """Return whether a line is understood; only the file's reader judges its format and edition."""
    try:
        event_from(line)
    except BadMessage:
        return False
    return line.get("format") in (None, FIRST.format) or line["event"] != "history"
