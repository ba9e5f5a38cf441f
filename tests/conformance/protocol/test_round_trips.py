"""Every message survives its way over the line, and fits the schema that is published for it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from jsonschema import Draft202012Validator

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.protocol.codec import (
    answer_from,
    operation_request,
    request_from,
    state_from,
)
from conformance.protocol.lines import BadMessage, parsed, written
from conformance.protocol.operations import adapter
from conformance.protocol.schemas import reply_name, request_name, schemas
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.state import State
from tests.model_runs import Answer, ModelMachine, ModelRunner, answers, share_answers
from tests.profiles import AT_NIGHT, requires_ci_profile

SCHEMAS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}
OTHERS: tuple[object, ...] = (None, True, 0, -1, "x", [], {}, ["x"], {"x": 1})
"""A value of each kind, to stand where another should."""


def over_the_line(message: Message) -> Message:
    """Write a message, and read it."""
    line = written(message)
    assert "\n" not in line
    assert line.isascii()
    return parsed(line)


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
    field = data.draw(st.sampled_from(sorted(message.keys() - {"request", "operation"})))
    value = data.draw(st.sampled_from((*OTHERS, "left out")))
    message[field] = value
    if value == "left out":
        del message[field]
    # when it is asked, then it is understood if it fits the schema, and only then.
    reply = Answerer(ModelSystem()).answer(message)
    assert (reply["reply"] != "error") == SCHEMAS[name].is_valid(message), reply
