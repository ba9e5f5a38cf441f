"""A validator of JSON Schema that knows what the schemas of the messages use, and no more.

It is written from the standard, so that the schemas are not judged by what has made them.
"""

import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
ANNOTATIONS = {"$schema", "$defs", "title", "description", "default"}


def fits(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> bool:
    """Return whether a value fits a schema. An unknown keyword is an error."""
    root = root or schema
    return all(
        _keyword_fits(keyword, expected, value, schema, root)
        for keyword, expected in schema.items()
        if keyword not in ANNOTATIONS
    )


def _keyword_fits(
    keyword: str, expected: Any, value: Any, schema: dict[str, Any], root: dict[str, Any]
) -> bool:
    match keyword:
        case "type":
            isa = isinstance(value, TYPES[expected])
            return isa and (expected == "boolean" or not isinstance(value, bool))
        case "const":
            return type(value) is type(expected) and bool(value == expected)
        case "enum":
            return value in expected
        case "anyOf":
            return any(fits(value, each, root) for each in expected)
        case "$ref":
            return fits(value, root["$defs"][expected.removeprefix("#/$defs/")], root)
        case "minItems":
            return not isinstance(value, list) or len(value) >= expected
        case "maxItems":
            return not isinstance(value, list) or len(value) <= expected
        case "minimum":
            return not isinstance(value, int) or value >= expected
        case "maximum":
            return not isinstance(value, int) or value <= expected
        case "pattern":
            return not isinstance(value, str) or bool(re.search(expected, value))
    if keyword in ("properties", "required", "additionalProperties"):
        return not isinstance(value, dict) or _object_fits(keyword, expected, value, schema, root)
    if keyword in ("items", "prefixItems"):
        return not isinstance(value, list) or _array_fits(keyword, expected, value, root)
    raise NotImplementedError(keyword)


def _object_fits(
    keyword: str, expected: Any, value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]
) -> bool:
    if keyword == "required":
        return all(name in value for name in expected)
    known = schema.get("properties", {})
    if keyword == "properties":
        return all(fits(value[name], known[name], root) for name in known if name in value)
    return all(fits(each, expected, root) for name, each in value.items() if name not in known)


def _array_fits(keyword: str, expected: Any, value: list[Any], root: dict[str, Any]) -> bool:
    if keyword == "items":
        return all(fits(each, expected, root) for each in value)
    return all(fits(each, one, root) for each, one in zip(value, expected, strict=False))
