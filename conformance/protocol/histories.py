"""The lines of a history as JSON: one union reads them, and its JSON Schema is published."""

from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_type_hints

from pydantic import BaseModel, TypeAdapter, create_model
from pydantic import Field as ModelField

from conformance.protocol.operations import OPERATION
from conformance.protocol.schemas import DIALECT, Schema
from conformance.protocol.tags import one_of
from spec.formats.histories import FORMAT, KINDS

_READ_AS: dict[str, Any] = {
    "operation": dict[str, Any],
    "format": Annotated[str, ModelField(json_schema_extra={"const": FORMAT})],
}
"""What reads a field that is described by more than its type.

Operations are read on their own, so that an error in one says where in it.
"""


def line_model(kind: type) -> type[BaseModel]:
    """Return the class of the objects that a kind of line is read as; unknown fields go."""
    hints = get_type_hints(kind, include_extras=True)
    members: dict[str, Any] = {
        each.name: (_READ_AS.get(each.name, hints[each.name]), default_of(each))
        for each in fields(kind)
    }
    return create_model(kind.__name__, __doc__=kind.__doc__, **members)


def default_of(field: Field[Any]) -> Any:
    """Return the default of a field in the terms of pydantic, `...` if it is required."""
    if field.default_factory is not MISSING:
        return ModelField(default_factory=field.default_factory)
    return ... if field.default is MISSING else field.default


MODELS = {name: line_model(kind) for name, kind in KINDS.items()}
"""The class of the objects that a line is read as, by the word in `event`."""

LINE: TypeAdapter[BaseModel] = TypeAdapter(one_of("event", MODELS))
"""The union of the lines; the field `event` says which."""


def history_schemas() -> dict[str, Schema]:
    """Return the schema of a line of a history, by its name."""
    operation = OPERATION.json_schema()
    definitions: dict[str, Schema] = {**operation.pop("$defs"), "Operation": operation}
    for name, model in MODELS.items():
        line = model.model_json_schema()
        definitions |= line.pop("$defs", {})
        line["properties"] = {"event": {"const": name}, **line["properties"]}
        line["required"] = ["event", *line["required"]]
        if "operation" in line["properties"]:
            line["properties"]["operation"] = {"$ref": "#/$defs/Operation"}
        definitions[line["title"]] = line
    lines = [{"$ref": f"#/$defs/{model.__name__}"} for model in MODELS.values()]
    schema = {"$schema": DIALECT, "title": "HistoryLine", "oneOf": lines, "$defs": definitions}
    return {"history-line": schema}
