"""JSON Schemas of all messages, generated from their types."""

from typing import Any

from conformance.protocol.codec import ANSWER_NAMES, REQUESTS, Message, adapter
from conformance.protocol.messages import Done, Failed, Identity, Refused, Unsupported
from conformance.protocol.traces import OPERATION_NAMES
from spec.vocabulary.state import State

Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """Give a schema for each message by its name, such as `request-op-claim` or `reply-claimed`.

    There is both a request `reset` and an operation of that name, so operations have a prefix.
    """
    requests: dict[str, Schema] = {
        **{name: tagged(kind, "request", name) for name, kind in REQUESTS.items()},
        **{
            f"op-{name}": tagged(kind, "request", "op", operation=name)
            for name, kind in OPERATION_NAMES.items()
        },
    }
    replies = {
        "hello": tagged(Identity, "reply", "ok"),
        "done": tagged(Done, "reply", "ok"),
        "state": tagged(State, "reply", "ok"),
        **{name: tagged(kind, "reply", "ok", answer=name) for name, kind in ANSWER_NAMES.items()},
        "rejected": tagged(Refused, "reply", "rejected"),
        "unsupported": tagged(Unsupported, "reply", "unsupported"),
        "error": tagged(Failed, "reply", "error"),
    }
    return {
        **{f"request-{name}": schema for name, schema in requests.items()},
        **{f"reply-{name}": schema for name, schema in replies.items()},
    }


def request_name(message: Message) -> str:
    """Name the schema of a request."""
    word = message["request"]
    return f"request-op-{message['operation']}" if word == "op" else f"request-{word}"


def reply_name(request: Message, reply: Message) -> str:
    """Name the schema of the reply to a request."""
    if reply["reply"] != "ok":
        return f"reply-{reply['reply']}"
    names = {"hello": "hello", "reset": "done", "bye": "done", "observe": "state"}
    return f"reply-{reply.get('answer') or names[request['request']]}"


def tagged(kind: type[Any], tag: str, word: str, **words: str) -> Schema:
    """Give the schema of a message, with the words in it that say what it is."""
    schema: Schema = adapter(kind).json_schema()
    fields = {name: field for name, field in schema.get("properties", {}).items() if name != tag}
    constants = {name: {"const": value} for name, value in {tag: word, **words}.items()}
    required = [name for name in schema.get("required", ()) if name != tag]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "properties": {**constants, **fields},
        "required": [*constants, *required],
    }
