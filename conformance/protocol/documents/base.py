"""What the documents have in common."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Verdict = Literal["pass", "fail", "unknown"]


def require_all(schema: dict[str, Any]) -> None:
    """Require all fields in a schema: those with a default are written too."""
    schema["required"] = list(schema["properties"])


class CommandDocument(BaseModel):
    """A JSON document, or an object in one. Every field is always there."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra=require_all)
