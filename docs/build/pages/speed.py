"""The page of speed: every part beside its peers, and large plans beside small ones."""

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
    "growth": "Growth",
}
"""The sections of the page, by the parts of the measurement."""


def speed_page() -> str:
    """Return the page."""
    found = evidence("bench")
    return render(
        "speed.md",
        found=found,
        measured=measured(found) if found else "",
        command=" ".join(COMMANDS["bench"]),
        titles=TITLES,
        parts=rows_by_part(found.result) if found else {},
    )


def rows_by_part(result: Document) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each part that was measured."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for row in result["rows"]:
        parts.setdefault(row["part"], []).append(row)
    return parts
