"""The words of the vocabulary: which area defines each, and its fields in the terms of JSON."""

import inspect
import json
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from conformance.protocol.operations import adapter
from spec.catalog import AREAS
from spec.formats.messages import OPERATION_NAMES
from spec.rules.rule import Area
from spec.vocabulary import (
    agents,
    checklists,
    claims,
    commits,
    completion,
    holding,
    items,
    iteration_loops,
    iterations,
    plans,
    readiness,
    recovery,
    review_cycles,
    reviews,
    state,
)

MODULES = (
    *(agents, checklists, claims, commits, completion, holding, items, iteration_loops),
    *(iterations, plans, readiness, recovery, review_cycles, reviews, state),
)
"""The modules whose words belong to an area."""

REQUIRED = "–"
"""What stands for the default of a field that is required."""

Schema = dict[str, Any]
Link = Callable[[str], str]
"""Returns the name of a class or enumeration with a link to where it is explained."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def words_of(area: Area) -> Iterator[type]:
    """Yield the classes that the modules of an area define."""
    modules = {module.__name__.rpartition(".")[2]: module for module in MODULES}
    for name in area.vocabulary:
        yield from (
            found
            for found in vars(modules[name]).values()
            if inspect.isclass(found) and found.__module__ == modules[name].__name__
        )


OPERATION_WORDS = {kind.__name__: name for name, kind in OPERATION_NAMES.items()}
AREA_OF_WORD = {word.__name__: area for area in AREAS for word in words_of(area)}


def enumeration_values() -> set[str]:
    """Return the values of all enumerations of the areas."""
    kinds = (kind for area in AREAS for kind in words_of(area))
    return {each.value for kind in kinds if issubclass(kind, StrEnum) for each in kind}


def description(found: object) -> str:
    """Return the docstring of a class or function as one paragraph."""
    return " ".join((inspect.getdoc(found) or "").split())


def word(name: str, reference: str = "") -> str:
    """Return a word of the vocabulary as code, linked to where it is explained."""
    if name not in AREA_OF_WORD:
        return f"`{name}`"
    operation = OPERATION_WORDS.get(name)
    place = f"operations/{operation}.md" if operation else f"vocabulary.md#{name}"
    return f"[`{name}`]({reference}{place})"


def fields_of(found: type, link: Link = word) -> list[dict[str, str]]:
    """Return the fields of a class with their types and defaults."""
    schema = adapter(found).json_schema()
    if "$ref" in schema:  # a class with parts of its own kind
        schema = schema["$defs"][found.__name__]
    return fields_in(schema, link)


def fields_in(schema: Schema, link: Link) -> list[dict[str, str]]:
    """Return the fields of an object with their types and defaults, or a dash if required."""
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "type": json_type(field, link),
            "default": REQUIRED if name in required else f"`{json.dumps(field.get('default'))}`",
            "allowed": "; ".join(dict.fromkeys(allowed(field))),
        }
        for name, field in schema["properties"].items()
    ]


def allowed(field: Schema) -> Iterator[str]:
    """Yield what a field and its parts may hold, in words."""
    parts = [*field.get("anyOf", ()), *([field["items"]] if "items" in field else ())]
    yield from ([field["description"]] if "description" in field else [])
    for part in parts:
        yield from allowed(part)


def json_type(field: Schema, link: Link) -> str:
    """Return the type of a field in the terms of JSON, with links to words of the vocabulary."""
    match field:
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"$ref": reference}:
            return link(reference.rpartition("/")[2])
        case {"anyOf": options}:
            return " or ".join(json_type(each, link) for each in options)
        case {"prefixItems": items}:
            return f"pair of {' and '.join(json_type(each, link) for each in items)}"
        case {"type": "array", "items": items}:
            return f"array of {json_type(items, link)}"
        case {"additionalProperties": values}:
            return f"object of {json_type(values, link)}"
    return str(field["type"])


def sentences_about(field: str, text: str, first: int = 0) -> str:
    """Return the sentences of a documentation that name a field, from the first one that counts."""
    return " ".join(each for each in _SENTENCE.split(text)[first:] if f"`{field}`" in each)
