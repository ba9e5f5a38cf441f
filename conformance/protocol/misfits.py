"""Misfits: what is wrong with a value in a message, in the words of the message."""

import json
import re
from collections.abc import Sequence
from typing import Any

from pydantic_core import ErrorDetails

MUST_BE = {
    "bool_type": "true or false",
    "dataclass_exact_type": "an object",
    "dataclass_type": "an object",
    "dict_type": "an object",
    "int_type": "an integer",
    "list_type": "an array",
    "model_type": "an object",
    "none_required": "null",
    "string_type": "a string",
    "tuple_type": "an array",
}
"""What a value has to be after an error of a type."""

SHOULD = re.compile("^(Value error, )?([A-Z][a-z]+ should )?")
"""How a sentence about a problem begins, before what should be."""

LONGEST_SHOWN = 40
"""The longest string that is shown as it is."""


def misfit(message: Any, problems: Sequence[ErrorDetails], path: Sequence[str | int]) -> str:
    """Return what the first problem with a message is: what must stand at its path, and what does.

    A value may be of several kinds: each has a problem of its own, named at the end of its path.
    """
    first, place, value = problems[0], 0, message
    if first["type"] == "missing":
        return f"`{'.'.join(map(str, path))}` is missing"
    while place < len(path) and is_in(value, path[place]):
        value = value[path[place]]
        place += 1
    here = first["loc"][: len(first["loc"]) - len(path) + place]
    same = (each for each in problems if each["loc"][: len(here)] == here)
    expected = " or ".join(dict.fromkeys(map(expected_by, same))).replace(" or be ", " or ")
    named = f"`{'.'.join(map(str, path[:place]))}`" if place else "the message"
    return f"{named} must {expected}, got {described(value)}"


def is_in(value: Any, part: str | int) -> bool:
    """Return whether a part of a path leads on from a value."""
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def expected_by(problem: ErrorDetails) -> str:
    """Return what a value must do, where there is a problem with it."""
    if problem["type"] in ("enum", "literal_error"):
        return f"be {problem['ctx']['expected']}"
    if problem["type"] in MUST_BE:
        return f"be {MUST_BE[problem['type']]}"
    return SHOULD.sub("", problem["msg"])


def described(value: object) -> str:
    """Return a value as it is named in a sentence."""
    match value:
        case dict():
            return "an object"
        case list():
            return "an array"
        case str() if len(value) > LONGEST_SHOWN:
            return "another string"
        case str():
            return f"the string {json.dumps(value)}"
        case bool() | None:
            return json.dumps(value)
        case int() | float():
            return f"the number {json.dumps(value)}"
    return f"a {type(value).__name__}"
