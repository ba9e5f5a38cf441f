"""The block of `key: value` lines that a coordinator prints at the end of an iteration.

    IMPLEMENTATION_COMPLETE: 5
    summary_path: /path/to/001-summary.md
    work_remaining: Phase_6 Phase_7  # two phases
    git_commits: [abc123, def456]
    checkpoint_path: null
    requires_continuation: true

The fields may be items of a list, rows of a table or `key = value` (`iteration_forms`). Prose may
stand before and after them. Within it every line must be valid, and behind it none may give
one of the fields that decide: a line that is skipped might be the one with the remaining work.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from impl.documents.iteration_forms import UnreadableReport, plain_lines

HEADING = "IMPLEMENTATION_COMPLETE"

WORK = "work_remaining"
DECIDING = (WORK, "requires_continuation", "stuck_detected", "summary_path")
"""The fields that affect the decision."""

_FIELD = re.compile(r"(\s*)([A-Za-z_]\w*)\s*:(?:\s+(.*))?")
_HEADING_LINE = re.compile(rf"\s*{HEADING}\s*:")
_ELEMENT = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s+(.*)")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_QUOTED = re.compile(r"(\"|'|`)((?:(?!\1).)*)\1\s*(?:#.*)?")
_LIST = re.compile(r"\[.*\S.*\]")
_MENTION = re.compile(rf"\b({'|'.join(DECIDING)})\b[\"'*_`]*\s*[:=|]")
_OTHER_WORK = re.compile(r"\bwork[ _-]remaining[\"'*_`]*\s*[:=|]", re.IGNORECASE)
_NO_VALUE = ("", "null", "Null", "NULL", "~")


@dataclass
class _Block:
    """The fields that were read, and what is needed to tell whether the next line belongs to them.

    `adjoins` says whether the next line follows the last one directly.
    """

    fields: dict[str, object]
    key: str = ""
    indent: int = 0
    adjoins: bool = False

    def add(self, number: int, line: str) -> bool:
        """Add a line; return whether it belongs to the block. Raises `UnreadableReport`."""
        if (field := _FIELD.fullmatch(line)) is not None:
            self.indent, self.key = len(field[1]), field[2]
            if self.key in self.fields:
                raise UnreadableReport(f"line {number} gives `{self.key}` a second time")
            self.fields[self.key] = _value((field[3] or "").strip())
        elif (element := _ELEMENT.fullmatch(line)) is not None and self._takes_elements():
            before = self.fields[self.key] or []
            assert isinstance(before, list)
            before.append(_value(element[1].strip()))
            self.fields[self.key] = before
        elif self._may_go_on_in(line):
            raise UnreadableReport(f"line {number}, {line.strip()[:60]!r}, is not `key: value`")
        else:
            return False
        self.adjoins = True
        return True

    def _takes_elements(self) -> bool:
        value = self.fields.get(self.key)
        return bool(self.key) and (value is None or isinstance(value, list))

    def _may_go_on_in(self, line: str) -> bool:
        """Return whether a line that is no field may belong to the last value all the same."""
        if not self.key:
            return True
        is_element = _ELEMENT.match(line) is not None
        if self.key == WORK:
            work = self.fields[WORK]
            is_whole = isinstance(work, str) and _LIST.fullmatch(work) is not None
            return (self.adjoins and not is_whole) or is_element or work is None
        is_deeper = len(line) - len(line.lstrip()) > self.indent
        return self.adjoins and (is_element or is_deeper)


def begins_block(text: str) -> bool:
    """Return whether a text has a line that belongs to a block for certain."""
    return _begin(plain_lines(text.splitlines())) is not None


def read_block(text: str) -> dict[str, object]:
    """Return the fields of a block: strings, lists, or `None`. Raises `UnreadableReport`."""
    lines = plain_lines(text.splitlines())
    begin = _begin(lines)
    if begin is None:
        raise UnreadableReport(f"it has no line such as `{WORK}: Phase_4 Phase_5`")
    block, end = _Block({}), len(lines)
    for place in range(begin, len(lines)):
        line = lines[place]
        if _FENCE.match(line):
            if not block.fields:
                continue
        elif not _without_comment(line):
            block.adjoins = False
            continue
        elif block.add(place + 1, line):
            continue
        end = place
        break
    require_no_field(lines[end:], end + 1)
    return block.fields


def require_no_field(lines: Sequence[str], first: int) -> None:
    """Refuse prose with a field that decides. The lines are numbered from `first`."""
    for number, line in enumerate(lines, first):
        if (found := _MENTION.search(line)) is not None:
            raise UnreadableReport(
                f"line {number}, {line.strip()[:60]!r}, gives `{found[1]}` outside the report"
            )


def require_no_other_work(text: str) -> None:
    """Refuse a report without `work_remaining` that gives it under another spelling."""
    for number, line in enumerate(text.splitlines(), 1):
        if _OTHER_WORK.search(line) is not None:
            raise UnreadableReport(
                f"line {number}, {line.strip()[:60]!r}, is not `{WORK}: ` and names"
            )


def _begin(lines: Sequence[str]) -> int | None:
    """Return where a block begins: at its heading, else at fields of which one decides."""
    headings = (place for place, line in enumerate(lines) if _HEADING_LINE.match(line))
    fields = (_FIELD.fullmatch(line) for line in lines)
    deciding = (place for place, field in enumerate(fields) if field and field[2] in DECIDING)
    begin = next(headings, None)
    if begin is not None:
        return begin
    begin = next(deciding, None)
    while begin and _FIELD.fullmatch(lines[begin - 1]):
        begin -= 1
    return begin


def _value(written: str) -> object:
    """Parse a value, which may be quoted or a JSON array, and may be followed by a comment."""
    if (quoted := _QUOTED.fullmatch(written)) is not None:
        return quoted[2]
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
