"""The forms in which a coordinator writes the fields of its report, as `key: value` lines.

    - work_remaining: Phase_4          * **work_remaining**: Phase_4
    | work_remaining | Phase_4 |       work_remaining = Phase_4

A field that is known begins such a form; then the other lines of the same form are fields, too. An
item that may be a field or an element of the list above it has two readings, and is refused.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

KNOWN = frozenset(
    (
        *("implementation_complete", "work_remaining", "requires_continuation", "stuck_detected"),
        *("summary_path", "context_exhausted", "context_usage_percent", "checkpoint_path"),
        *("phase_count", "git_commits", "plan_file", "topic_path"),
    )
)
"""The keys of a report, in small letters."""

_HEADING = "implementation_complete"
_KEY = r"(?P<mark>\*\*|__|[*_`])?(?P<key>[A-Za-z](?:\w*[A-Za-z0-9])?)"
_BEHIND = r"(?(mark)(?:(?P=mark)\s*:|:(?P=mark))|\s*:)"
_LINE = re.compile(
    rf"(?P<indent>\s*){_KEY}(?:{_BEHIND}|(?(mark)(?P=mark))\s*(?P<sign>=)(?!=))(?P<value>.*)"
)
_ITEM = re.compile(r"(\s*)(?:([-*+•])|\d+[.)])\s+(?=\S)")
_ROW = re.compile(rf"\s*\|\s*{_KEY}(?(mark)(?P=mark))\s*\|(?P<value>[^|]*)\|?\s*")
_EMPHASIZED = re.compile(r"(\*\*|__)((?:(?!\1).)+)\1")


class _Field(NamedTuple):
    """A line that may be a field, with its indentation and the mark before or behind its key."""

    indent: str
    mark: str
    key: str
    value: str

    @property
    def is_known(self) -> bool:
        """Return whether the key is one of a report, in any case of its letters."""
        return self.key.lower() in KNOWN

    def follows(self, last: "_Field | None") -> bool:
        """Return whether this is written as the last field is, and no text such as `http://`."""
        is_alike = last is not None and (last.indent, last.mark) == (self.indent, self.mark)
        return is_alike and (not self.value or self.value[0].isspace())


def plain_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a report, its fields as `key: value`. Raises `UnreadableReport`."""
    plain: list[str] = []
    last: _Field | None = None
    is_open = False
    for number, line in enumerate(lines, 1):
        field = _field(line)
        if field is None or not (field.is_known or field.follows(last)):
            item = _ITEM.match(line)
            # An element is indented more deeply than the fields are.
            is_element = item is not None and last is not None and len(item[1]) > len(last.indent)
            is_open = is_open and not is_element
            plain.append(line)
            continue
        if is_open and field.mark and not field.is_known:
            raise UnreadableReport(
                f"line {number}, {line.strip()[:60]!r}, may be a field or an element of the list "
                "above it"
            )
        last, is_open = field, not field.value.strip()
        plain.append(_plain(field))
    return plain


def _field(line: str) -> _Field | None:
    """Return the field that a line may be, or `None` for one that is plain or no field."""
    if (row := _ROW.fullmatch(line)) is not None:
        return _Field("", "|", row["key"], row["value"])
    item = _ITEM.match(line)
    rest = line if item is None else line[item.end() :]
    if (found := _LINE.fullmatch(rest)) is None:
        return None
    if item is not None:
        return _Field(item[1], item[2] or "1.", found["key"], found["value"])
    return _Field(found["indent"], found["sign"] or "", found["key"], found["value"])


def _plain(field: _Field) -> str:
    key = field.key.lower() if field.is_known else field.key
    key = key.upper() if key == _HEADING else key
    value = field.value.strip()
    if (emphasized := _EMPHASIZED.fullmatch(value)) is not None:
        value = emphasized[2].strip()
    return f"{field.indent}{key}: {value}".rstrip()


class UnreadableReport(ValueError):
    """A report is malformed: what was found, what was expected, and where."""
