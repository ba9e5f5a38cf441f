"""Every message survives its way over the line, and fits the schema that is published for it."""

from hypothesis import given
from hypothesis import strategies as st

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.strategies import plan_definition, plan_definitions, worlds
from conformance.generators.worlds import World
from conformance.protocol.codec import (
    Message,
    adapter,
    operation_request,
    outcome_to_json,
    parsed,
    request_from,
    request_to_json,
    state_to_json,
    written,
)
from conformance.protocol.messages import Hello, Observe, ResetStore
from conformance.protocol.replies import answer_from, state_from
from conformance.protocol.schemas import reply_name, request_name, schemas
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.state import State
from tests.conformance.protocol.json_schema import fits

SCHEMAS = schemas()
OTHERS: tuple[object, ...] = (None, True, 0, -1, "x", [], {}, ["x"], {"x": 1})
"""A value of each kind, to stand where another should."""


def over_the_line(message: Message) -> Message:
    """Write a message, and read it."""
    line = written(message)
    assert "\n" not in line
    assert line.isascii()
    return parsed(line)


def conversation(world: World, supplies: list[bytes], model: ModelSystem) -> list[Operation]:
    """Let somebody ask the model at random."""
    asked: list[Operation] = []
    for supply in supplies:
        now = asked[-1].now if asked else 0
        likely = supply[0] % 5 < 3
        asked.append(draw_operation(Choices(supply[1:]), model.state, world, now, likely))
        model.apply(asked[-1])
    return asked


@given(worlds(), st.lists(st.binary(min_size=25, max_size=25), min_size=1, max_size=30))
def test_operations_answers_and_states_survive(world: World, supplies: list[bytes]) -> None:
    # Given any operations that are asked, one after the other,
    model = ModelSystem()
    for operation in conversation(world, supplies, ModelSystem()):
        # when each goes over the line, then it is what it was, and fits its schema;
        request = over_the_line(operation_request(operation))
        assert request_from(request) == operation
        assert fits(request, SCHEMAS[request_name(request)])
        # and so do its answer, which is judged as it came,
        reply = over_the_line(outcome_to_json(model.apply(operation)))
        assert answer_from(reply) == reply
        assert fits(reply, SCHEMAS[reply_name(request, reply)])
        # and all that is stored after it.
        state = over_the_line(state_to_json(model.observe()))
        assert state_from(state) == state
        assert fits(state, SCHEMAS["reply-state"])
        del state["reply"]
        assert adapter(State).validate_python(state) == model.observe()


@given(plan_definitions(), st.integers(0, 2**60))
def test_other_requests_survive(definition: PlanDefinition, now: int) -> None:
    # Given the requests that are no operations, when each goes over the line,
    for request in (Hello(("planspec 1", "2")), ResetStore("p", definition, now), Observe()):
        message = over_the_line(request_to_json(request))
        # then it is what it was, and fits its schema.
        assert request_from(message) == request
        assert fits(message, SCHEMAS[request_name(message)])


@given(worlds(), st.lists(st.binary(min_size=25, max_size=25), min_size=1, max_size=8), st.data())
def test_schemas_refuse_what_is_not_understood(
    world: World, supplies: list[bytes], data: st.DataObject
) -> None:
    # Given an operation in which one field is left out, or has another value,
    operation = conversation(world, supplies, ModelSystem())[-1]
    message = operation_request(operation)
    name = request_name(message)
    field = data.draw(st.sampled_from(sorted(message.keys() - {"request", "operation"})))
    value = data.draw(st.sampled_from((*OTHERS, "left out")))
    message[field] = value
    if value == "left out":
        del message[field]
    # when it is asked, then it is understood if it fits the schema, and only then.
    reply = Answerer(ModelSystem()).answer(message)
    assert (reply["reply"] != "error") == fits(message, SCHEMAS[name]), reply


def test_schemas_refuse_other_messages() -> None:
    # Given a request, when it is held against all schemas, then only its own accepts it.
    request = operation_request(Register("plan.md", plan_definition(b"bridge"), 0))
    accepting = [name for name, schema in SCHEMAS.items() if fits(request, schema)]
    assert accepting == ["request-op-register"]
