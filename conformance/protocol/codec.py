"""Reading and writing messages: every one is validated, and a bad one is told apart precisely."""

import json
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from conformance.protocol.messages import (
    Bye,
    Done,
    Failed,
    Hello,
    Identity,
    Observe,
    Refused,
    ResetStore,
    Unsupported,
)
from conformance.protocol.traces import OPERATION_NAMES, operation_name
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Message = dict[str, Any]
"""A JSON object, as it goes over the line."""

REQUESTS = {"hello": Hello, "reset": ResetStore, "observe": Observe, "bye": Bye}
ANSWER_NAMES: dict[str, type[Any]] = {
    operation_name(answer): answer for answer in get_args(Outcome) if answer is not Rejected
}
SHOWN = 200
"""How much of a bad message is shown."""


class BadMessage(Exception):
    """A line that is no message: the line, the place in it, and the shape that was expected."""


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(kind: Any) -> TypeAdapter[Any]:
    """Make what reads and writes one kind of value, once."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def parsed(line: str) -> Message:
    """Read a line as a JSON object; raise `BadMessage` if it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"{excerpt(line)} is not JSON ({error}); expected one object") from error
    if not isinstance(message, dict):
        raise BadMessage(f"{excerpt(line)} is not an object; expected one like {{...}}")
    return message


def written(message: Message) -> str:
    """Write a message as a line, without its end. It is ASCII, so no encoding can spoil it."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"))


def excerpt(text: object) -> str:
    """Show the beginning of a line."""
    line = text if isinstance(text, str) else written(text) if isinstance(text, dict) else str(text)
    line = line.rstrip("\n")
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}...")


def validated(kind: type[Any], fields: Message, whole: Message) -> Any:
    """Read the fields of one kind of message; unknown ones are ignored."""
    known = {name: value for name, value in fields.items() if name in kind.__dataclass_fields__}
    try:
        # Strictly, so that no text passes for a number; as JSON, so that a list passes for a tuple.
        return adapter(kind).validate_json(written(known), strict=True)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"]) or "the message"
        expected = shape_of(kind)
        message = f"in {excerpt(whole)}, at {place}: {problem['msg']}; expected {expected}"
        raise BadMessage(message) from error


def shape_of(kind: type) -> str:
    """Tell the fields of a message, those that may be left out in brackets."""
    schema = adapter(kind).json_schema()
    required = set(schema.get("required", ()))
    names = [name for name in schema["properties"] if name not in ("request", "reply")]
    return f"an object with {', '.join(n if n in required else f'[{n}]' for n in names)}"


def request_from(message: Message) -> Hello | ResetStore | Observe | Bye | Operation:
    """Read a request; raise `BadMessage` if it is none."""
    word = message.get("request")
    if word == "op":
        name = message.get("operation")
        kind = OPERATION_NAMES.get(name) if isinstance(name, str) else None
        if kind is None:
            known = ", ".join(OPERATION_NAMES)
            raise BadMessage(f"in {excerpt(message)}, at operation: expected one of {known}")
        operation: Operation = validated(kind, message, message)
        return operation
    if not isinstance(word, str) or word not in REQUESTS:
        raise BadMessage(
            f"in {excerpt(message)}, at request: expected one of {', '.join(REQUESTS)}, op"
        )
    request: Hello | ResetStore | Observe | Bye = validated(REQUESTS[word], message, message)
    return request


def request_to_json(request: Hello | ResetStore | Observe | Bye) -> Message:
    """Write a request other than an operation."""
    fields: Message = adapter(type(request)).dump_python(request, mode="json")
    return {"request": request.request, **fields}


def operation_request(operation: Operation) -> Message:
    """Write an operation with all its fields, those at their default too."""
    fields = adapter(type(operation)).dump_python(operation, mode="json")
    return {"request": "op", "operation": operation_name(type(operation)), **fields}


def reply_to_json(reply: Identity | Done | Refused | Unsupported | Failed) -> Message:
    """Write a reply other than an answer, without what is left out of it."""
    fields = adapter(type(reply)).dump_python(reply, mode="json")
    return {"reply": reply.reply, **{k: v for k, v in fields.items() if v is not None}}


def outcome_to_json(outcome: Outcome) -> Message:
    """Write what an operation is answered with."""
    if isinstance(outcome, Rejected):
        return reply_to_json(Refused(outcome.code, outcome.reason, dict(outcome.details)))
    fields = adapter(type(outcome)).dump_python(outcome, mode="json")
    return {"reply": "ok", "answer": operation_name(type(outcome)), **fields}


def state_to_json(state: State) -> Message:
    """Write everything that is stored."""
    fields: Message = adapter(State).dump_python(state, mode="json")
    return {"reply": "ok", **fields}
