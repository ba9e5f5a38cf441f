"""The block of `key: value` lines that a coordinator prints at the end of an iteration.

    IMPLEMENTATION_COMPLETE: 5
    summary_path: /path/to/001-summary.md
    work_remaining: Phase_6 Phase_7  # two phases
    git_commits: [abc123, def456]
    checkpoint_path: null
    requires_continuation: true

Lines before the heading and after the end of a fence are ignored. Every other line must be valid: a
line that is skipped might be the one with the remaining work.
"""

import json
import re
from collections.abc import Iterator

from impl.documents.unreadable import UnreadableReport

HEADING = "IMPLEMENTATION_COMPLETE"

_HEADING_LINE = re.compile(rf"\s*{HEADING}\s*:")
_FIELD = re.compile(r"\s*([A-Za-z_]\w*)\s*:(?:\s+(.*))?")
_ELEMENT = re.compile(r"\s*-\s+(.*)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_QUOTED = re.compile(r"(?:\"([^\"]*)\"|'([^']*)')\s*(?:#.*)?")
_NO_VALUE = ("", "null", "Null", "NULL", "~")


def read_block(text: str) -> dict[str, object]:
    """Return the fields of a block: strings, lists, or `None`. Raises `UnreadableReport`."""
    fields: dict[str, object] = {}
    elements: list[object] | None = None  # of the last field, if it may have some
    for number, line in _lines(text):
        if (field := _FIELD.fullmatch(line)) is not None:
            key, written = field[1], field[2] or ""
            if key in fields:
                raise UnreadableReport(f"line {number} gives `{key}` a second time")
            fields[key] = _value(written.strip())
            elements = [] if fields[key] is None else None
        elif elements is not None and (element := _ELEMENT.fullmatch(line)) is not None:
            elements.append(_value(element[1].strip()))
            fields[key] = elements
        else:
            raise UnreadableReport(f"line {number}, {line.strip()[:60]!r}, is not `key: value`")
    return fields


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the block that are not blank or comments, numbered from 1."""
    lines = list(enumerate(text.splitlines(), 1))
    headings = (place for place, (_, line) in enumerate(lines) if _HEADING_LINE.match(line))
    begun = False
    for number, line in lines[next(headings, 0) :]:
        if _FENCE.match(line):
            if begun:
                return
        elif _without_comment(line):
            begun = True
            yield number, line


def _value(written: str) -> object:
    """Parse a value, which may be quoted or a JSON array, and may be followed by a comment."""
    if (quoted := _QUOTED.fullmatch(written)) is not None:
        return quoted[1] if quoted[2] is None else quoted[2]
    if written.startswith("["):
        return _array(written)
    value = _without_comment(written)
    return None if value in _NO_VALUE else value


def _array(written: str) -> object:
    """Parse a JSON array of strings; anything else stays a string."""
    try:
        found, end = json.JSONDecoder().raw_decode(written)
    except (ValueError, RecursionError):
        return _without_comment(written)
    if _without_comment(written[end:]):
        return _without_comment(written)
    return found if all(isinstance(one, str) for one in found) else written[:end]


def _without_comment(line: str) -> str:
    return _COMMENT.sub("", line).strip()
