"""Writing vectors: compact, one operation a line, and always the same bytes; and their schema."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from conformance.protocol.areas import AREA_OF
from conformance.protocol.operations import adapter
from conformance.protocol.schemas import DIALECT
from conformance.vectors.vector import FORMAT, Kind, Vector
from spec.catalog import area_name, rule
from spec.editions import CURRENT, Edition

INDEX_FORMAT = "planspec vector index 1"


def file_of(vector: Vector) -> str:
    """Return the file of a vector: its id, in the folder of its area.

    That is the area of its first rule, and for guards, which many areas share, of the operation.
    """
    if vector.kind is Kind.GUARDS:
        return f"{AREA_OF[type(vector.operations[-1].operation)]}/{vector.id}.json"
    return f"{area_name(rule(vector.rules[0]))}/{vector.id}.json"


def index_text(vectors: Sequence[Vector], edition: Edition = CURRENT) -> str:
    """Write the index of the vectors that are of an edition, one a line."""
    listed = (index_entry(each) for each in vectors if each.edition == edition.name)
    entries = sorted(listed, key=lambda entry: entry["file"])
    rows = ",\n".join(f"    {line(entry)}" for entry in entries)
    head = f'  "format": {line(INDEX_FORMAT)},\n  "edition": {line(edition.name)},'
    return f'{{\n{head}\n  "vectors": [\n{rows}\n  ]\n}}\n'


def index_entry(vector: Vector) -> dict[str, Any]:
    """Return what it takes to choose a vector, and the hash of its file."""
    text = vector_text(vector)
    return {
        "id": vector.id,
        "file": file_of(vector),
        "kind": vector.kind,
        "rules": vector.rules,
        "clauses": vector.clauses,
        "areas": sorted(vector.areas),
        "registers": vector.registers,
        "faults": sorted(vector.faults),
        "clock": "virtual" if vector.needs_virtual_clock else "any",
        "title": vector.title,
        "operations": len(vector.operations),
        "sha256": sha256(text.encode()).hexdigest(),
    }


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


def schema_text() -> str:
    """Write the JSON Schema of a vector's file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema of the types.

    What is in requests, replies and the state is told by the schemas of the protocol's messages.
    """
    made: dict[str, Any] = adapter(Vector).json_schema()
    made["properties"]["format"] = {"const": FORMAT}
    made["required"] = ["format", *made["required"]]
    return {"$schema": DIALECT, **made, "title": "A test vector of planspec"}
