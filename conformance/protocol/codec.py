"""Read and write messages, with precise errors for malformed ones."""

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from conformance.protocol.lines import BadMessage, excerpt, written
from conformance.protocol.messages import Done, Failed, Identity, RejectedReply, Unsupported
from conformance.protocol.misfits import misfit
from conformance.protocol.operations import adapter
from conformance.protocol.tags import UNKNOWN, member_at
from conformance.protocol.unions import (
    ANSWER_REPLY,
    DONE_REPLY,
    IDENTITY_REPLY,
    REQUEST,
    STATE_REPLY,
    WORDS,
    Request,
)
from spec.editions import CURRENT, Edition
from spec.formats.messages import Message, fields_of
from spec.vocabulary.operations import Operation

T = TypeVar("T")


def validated(kind: TypeAdapter[T], message: Message) -> T:
    """Return a message as what an adapter reads; raise `BadMessage` if it does not fit.

    Unknown fields are ignored.
    """
    try:
        # Strictly, so that no text passes for a number; as JSON, so that a list passes for a tuple.
        return kind.validate_json(written(message), strict=True)
    except ValidationError as error:
        raise bad_message(kind, error, message) from error


def bad_message(kind: TypeAdapter[Any], error: ValidationError, message: Message) -> BadMessage:
    """Return the error that says where a message is wrong, what was found and what expected."""
    problems = error.errors(include_url=False)
    _, is_unknown, field = problems[0]["type"].partition(UNKNOWN)
    if is_unknown:
        return BadMessage(f"in {excerpt(message)}, at {field}: {problems[0]['msg']}")
    member, path = member_at(kind._type, problems[0]["loc"])
    sentence = f"in {excerpt(message)}: {misfit(message, problems, path)}"
    if problems[0]["type"] == "missing":
        sentence += f"; expected {shape_of(member)}"
    return BadMessage(sentence)


def shape_of(kind: Any) -> str:
    """Return the names of the fields of a message, those that may be left out in brackets."""
    schema = adapter(kind).json_schema()
    required = schema.get("required", ())
    properties = schema["properties"].items()
    fields = [name for name, field in properties if "const" not in field]
    names = (name if name in required else f"[{name}]" for name in fields)
    return f"an object with {', '.join(names)}"


def request_from(message: Message) -> Request:
    """Return a message as a request; raise `BadMessage` if it is none."""
    return validated(REQUEST, message)


def identity_from(message: Message) -> Identity | Failed:
    """Return the reply to `hello`."""
    return validated(IDENTITY_REPLY, message)


def done_from(message: Message) -> Done | Unsupported | Failed:
    """Return the reply to `reset` or `bye`."""
    return validated(DONE_REPLY, message)


def answer_from(message: Message) -> Message | Unsupported | Failed:
    """Return the reply to an operation: an accepted answer or a rejection stays as it was sent."""
    reply = validated(ANSWER_REPLY, message)
    return reply if isinstance(reply, Unsupported | Failed) else message


def state_from(message: Message) -> Message | Failed:
    """Return the reply to `observe`: a state, parts of which may be left out."""
    try:
        # Only texts, lists and strict numbers are looked at, so it need not be written as JSON.
        reply = STATE_REPLY.validate_python(message)
    except ValidationError as error:
        raise bad_message(STATE_REPLY, error, message) from error
    return reply if isinstance(reply, Failed) else message


def operation_request(operation: Operation, edition: Edition = CURRENT) -> Message:
    """Return an operation as a message with all its fields, those at their default too.

    A default that the edition decides is left out: before A34, it could not be asked for by name.
    """
    message = to_message(operation, edition)
    if message.get("least_summary_bytes", 0) is None:
        del message["least_summary_bytes"]
    return message


def reply_to_json(reply: Identity | Done | RejectedReply | Unsupported | Failed) -> Message:
    """Return a reply other than an answer as a message, without the fields that are `None`."""
    return {name: value for name, value in to_message(reply).items() if value is not None}


def to_message(value: object, edition: Edition = CURRENT) -> Message:
    """Return an object of one of the classes of messages as a message of an edition."""
    return {**WORDS[type(value)], **fields_of(value, edition)}
