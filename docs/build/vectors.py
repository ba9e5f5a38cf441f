"""The index of the static test vectors."""

import json
from functools import cache
from typing import Any

from conformance.cli.explaining.links import ROOT

Vector = dict[str, Any]


@cache
def index() -> list[Vector]:
    """Return the list of vectors."""
    text = (ROOT / "vectors" / "index.json").read_text(encoding="utf-8")
    vectors: list[Vector] = json.loads(text)["vectors"]
    return vectors


def vectors_with(rule: str) -> list[Vector]:
    """Return the vectors about a rule."""
    return [each for each in index() if rule in each["rules"]]


def counts_by_kind() -> list[tuple[str, int, int]]:
    """Return the number of vectors and of their operations for each kind."""
    operations: dict[str, list[int]] = {}
    for each in index():
        operations.setdefault(each["kind"], []).append(each["operations"])
    return [(kind, len(found), sum(found)) for kind, found in sorted(operations.items())]
