"""What the documents have in common."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

Verdict = Literal["pass", "fail", "unknown"]

Seconds = Annotated[float, AfterValidator(lambda value: round(value, 3))]
"""A duration, rounded to milliseconds."""


def require_all(schema: dict[str, Any]) -> None:
    """Require all fields in a schema: those with a default are written too."""
    schema["required"] = list(schema["properties"])


class CommandDocument(BaseModel):
    """A JSON document, or an object in one. Every field is always there.

    `model_validate` also reads the fields from the attributes of another object.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, from_attributes=True, json_schema_extra=require_all
    )
