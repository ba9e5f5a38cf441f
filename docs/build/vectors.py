"""The index of the static test vectors."""

import json
from functools import cache
from typing import Any

from conformance.cli.explaining.places import ROOT

INDEX = ROOT / "vectors" / "index.json"

Vector = dict[str, Any]


@cache
def index() -> list[Vector] | None:
    """Return the list of vectors, or `None` if none were built."""
    if not INDEX.exists():
        return None
    vectors: list[Vector] = json.loads(INDEX.read_text(encoding="utf-8"))["vectors"]
    return vectors


def vectors_with(rule: str) -> list[Vector] | None:
    """Return the vectors about a rule, or `None` if no vectors were built."""
    vectors = index()
    return None if vectors is None else [each for each in vectors if rule in each["rules"]]


def counts_by_kind() -> list[tuple[str, int, int]] | None:
    """Return the number of vectors and of their operations for each kind."""
    vectors = index()
    if vectors is None:
        return None
    kinds = sorted({each["kind"] for each in vectors})
    of_kind = {kind: [each for each in vectors if each["kind"] == kind] for kind in kinds}
    return [
        (kind, len(found), sum(each["operations"] for each in found))
        for kind, found in of_kind.items()
    ]
