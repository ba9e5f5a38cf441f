"""Verdicts of a reviewer, in its structured output or in the file that it writes."""

import json
import re
from contextlib import suppress
from typing import Any

from impl.hooks import verdict_lines
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
    named = set(verdict_lines.read(text).named)
    if structured is None:
        structured = of_text(said) if isinstance(said, str) else ReviewResult.NO_VERDICT
        if structured not in VERDICTS:
            return of_text(text)
    elif isinstance(said, str) and (last := verdict_lines.read(said).last):
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
            known = isinstance(word, str) and verdict_lines.of_line(
                f"verdict: {verdict_lines.plain(word)}"
            )
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
    stated = verdict_lines.read(review)
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
