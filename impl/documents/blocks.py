"""The lines of a plan document outside code, comments and HTML whose text is kept as it is.

Every pattern runs in time proportional to the line, however long or odd the line is.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

COMMENT_END = "-->"
LINE_END = re.compile(r"(\r\n|\n|\r)")
_FENCE = re.compile(r"([ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)")
_COMMENT = re.compile(r" {0,3}<!--")
_LITERAL = re.compile(r" {0,3}<(pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
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

    `info` is the text behind the opening mark, such as the name of a language. The end of a comment
    or of HTML may stand anywhere in a line.
    """

    def __init__(self, name: str, mark: str, indent: int = 0, info: str = "") -> None:
        self.name = name
        self.is_code = name == "fence"
        self.mark = mark
        self.indent = indent
        self.info = info
        self.is_markdown = info.casefold().split()[:1] in (["markdown"], ["md"])

    def is_closed_by(self, line: str) -> bool:
        """Return whether a line ends the block."""
        if not self.is_code:
            return self.mark in line.lower()
        text = line.strip()
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        return text.startswith(self.mark) and not text.strip(self.mark[0]) and indent <= self.indent


COMMENT = Fence("comment", COMMENT_END)


def excerpt(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= 60 else text[:59] + "…"


def lines_to_read(text: str, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside code, comments and such HTML; report what is open."""
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
        elif markup := _markup_opened_by(line):
            blocks = [] if markup.is_closed_by(line) else [(number, markup)]
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


def _markup_opened_by(line: str) -> Fence | None:
    """Return the comment, or the HTML whose text is kept as it is, that a line begins with."""
    found = _LITERAL.match(line)
    if found is not None:
        return Fence(f"<{found[1]}>", f"</{found[1].lower()}>")
    return COMMENT if _COMMENT.match(line) else None


def _fence_opened_by(line: str) -> Fence | None:
    """Return the fence that a line opens, perhaps behind the mark of a list item, or `None`."""
    found = _FENCE.fullmatch(line)
    if found is None or (found[2][0] == "`" and "`" in found[3]):
        return None  # a backquote after three of them is inline code such as ```this```
    indent = len(found[1].expandtabs(4))
    return Fence("fence", found[2], indent + 3 if indent > 3 else 3, found[3].strip())


def _fence_within(outer: Fence, line: str) -> Fence | None:
    """Return the fence with a name behind its mark that a line within a fence seems to open."""
    inner = _fence_opened_by(line) if outer.is_code else None
    return inner if inner and inner.info and inner.mark.startswith(outer.mark) else None


def _seems_to_nest(line: int, opened_at: int, outer: Fence) -> Problem:
    message = f"this fence stands within that of line {opened_at}, which ends at the next bare mark"
    mark = excerpt(outer.mark + outer.mark[0])
    return Problem(line, message, f"open and close line {opened_at}'s with `{mark}`, or close it")
