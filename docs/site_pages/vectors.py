"""The static test vectors that exercise a rule, from their index if it is there."""

import json
from functools import cache
from typing import Any

from conformance.tracing import ROOT

INDEX = ROOT / "vectors" / "index.json"


@cache
def index() -> list[dict[str, Any]] | None:
    """Read the list of vectors; none if no vectors were built."""
    if not INDEX.exists():
        return None
    document = json.loads(INDEX.read_text(encoding="utf-8"))
    vectors: list[dict[str, Any]] = document["vectors"]
    return vectors


def vectors_with(rule: str) -> list[str] | None:
    """Name the vectors in which a rule decides something; none if no vectors were built."""
    vectors = index()
    if vectors is None:
        return None
    return [str(vector["id"]) for vector in vectors if rule in vector.get("rules", ())]


def vectors_of(rule: str) -> str:
    """Tell which vectors exercise a rule."""
    found = vectors_with(rule)
    if found is None:
        return "Not built yet."
    return ", ".join(f"`{name}`" for name in found) or "None."
