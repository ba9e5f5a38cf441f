"""The pages of evidence: what was checked, how much of it and when, and how fast everything is."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from docs.build.evidence import CHANGED, COMMANDS, MEASUREMENTS, ROOT, Document, Evidence, evidence
from docs.build.rendering import render

SHORT = 7
"""Digits of a commit that are shown."""
TITLES = {
    "explorer": "Exploring",
    "check": "Checking",
    "conform": "Validating another implementation",
    "diff": "Comparing editions",
    "store": "The store",
    "planstate": "Whole commands",
}
"""The sections of the page of speed, by the parts of its measurement."""


def evidence_page() -> str:
    """Return the page."""
    found = {name: evidence(name) for name in COMMANDS}
    return render(
        "evidence.md",
        measurements=MEASUREMENTS,
        found=found,
        measured={name: measured(each) for name, each in found.items() if each},
        outcomes=outcome_rows(found["check"].result["outcomes"]) if found["check"] else (),
        vectors=counts_by_kind(),
        growth=growth_of(found["growth"]),
    )


@cache
def vector_index() -> list[Document]:
    """Return the list of the static test vectors."""
    text = (ROOT / "vectors" / "index.json").read_text(encoding="utf-8")
    vectors: list[Document] = json.loads(text)["vectors"]
    return vectors


def counts_by_kind() -> list[tuple[str, int, int]]:
    """Return the number of vectors and of their operations for each kind."""
    operations: dict[str, list[int]] = {}
    for each in vector_index():
        operations.setdefault(each["kind"], []).append(each["operations"])
    return [(kind, len(found), sum(found)) for kind, found in sorted(operations.items())]


def growth_of(found: Evidence | None) -> dict[str, Any] | None:
    """Return the slowest curve of each command, and how much the steepest of all grows.

    A curve's factor is how many times as long the largest size takes as the one before it.
    """
    if found is None:
        return None
    slowest: dict[str, Document] = {}
    for curve in sorted(found.result["curves"], key=lambda each: -each["seconds"][-1]):
        *_, before, last = curve["seconds"]
        slowest.setdefault(curve["command"], {**curve, "factor": last / before})
    most = max(each["seconds"][-1] / each["seconds"][-2] for each in found.result["curves"])
    return {"slowest": [*slowest.values()], "most": most}


def measured(found: Evidence) -> str:
    """Return what was measured: a commit, or one with changes that were not committed."""
    commit, changed, _ = found.commit.partition(CHANGED)
    note = ", with changes that were not committed" if changed else ""
    return f"commit `{commit[:SHORT]}`{note}"


def outcome_rows(outcomes: dict[str, int]) -> list[dict[str, Any]]:
    """Return the outcomes of each operation, the most frequent rejections first."""
    by_operation: dict[str, dict[str, int]] = {}
    for key, times in outcomes.items():
        operation, _, outcome = key.partition(": ")
        by_operation.setdefault(operation, {})[outcome] = times
    return [
        {
            "operation": operation,
            "accepted": found.pop("accepted", 0),
            "rejected": sorted(found.items(), key=lambda pair: -pair[1]),
        }
        for operation, found in sorted(by_operation.items())
    ]


def speed_page() -> str:
    """Return the page."""
    found = evidence("bench")
    parts = rows_by_part(found.result) if found else {}
    return render(
        "speed.md",
        found=found,
        measured=measured(found) if found else "",
        command=" ".join(COMMANDS["bench"]),
        titles=TITLES,
        parts=parts,
        summaries={part: list(summaries(rows)) for part, rows in parts.items()},
    )


def rows_by_part(result: Document) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each part that was measured, with the comparison to each peer in words."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for row in result["rows"]:
        is_rate, ratios = " per " in row["unit"], row["ratios"]
        speeds = {peer: ratio if is_rate else 1 / ratio for peer, ratio in ratios.items()}
        compared = {peer: in_words(speed) for peer, speed in speeds.items()}
        parts.setdefault(row["part"], []).append({**row, "speeds": speeds, "compared": compared})
    return parts


def summaries(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how a part compares with each of its peers: in its worst and its best row."""
    speeds: dict[str, list[float]] = {}
    for row in rows:
        for peer, speed in row["speeds"].items():
            speeds.setdefault(peer, []).append(speed)
    for peer, found in speeds.items():
        words = dict.fromkeys(in_words(speed) for speed in (min(found), max(found)))
        yield f"{' to '.join(words)} ({peer})"


def in_words(speed: float) -> str:
    """Return how many times as fast something is in words, such as "about 250x slower"."""
    factor = max(speed, 1 / speed)
    if factor < 1.05:
        return "about as fast"
    return f"about {float(f'{factor:.2g}'):,g}x {'faster' if speed > 1 else 'slower'}"
