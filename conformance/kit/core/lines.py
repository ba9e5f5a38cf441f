"""What the lines of a scenario mean, and how playing them ends unless all of them hold."""

import re
from collections.abc import Callable
from typing import Any, ClassVar

from conformance.protocol.documents.core import CoreGrade

VERBS = {"takes": "take", "finishes": "finish", "renews": "renew", "gives back": "give_back"}
CONDITION = "if accepted, "
"""What a line begins with that is played only if the last change was accepted."""
WHO, ITEM = r"(?P<who>ann|bob|cid)", r"(?P<item>[a-d]|build-docs|build|ship)"
LENGTHS = {
    "half a second": 500,
    "1.2 seconds": 1_200,
    "1.5 seconds": 1_500,
    "a day": 86_400_000,
    "30 days": 30 * 86_400_000,
}
"""How long unusual leases are, and other times that pass, in milliseconds."""

Meaning = Callable[..., None]
MEANINGS: list[tuple[re.Pattern[str], Meaning]] = []
"""What lines mean, which `taking`, `acting`, `disturbing` and `races` fill in."""


class Outcome(Exception):
    """Why a scenario was not played to its end."""

    grade: ClassVar[CoreGrade]
    expected = observed = ""


class Violation(Outcome):
    """The program did what the property forbids."""

    grade = "violated"

    def __init__(self, expected: str, observed: str) -> None:
        super().__init__(f"expected {expected}; observed {observed}")
        self.expected, self.observed = expected, observed


class NotTested(Outcome):
    """The scenario could not be arranged."""

    grade = "not tested"


class NotOffered(Outcome):
    """The program replied `unsupported`."""

    grade = "not offered"


class TooSlow(NotTested):
    """A lease may have ended while the program answered."""


def line(pattern: str) -> Callable[[Meaning], Meaning]:
    """Return what adds a function as the meaning of the lines that fit a pattern."""

    def add(meaning: Meaning) -> Meaning:
        MEANINGS.append((re.compile(pattern), meaning))
        return meaning

    return add


def meaning_of(text: str) -> tuple[Meaning, dict[str, Any]]:
    """Return what a line means, and what it names. Raises `LookupError` if that is nothing."""
    words = text.removeprefix(CONDITION).partition(" -> ")[0]
    for pattern, meaning in MEANINGS:
        if found := pattern.fullmatch(words):
            return meaning, found.groupdict()
    raise LookupError(f"{text!r} means nothing")
