"""Verdicts of a reviewer: in its structured output, or on the lines of what it writes (REV-5)."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from impl.json_text import parse_json
from spec.vocabulary.reviews import ReviewResult

VERDICTS = (ReviewResult.PASS, ReviewResult.FAIL)

FENCED = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL | re.IGNORECASE)


def of_run(output: bytes, review: bytes) -> ReviewResult:
    """Return the verdict of a reviewer that has written a review (REV-5).

    Its structured output takes precedence, unless output and review together name both verdicts.
    """
    text, answer = review.decode("utf-8", "replace"), _answer(output)
    structured, said = of_answer(answer), _field(answer, "result")
    named = set(read(text).named)
    if structured is None:
        structured = of_text(said) if isinstance(said, str) else ReviewResult.NO_VERDICT
        if structured not in VERDICTS:
            return of_text(text)
    elif isinstance(said, str) and (last := read(said).last):
        named.add(last)  # REV-5.21
    contradicted = structured in VERDICTS and len(named | {structured}) > 1
    return ReviewResult.TWO_VERDICTS if contradicted else structured


def of_answer(answer: Any) -> ReviewResult | None:
    """Return the verdict in a reviewer's structured answer, or `None` if it has no such answer.

    That is the `verdict` of `structured_output`, else that of `result`, which may be a text that
    is JSON or has a block of it. Any other word than PASS and FAIL counts as no verdict.
    """
    for name in ("structured_output", "result"):
        value = _field(answer, name)
        structured = _json_in(value) if isinstance(value, str) else value
        if isinstance(structured, dict) and "verdict" in structured:
            word = structured["verdict"]
            known = isinstance(word, str) and of_line(f"verdict: {plain(word)}")
            return known or ReviewResult.NO_VERDICT
    return None


def error_of(output: bytes) -> str | None:
    """Return the error that a reviewer reports although it ended well, or `None` (REV-12.14)."""
    answer = _answer(output)
    if _field(answer, "is_error") is not True:
        return None
    told = _field(answer, "result") or _field(answer, "subtype") or "it does not say which"
    return told if isinstance(told, str) else json.dumps(told)


def of_text(review: str) -> ReviewResult:
    """Return the verdict of a review: its last line with a letter or a digit (REV-5.18).

    If the review contains both verdicts, each on a line of its own, the result is both.
    """
    stated = read(review)
    if len(stated.named) > 1:
        return ReviewResult.TWO_VERDICTS
    return stated.last or ReviewResult.NO_VERDICT


def _answer(output: bytes) -> Any:
    """Return the answer in a reviewer's output, or `None` if it is not JSON."""
    # A verbose reviewer prints every message, in a list or line by line, the result last.
    for candidate in (output, (output.strip().splitlines() or [b""])[-1]):
        with suppress(ValueError):
            answer = parse_json(candidate)
            return answer[-1] if isinstance(answer, list) and answer else answer
    return None


def _json_in(text: str) -> Any:
    """Return the JSON in a text: all of it, the last block that is JSON, or an object in it."""
    braced = text[text.find("{") : text.rfind("}") + 1]
    for candidate in (text, *reversed(FENCED.findall(text)), braced):
        with suppress(ValueError):
            return parse_json(candidate)
    return None


def _field(answer: Any, name: str) -> Any:
    return answer.get(name) if isinstance(answer, dict) else None


# The quantifiers `*+` and `++` never give back, so that a long line is read in one go.
LABEL = r"(?:(?:final|overall|review)\s++)*+verdict"
BETWEEN = r"[\s:=|\uff1a\u2013\u2014-]++"
PASSING = r"(?:[✅✔☑🟢👍🎉]\ufe0f?|\s)*+"
FAILING = r"(?:[❌✖✗✘🔴⛔🚫👎🛑]\ufe0f?|\s)*+"
# A remark may turn a PASS round, so only a FAIL has one, and none that names the other verdict.
REMARK = r"(?:[:;,(\u2013\u2014]|(?<=\s)-|[.!]\s)(?:(?!\b(?-i:PASS)\b).)*+"

