"""Hostile input that programs must survive: more digits, and deeper JSON, than anybody reads."""

import json
from typing import Any

MANY_DIGITS = "9" * 5_000
"""More digits than Python converts."""


def nested(depth: int) -> str:
    """Return arrays in arrays."""
    return "[" * depth + "]" * depth


def json_lines(valid: bytes) -> list[Any]:
    """Return the one value in a file, or those of its lines, or nothing if it is not JSON."""
    try:
        return [json.loads(valid)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in valid.splitlines()]
    except ValueError:
        return []
