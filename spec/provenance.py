"""Provenance: every statement of the seed documents, and what carries or changes it.

The data, and what its keys mean, stand in `provenance.toml`.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class SeedStatement:
    """A statement of a seed document, in our words, and what became of it."""

    anchor: str
    """The name of its place: `000-114`, `000-114b` where two begin."""
    lines: str
    kind: str
    text: str
    clauses: Sequence[str] = ()
    tests: Sequence[str] = ()
    changed_by: Sequence[str] = ()
    holds_with: Sequence[str] = ()
    not_adopted: str = ""


@dataclass(frozen=True, slots=True)
class SeedDocument:
    """A seed document, read whole: each of its lines is in a statement or in the background."""

    number: str
    title: str
    length: int
    statements: tuple[SeedStatement, ...]
    background: tuple[str, ...]
    """Lines that state nothing about the system."""


@cache
def seed_documents() -> tuple[SeedDocument, ...]:
    """Return the seed documents, in the order of their numbers."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return tuple(_document(number, table) for number, table in tomllib.loads(text).items())


def _document(number: str, table: dict[str, Any]) -> SeedDocument:
    """Return a document made of its table."""
    begun: Counter[str] = Counter()
    statements = []
    for each in table["statements"]:
        first = re.split("[-,]", each["lines"])[0]
        letter = " bcdefghij"[begun[first]].strip()
        begun[first] += 1
        statements.append(SeedStatement(f"{number}-{first}{letter}", **each))
    background = tuple(each["lines"] for each in table["background"])
    return SeedDocument(number, table["title"], table["length"], tuple(statements), background)
