"""The JSON Schema of a vector's file, generated from the types."""

import json
from typing import Any

from conformance.protocol.operations import adapter
from conformance.vectors.vector import FORMAT, Vector
from spec.formats.messages import ANSWER_NAMES, OPERATION_NAMES


def schema_text() -> str:
    """Write the schema."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema: that of the types, and what requests and replies are called.

    What else is in requests and replies is told by the schemas of the protocol's messages.
    """
    made: dict[str, Any] = adapter(Vector).json_schema()
    definitions = made["$defs"]
    asked = definitions["ExpectedReply"]["properties"]
    asked["request"] = REQUEST
    asked["reply"] = REPLY
    made["properties"]["format"] = {"const": FORMAT}
    made["properties"]["state"] = STATE
    made["required"] = ["format", *made["required"]]
    title = "A test vector of planspec"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": title}


REQUEST = {
    "type": "object",
    "properties": {
        "request": {"const": "op"},
        "operation": {"enum": list(OPERATION_NAMES)},
        "plan": {"type": "string"},
        "now": {"type": "integer", "minimum": 0},
    },
    "required": ["request", "operation", "plan", "now"],
}
REPLY = {
    "type": "object",
    "oneOf": [
        {
            "properties": {"reply": {"const": "ok"}, "answer": {"enum": list(ANSWER_NAMES)}},
            "required": ["reply", "answer"],
        },
        {
            "properties": {
                "reply": {"const": "rejected"},
                "code": {"type": "string"},
                "reason": {"type": "string"},
                "details": {"type": "object"},
            },
            "required": ["reply", "code", "reason"],
        },
    ],
}
STATE = {
    "type": "object",
    "properties": {
        "reply": {"const": "ok"},
        "plans": {"type": "array", "items": {"type": "object"}},
        "last_artifact_id": {"type": "integer"},
    },
    "required": ["reply", "plans", "last_artifact_id"],
}
