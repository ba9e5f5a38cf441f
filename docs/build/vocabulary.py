"""The words of the vocabulary: which area defines each, and its fields in the terms of JSON."""

import inspect
import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from pydantic_core import to_jsonable_python

from spec.catalog import AREAS
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
from spec.vocabulary.domains import Domain

MODULES = (
    *(agents, checklists, claims, commits, completion, holding, items, iteration_loops),
    *(iterations, plans, readiness, recovery, review_cycles, reviews, state),
)
"""The modules whose words belong to an area."""

JSON_TYPES = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def words_of(area: Area) -> Iterator[type]:
    """Yield the classes that the modules of an area define."""
    modules = {module.__name__.rpartition(".")[2]: module for module in MODULES}
    for name in area.vocabulary:
        yield from (
            found
            for found in vars(modules[name]).values()
            if inspect.isclass(found) and found.__module__ == modules[name].__name__
        )


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
    return f"[`{name}`]({reference}{AREA_OF_WORD[name].name}.md#{name})"


def fields_of(found: type) -> list[dict[str, str]]:
    """Return the fields of a class with their types and defaults."""
    assert is_dataclass(found)
    hints, domains = get_type_hints(found), get_type_hints(found, include_extras=True)
    return [
        {
            "name": each.name,
            "type": json_type(hints[each.name]),
            "default": default_of(each),
            "allowed": "; ".join(dict.fromkeys(allowed(domains[each.name]))),
        }
        for each in fields(found)
    ]


def allowed(hint: Any) -> Iterator[str]:
    """Yield what the domains that a type names allow, in words."""
    for part in get_args(hint):
        if isinstance(part, Domain):
            yield part.allowed
        else:
            yield from allowed(part)


def json_type(hint: Any) -> str:
    """Return a type in the terms of JSON, with links to the words of the vocabulary."""
    if hint in JSON_TYPES:
        return JSON_TYPES[hint]
    if get_origin(hint) is tuple:
        return f"array of {json_type(get_args(hint)[0])}"
    if get_args(hint):
        return " or ".join(json_type(each) for each in get_args(hint))
    return word(hint.__name__)


def default_of(field: Field[Any]) -> str:
    """Return the default of a field as JSON, or a dash if the field is required."""
    if field.default is MISSING:
        return "–"
    return f"`{json.dumps(to_jsonable_python(field.default))}`"
