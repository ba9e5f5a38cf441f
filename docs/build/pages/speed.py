"""The page of speed: every part compared with its peers."""

from collections.abc import Iterator
from typing import Any

from docs.build.evidence import COMMANDS, Document, evidence
from docs.build.pages.measurements import measured
from docs.build.rendering import render

TITLES = {
    "explorer": "Exploring",
    "check": "Checking",
    "conform": "Validating another implementation",
    "diff": "Comparing editions",
    "store": "The store",
    "planstate": "Whole commands",
}
"""The sections of the page, by the parts of the measurement."""


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
        compared = {peer: comparison(ratio, row["unit"]) for peer, ratio in row["ratios"].items()}
        parts.setdefault(row["part"], []).append(row | {"compared": compared})
    return parts


def summaries(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how a part compares with each of its peers: in its worst and its best row."""
    speeds: dict[str, list[float]] = {}
    for row in rows:
        for peer, ratio in row["ratios"].items():
            speeds.setdefault(peer, []).append(speed_of(ratio, row["unit"]))
    for peer, found in speeds.items():
        words = dict.fromkeys(in_words(speed) for speed in (min(found), max(found)))
        yield f"{' to '.join(words)} ({peer})"


def comparison(ratio: float, unit: str) -> str:
    """Return a ratio of rates or times in words, such as "about 250x slower"."""
    return in_words(speed_of(ratio, unit))


def speed_of(ratio: float, unit: str) -> float:
    """Return how many times as fast a ratio of rates or times means."""
    return ratio if " per " in unit else 1 / ratio


def in_words(speed: float) -> str:
    """Return how many times as fast something is, in words."""
    factor = max(speed, 1 / speed)
    if factor < 1.05:
        return "about as fast"
    return f"about {float(f'{factor:.2g}'):,g}x {'faster' if speed > 1 else 'slower'}"
