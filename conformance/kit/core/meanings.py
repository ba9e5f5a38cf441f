"""The table of what lines mean, which the files with their meanings fill."""

import re
from collections.abc import Callable
from typing import Any

VERBS = {"takes": "take", "finishes": "finish", "renews": "renew", "gives back": "give_back"}
CONDITION = "if accepted, "
"""What a line begins with that is played only if the last change was accepted."""
WHO, ITEM = r"(?P<who>ann|bob|cid)", r"(?P<item>[a-d]|build-docs|build|ship)"

Meaning = Callable[..., None]
MEANINGS: list[tuple[re.Pattern[str], Meaning]] = []


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
