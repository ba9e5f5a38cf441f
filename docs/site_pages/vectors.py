"""The static test vectors that exercise a rule, from their index if it is there."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from fragments import table

from conformance.traceability.places import ROOT

INDEX = ROOT / "vectors" / "index.json"
BUILD = "planspec vectors build"

Vector = dict[str, Any]


@cache
def index() -> list[Vector] | None:
    """Read the list of vectors; none if no vectors were built."""
    if not INDEX.exists():
        return None
    vectors: list[Vector] = json.loads(INDEX.read_text(encoding="utf-8"))["vectors"]
    return vectors


def vectors_with(rule: str) -> list[Vector] | None:
    """Give the vectors that are about a rule; none if no vectors were built."""
    vectors = index()
    return None if vectors is None else [each for each in vectors if rule in each["rules"]]


def vectors_of(rule: str) -> str:
    """Tell which vectors are about a rule."""
    found = vectors_with(rule)
    if found is None:
        return "Not built yet."
    return "\n".join(f"- `vectors/{each['file']}`: {each['title']}" for each in found) or "None."


def vectors_section() -> str:
    """Tell how many static vectors there are, for the page of evidence."""
    found = index()
    heading = "## Test vectors { #vectors }"
    if found is None:
        return f"{heading}\n\nNot built yet. To build them: `{BUILD}`"
    return f"{heading}\n\n{counted(found)}"


def counted(vectors: Sequence[Vector]) -> str:
    """Count vectors and their operations by what they are for."""
    kinds = Counter(each["kind"] for each in vectors)
    rows = [
        (
            kind,
            f"{count:,}",
            f"{sum(each['operations'] for each in vectors if each['kind'] == kind):,}",
        )
        for kind, count in sorted(kinds.items())
    ]
    return (
        f"**{len(vectors):,} vectors** stand in `vectors/`, counted when this page was built. "
        f"Build them again:\n\n```console\n$ {BUILD}\n```\n\n"
        f"{table(('For', 'Vectors', 'Operations'), rows)}"
    )
