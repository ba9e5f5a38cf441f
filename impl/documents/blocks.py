"""The lines of a plan document outside code and comments.

Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

COMMENT_END = "-->"
LINE_END = re.compile(r"(\r\n|\n|\r)")
_FENCE = re.compile(r"([ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)")
_COMMENT = re.compile(r" {0,3}<!--")


class Problem(NamedTuple):
    """A line of a document that is probably a mistake. Lines count from 1."""

    line: int
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (self.suggestion and f"; {self.suggestion}")


class Fence:
    """A block whose text is skipped, up to a line with its mark at most this far indented."""

    def __init__(self, name: str, mark: str, indent: int = 0) -> None:
        self.name = name
        self.mark = mark
        self.indent = indent

    def is_closed_by(self, line: str) -> bool:
        """Return whether a line ends the block."""
        if self is COMMENT:
            return self.mark in line
        text = line.strip()
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        return text.startswith(self.mark) and not text.strip(self.mark[0]) and indent <= self.indent


COMMENT = Fence("comment", COMMENT_END)


def excerpt(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 60 else text[:59] + "…"


def lines_to_read(text: str, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside fenced code and comments; report what is left open."""
    block: Fence | None = None
    opened_at = 0
    for number, line in enumerate(LINE_END.split(text)[::2], start=1):
        if block:
            if block.is_closed_by(line):
                block = None
        elif _COMMENT.match(line):
            block, opened_at = None if COMMENT_END in line else COMMENT, number
        elif fence := _fence_opened_by(line):
            block, opened_at = fence, number
        else:
            yield number, line
    if block:
        message = f"this {block.name} is never closed, so the rest of the document is skipped"
        advice = f"close it with a line `{excerpt(block.mark)}`"
        problems.append(Problem(opened_at, message, advice))


def _fence_opened_by(line: str) -> Fence | None:
    """Return the fence that a line opens, perhaps behind the mark of a list item, or `None`."""
    found = _FENCE.fullmatch(line)
    if found is None or (found[2][0] == "`" and "`" in found[3]):
        return None  # a backquote after three of them is inline code such as ```this```
    indent = len(found[1].expandtabs(4))
    return Fence("fence", found[2], indent + 3 if indent > 3 else 3)
