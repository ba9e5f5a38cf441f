"""Messages as one line of JSON, cut where they are long."""

import json
import re
from collections.abc import Mapping
from typing import Any

from conformance.protocol.visible import visible

LONGEST = 400
"""A message with more characters is shown without its innermost lists and objects."""

_HASH = re.compile(r"\b([0-9a-f]{7})(?:[0-9a-f]{57}|[0-9a-f]{33})\b")


def render_message(message: Mapping[str, Any], longest: int = LONGEST) -> str:
    """Return a message as one line of JSON; `…` stands for the rest of a hash or of a long part."""
    depth = 8
    while len(line := _compact(message, depth)) > longest and depth > 1:
        depth -= 1
    return line


def _compact(message: Mapping[str, Any], depth: int) -> str:
    line = visible(json.dumps(_cut(message, depth), ensure_ascii=False, separators=(",", ":")))
    return _HASH.sub(r"\1…", line).replace('"…"', "…")


def _cut(value: Any, depth: int) -> Any:
    """Replace everything that is nested deeper than `depth`."""
    if isinstance(value, Mapping):
        return {key: _cut(each, depth - 1) for key, each in value.items()} if depth else "…"
    if isinstance(value, list):
        inner = [_cut(each, depth - 1) if depth else "…" for each in value]
        return ["…"] if inner and set(map(str, inner)) == {"…"} else inner
    return value
