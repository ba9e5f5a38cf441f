"""Verdicts of a reviewer, in its structured output or in the file that it writes."""

import json
import re
from typing import Any

from spec.vocabulary.reviews import ReviewResult

WORDS = {"PASS": ReviewResult.PASS, "FAIL": ReviewResult.FAIL}

VERDICT_LINE = re.compile(r"VERDICT: (PASS|FAIL)")


def of_run(output: bytes, review: bytes) -> ReviewResult:
    """Return the verdict of a reviewer that has written a review (REV-5).

    Its structured output takes precedence, unless output and review together name both verdicts.
    """
    structured = of_output(output)
    if structured is None:
        return of_review(review)
    named = {WORDS[word] for word in _named(_lines(review))}
    contradicted = structured in WORDS.values() and len(named | {structured}) > 1
    return ReviewResult.TWO_VERDICTS if contradicted else structured


def of_output(output: bytes) -> ReviewResult | None:
    """Return the verdict in a reviewer's structured output, or `None` if it has no such output.

    That is the `verdict` of the object `structured_output`, else that of the object `result`. Any
    other value than PASS and FAIL counts as no verdict.
    """
    try:
        answer = json.loads(output)
    except (ValueError, RecursionError):
        return None
    if isinstance(answer, list) and answer:
        answer = answer[-1]  # a verbose reviewer prints every message, the result last
    for name in ("structured_output", "result"):
        structured = _field(answer, name)
        if isinstance(structured, dict) and "verdict" in structured:
            word = structured["verdict"]
            known = isinstance(word, str) and word in WORDS
            return WORDS[word] if known else ReviewResult.NO_VERDICT
    return None


def of_review(review: bytes) -> ReviewResult:
    """Return the verdict of a review: its last line that is not blank.

    If the review contains both verdicts, each on a line of its own, the result is both.
    """
    lines = _lines(review)
    if len(_named(lines)) > 1:
        return ReviewResult.TWO_VERDICTS
    last = VERDICT_LINE.fullmatch(next((line for line in reversed(lines) if line), ""))
    return WORDS[last[1]] if last else ReviewResult.NO_VERDICT


def _lines(review: bytes) -> list[str]:
    return [line.strip() for line in review.decode("utf-8", "replace").split("\n")]


def _named(lines: list[str]) -> set[str]:
    """Return the verdicts on lines of their own."""
    return {match[1] for line in lines if (match := VERDICT_LINE.fullmatch(line))}


def _field(answer: Any, name: str) -> Any:
    return answer.get(name) if isinstance(answer, dict) else None