VERDICT = re.compile(
    rf"{PASSING}{LABEL}{BETWEEN}{PASSING}(?P<pass>pass){PASSING}(?:[.!]{PASSING})?"
    rf"|{FAILING}{LABEL}{BETWEEN}{FAILING}(?P<fail>fail){FAILING}(?:{REMARK}|(?:[.!]{FAILING})?)",
    re.IGNORECASE,
)
HEADING = re.compile(rf"(?:{PASSING}|{FAILING}){LABEL}(?:{BETWEEN})?", re.IGNORECASE)

EMPHASIS = re.compile(r"[*_`]")
LEADING = re.compile(r"(?:[\s#>|]|[-+•]\s|\d{1,3}[.)]\s|\[[xX]\]\s)*+")
COMMENT = re.compile(r"^[ \t]*<!--.*?(?:-->|\Z)", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"\s*(`{3,}|~{3,})([^`]*)")


class _Kind(Enum):
    PLAIN = auto()
    CODE = auto()
    QUOTATION = auto()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its markup, and the block that it stands in, by number."""

    text: str
    kind: _Kind
    block: int


@dataclass(frozen=True, slots=True)
class Statement:
    """What a review says: its last line, the verdict there, and all verdicts in it."""

    last_line: str
    last: ReviewResult | None
    named: frozenset[ReviewResult]


def read(review: str) -> Statement:
    """Return what a review says (REV-5.11, REV-5.17 to REV-5.19, REV-5.24 to REV-5.27)."""
    lines = _joined(_lines(review))
    if not lines:
        return Statement("", None, frozenset())
    last, sizes = lines[-1], Counter(line.block for line in lines)

    def own(line: _Line) -> bool:
        """Return whether a line is plain, alone in its block, or its block is the review."""
        return line.kind == _Kind.PLAIN or sizes[line.block] in (1, len(lines))

    # When the end is no plain line, any verdict in a block may be the reviewer's own.
    named = frozenset(
        verdict
        for line in lines
        if (verdict := of_line(line.text)) is not None
        and (last.kind != _Kind.PLAIN or (own(line) and line.kind != _Kind.QUOTATION))
    )
    return Statement(last.text, of_line(last.text) if own(last) else None, named)


def of_line(line: str) -> ReviewResult | None:
    """Return the verdict that a line without markup is, or `None` if it is none (REV-5.17)."""
    found = VERDICT.fullmatch(line)
    if found is None:
        return None
    return ReviewResult.PASS if found["pass"] else ReviewResult.FAIL


def plain(line: str) -> str:
    """Return a line without its markup (REV-5.24)."""
    line = EMPHASIS.sub("", line)
    begin = LEADING.match(line)
    assert begin is not None
    return line[begin.end() :].rstrip(" \t\r\n\f\v\u00a0|")


def _joined(lines: Iterator[_Line]) -> list[_Line]:
    """Return the lines, a heading and the line after it as one, unless that is a verdict."""
    joined: list[_Line] = []
    for line in lines:
        if joined and HEADING.fullmatch(joined[-1].text) and not of_line(line.text):
            heading = joined.pop().text
            joined.append(_Line(f"{heading}: {line.text}", line.kind, line.block))
        else:
            joined.append(line)
    return joined


def _lines(review: str) -> Iterator[_Line]:
    """Yield the lines with a letter or a digit, without those that begin or end code."""
    fence, block, kind = "", 0, _Kind.PLAIN
    for line in COMMENT.sub("", review.removeprefix("\ufeff")).split("\n"):
        if (mark := FENCE.fullmatch(line)) and not fence:
            fence, block, kind = mark[1], block + 1, _Kind.CODE
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence, block, kind = "", block + 1, _Kind.PLAIN
        else:
            if not fence:
                quoted = _Kind.QUOTATION if line.lstrip().startswith(">") else _Kind.PLAIN
                block, kind = block + (quoted != kind), quoted
            if any(map(str.isalnum, line)):
                yield _Line(plain(line), kind, block)
