"""Reading the replies of an implementation. What is left out of an answer is judged elsewhere."""

import json
from typing import Any

from conformance.protocol.codec import (
    ANSWER_NAMES,
    BadMessage,
    Message,
    adapter,
    excerpt,
    validated,
)
from conformance.protocol.messages import Done, Failed, Identity, Refused, Unsupported
from spec.vocabulary.state import Plan, State

REPLIES = {"rejected": Refused, "unsupported": Unsupported, "error": Failed}


def require_reply(message: Message, *words: str) -> str:
    """Give the kind of a reply; raise `BadMessage` if it is not among those expected."""
    word = message.get("reply")
    if word not in words:
        expected = ", ".join(repr(each) for each in words)
        raise BadMessage(f"in {excerpt(message)}, at reply: expected one of {expected}")
    return str(word)


def identity_from(message: Message) -> Identity | Failed:
    """Read the answer to `hello`."""
    kind = {"ok": Identity, "error": Failed}[require_reply(message, "ok", "error")]
    read: Identity | Failed = validated(kind, message, message)
    return read


def done_from(message: Message) -> Done | Unsupported | Failed:
    """Read the answer to `reset` or `bye`."""
    word = require_reply(message, "ok", "unsupported", "error")
    kind = {"ok": Done, "unsupported": Unsupported, "error": Failed}[word]
    read: Done | Unsupported | Failed = validated(kind, message, message)
    return read


def answer_from(message: Message) -> Message | Unsupported | Failed:
    """Read the answer to an operation: a rejection or an accepted answer stays as it came."""
    word = require_reply(message, "ok", *REPLIES)
    if word in ("unsupported", "error"):
        read: Unsupported | Failed = validated(REPLIES[word], message, message)
        return read
    if word == "rejected":
        validated(Refused, message, message)
        return message
    name = message.get("answer")
    kind = ANSWER_NAMES.get(name) if isinstance(name, str) else None
    if kind is None:
        known = ", ".join(ANSWER_NAMES)
        raise BadMessage(f"in {excerpt(message)}, at answer: expected one of {known}")
    require_fields_fit(kind, message)
    return message


def state_from(message: Message) -> Message | Failed:
    """Read the answer to `observe`: a state, parts of which may be left out."""
    if require_reply(message, "ok", "error") == "error":
        failed: Failed = validated(Failed, message, message)
        return failed
    require_fields_fit(State, message)
    for plan in members(message, "plans", "a path", excerpt(message)):
        members(plan, "steps", "an anchor", f"plan {plan['path']}")
    return message


def members(whole: Message, name: str, key: str, place: str) -> list[Message]:
    """Give a list of objects with a text each; raise `BadMessage` if it is something else."""
    found = whole.get(name) or []
    if not isinstance(found, list):
        raise BadMessage(f"in {place}, at {name}: found {excerpt(found)}, expected a list")
    for member in found:
        if not isinstance(member, dict) or not isinstance(member.get(key.split()[-1]), str):
            raise BadMessage(f"in {place}, at {name}: each needs {key}, found {excerpt(member)}")
    return found


def require_fields_fit(kind: type[Any], message: Message) -> None:
    """Raise `BadMessage` if a field that is given can never be right, such as a text for a number.

    Whole plans and states may be partial, so only their outermost shape is looked at.
    """
    for name, field in kind.__dataclass_fields__.items():
        if name not in message:
            continue
        value = message[name]
        if kind is State and name == "plans":
            expected, fits = "a list of plans", isinstance(value, list)
        elif field.type is Plan:
            expected, fits = "a plan", isinstance(value, dict)
        else:
            expected, fits = (
                str(getattr(field.type, "__name__", field.type)),
                conforms(field, value),
            )
        if not fits:
            found = excerpt({name: value})
            raise BadMessage(
                f"in {excerpt(message)}, at {name}: found {found}, expected {expected}"
            )


def conforms(field: Any, value: object) -> bool:
    """Tell whether a value has the type of a field."""
    try:
        adapter(field.type).validate_json(json.dumps(value), strict=True)
    except ValueError:
        return False
    return True
