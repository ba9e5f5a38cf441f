"""The words of the vocabulary: which area defines each, and its fields in the terms of JSON."""

import inspect
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from conformance.protocol.operations import adapter
from spec.catalog import AREAS
from spec.formats.words import operation_name
from spec.rules.rule import Area
from spec.vocabulary.operations import OPERATIONS

REQUIRED = "–"
"""What stands for the default of a field that is required."""

Schema = dict[str, Any]
Link = Callable[[str], str]
"""Returns the name of a class or enumeration with a link to where it is explained."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def words_of(area: Area) -> Iterator[type]:
    """Yield the classes that the modules of an area define."""
    for name in area.vocabulary:
        module = import_module(f"spec.vocabulary.{name}")
        classes = filter(inspect.isclass, vars(module).values())
        yield from (found for found in classes if found.__module__ == module.__name__)


WORDS = {word.__name__: word for area in AREAS for word in words_of(area)}
AREA_OF_WORD = {word.__name__: area for area in AREAS for word in words_of(area)}


def description(found: object) -> str:
    """Return the docstring of a class or function as one paragraph."""
    return " ".join((inspect.getdoc(found) or "").split())


def word(name: str, reference: str = "") -> str:
    """Return a word of the vocabulary as code, linked to where it is explained."""
    if name not in WORDS:
        return f"`{name}`"
    kind = WORDS[name]
    is_operation = kind in OPERATIONS
    place = f"operations/{operation_name(kind)}.md" if is_operation else f"vocabulary.md#{name}"
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
        case {"additionalProperties": dict(values)}:
            return f"object of {json_type(values, link)}"
    return str(field["type"])


def sentences_about(field: str, text: str, first: int = 0) -> str:
    """Return the sentences of a documentation that name a field, from the first one that counts."""
    return " ".join(each for each in _SENTENCE.split(text)[first:] if f"`{field}`" in each)
