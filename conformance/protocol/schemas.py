"""JSON Schemas of all messages, generated from their types."""

from functools import cache
from typing import Any

from conformance.protocol.messages import Done, Identity, RejectedReply
from conformance.protocol.operations import adapter
from conformance.protocol.tags import tagged
from conformance.protocol.unions import REFUSALS, REQUEST_NAMES, WORDS
from spec.formats.messages import ANSWER_NAMES, OPERATION_NAMES, Message
from spec.vocabulary.commits import Committed
from spec.vocabulary.state import State

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The dialect in which the schemas are written."""


@cache
def schemas() -> dict[str, Schema]:
    """Return a schema for each message by its name, such as `request-op-claim` or `reply-claimed`.

    There is both a request `reset` and an operation of that name, so operations have a prefix.
    """
    requests = REQUEST_NAMES | {f"op-{name}": kind for name, kind in OPERATION_NAMES.items()}
    replies = {"hello": Identity, "done": Done, "state": State, **ANSWER_NAMES, **REFUSALS}
    return {
        **{f"request-{name}": schema_of(kind) for name, kind in requests.items()},
        **{f"reply-{name}": schema_of(kind) for name, kind in replies.items()},
    }


def schema_of(kind: type) -> Schema:
    """Return the schema of the messages of one class."""
    schema = {"$schema": DIALECT, **adapter(tagged(kind, WORDS[kind])).json_schema()}
    if kind is Committed:  # The details of a rejection are the same in every message.
        details = adapter(RejectedReply).json_schema()["properties"]["details"]["anyOf"]
        rejected = schema["$defs"]["Rejected"]["properties"]
        rejected["details"] = next(each for each in details if each["type"] == "object")
    return schema


def request_name(message: Message) -> str:
    """Return the name of the schema of a request."""
    word = message["request"]
    return f"request-op-{message['operation']}" if word == "op" else f"request-{word}"


def reply_name(request: Message, reply: Message) -> str:
    """Return the name of the schema of the reply to a request."""
    if reply["reply"] != "ok":
        return f"reply-{reply['reply']}"
    names = {"hello": "hello", "reset": "done", "bye": "done", "observe": "state"}
    return f"reply-{reply.get('answer') or names[request['request']]}"
