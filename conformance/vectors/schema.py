"""The JSON Schema of a vector's file, generated from the types."""

import json
from typing import Any

from conformance.protocol.operations import adapter
from conformance.protocol.schemas import DIALECT
from conformance.vectors.vector import FORMAT, Vector


def schema_text() -> str:
    """Write the schema."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema of the types.

    What is in requests, replies and the state is told by the schemas of the protocol's messages.
    """
    made: dict[str, Any] = adapter(Vector).json_schema()
    made["properties"]["format"] = {"const": FORMAT}
    made["required"] = ["format", *made["required"]]
    return {"$schema": DIALECT, **made, "title": "A test vector of planspec"}
