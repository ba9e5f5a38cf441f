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
_CODE = re.compile(r"(?<!`)(`++)[^`]++\1(?!`)")


class Problem(NamedTuple):
    """A line of a document that is probably a mistake. Lines count from 1."""

    line: int
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (self.suggestion and f"; {self.suggestion}")


class Fence:
    """A block whose text is skipped, up to a line with its mark at most this far indented.

    `info` is the text behind the opening mark, such as the name of a language.
    """

    def __init__(self, name: str, mark: str, indent: int = 0, info: str = "") -> None:
        self.name = name
        self.mark = mark
        self.indent = indent
        self.info = info
        self.is_markdown = info.casefold().split()[:1] in (["markdown"], ["md"])

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
    blocks: list[tuple[int, Fence]] = []
    lines = LINE_END.split(text)[::2]
    first = _front_matter(lines)
    for number, line in enumerate(lines[first:], start=first + 1):
        if blocks:
            if blocks[-1][1].is_closed_by(line):
                blocks.pop()
            elif inner := _fence_within(blocks[-1][1], line):
                if blocks[-1][1].is_markdown:
                    blocks.append((number, inner))
                else:
                    problems.append(_seems_to_nest(number, *blocks[-1]))
        elif _COMMENT.match(line):
            blocks = [] if COMMENT_END in line else [(number, COMMENT)]
        elif fence := _fence_opened_by(line):
            blocks = [(number, fence)]
        else:
            yield number, line
            blocks = [(number, COMMENT)] if _leaves_comment_open(line) else []
    if blocks:
        opened_at, block = blocks[0]
        message = f"this {block.name} is never closed, so the rest of the document is skipped"
        advice = f"close it with a line `{excerpt(block.mark)}`"
        problems.append(Problem(opened_at, message, advice))


def _front_matter(lines: list[str]) -> int:
    """Return how many lines at the beginning are front matter (DOC-1.12)."""
    if lines[0].removeprefix("\ufeff").rstrip() == "---":
        for number, line in enumerate(map(str.strip, lines[1:]), start=2):
            if line in ("---", "...", ""):
                return number if line else 0
    return 0


def _leaves_comment_open(line: str) -> bool:
    """Return whether a comment opens behind the text of a line, and does not end there."""
    shown = _CODE.sub("", line) if "<!--" in line else ""
    return shown.rfind("<!--") > shown.rfind(COMMENT_END)


def _fence_opened_by(line: str) -> Fence | None:
    """Return the fence that a line opens, perhaps behind the mark of a list item, or `None`."""
    found = _FENCE.fullmatch(line)
    if found is None or (found[2][0] == "`" and "`" in found[3]):
        return None  # a backquote after three of them is inline code such as ```this```
    indent = len(found[1].expandtabs(4))
    return Fence("fence", found[2], indent + 3 if indent > 3 else 3, found[3].strip())


def _fence_within(outer: Fence, line: str) -> Fence | None:
    """Return the fence with a name behind its mark that a line within a fence seems to open."""
    inner = None if outer is COMMENT else _fence_opened_by(line)
    return inner if inner and inner.info and inner.mark.startswith(outer.mark) else None


def _seems_to_nest(line: int, opened_at: int, outer: Fence) -> Problem:
    message = f"this fence stands within that of line {opened_at}, which ends at the next bare mark"
    mark = excerpt(outer.mark + outer.mark[0])
    return Problem(line, message, f"open and close line {opened_at}'s with `{mark}`, or close it")
