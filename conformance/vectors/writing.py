"""Writing vectors: compact, one operation a line, and always the same bytes."""

import json
from pathlib import Path
from typing import Any

from conformance.protocol.codec import adapter
from conformance.vectors.vector import Vector
from spec.catalog import AREAS


def file_of(vector: Vector) -> str:
    """Name the file of a vector in its folder: the area of its first rule, and its id."""
    prefix = vector.rules[0].split("-")[0]
    [area] = (area.name for area in AREAS if area.prefix == prefix)
    return f"{area}/{vector.id}.json"


def vector_text(vector: Vector) -> str:
    """Write a vector as the text of its file."""
    fields: dict[str, Any] = adapter(Vector).dump_python(vector, mode="json", exclude_defaults=True)
    fields = {"format": vector.format, **fields}
    operations, state = fields.pop("operations"), fields.pop("state")
    head = [f"  {line(name)}: {line(value)}," for name, value in fields.items()]
    asked = ",\n".join(f"    {line(operation)}" for operation in operations)
    plans = ",\n".join(f"    {line(plan)}" for plan in state["plans"])
    rest = {name: value for name, value in state.items() if name not in ("reply", "plans")}
    after = "".join(f", {line(name)}: {line(value)}" for name, value in rest.items())
    listed = f"[\n{plans}\n  ]" if plans else "[]"
    return "\n".join(
        [
            "{",
            *head,
            f'  "operations": [\n{asked}\n  ],',
            f'  "state": {{"reply": {line(state["reply"])}, "plans": {listed}{after}}}',
            "}\n",
        ]
    )


def line(value: object) -> str:
    """Write a value on one line."""
    return json.dumps(value, ensure_ascii=False)


def write_vector(folder: Path, vector: Vector) -> Path:
    """Save a vector in its file below a folder."""
    file = folder / file_of(vector)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(vector_text(vector), encoding="utf-8")
    return file
