"""The page of speed: every part beside its peers, and how the time grows with the plan."""

from typing import Any

from docs.build.diagrams.growth import Curve, Scale, growth_svg
from docs.build.evidence import COMMANDS, Document, evidence
from docs.build.pages.measurements import growth_of, measured
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

OPERATIONS = Scale(1e-5, 20.0, (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0))
"""For single operations of the store."""


def speed_page() -> str:
    """Return the page."""
    found, growth = evidence("bench"), evidence("growth")
    return render(
        "speed.md",
        found=found,
        measured=measured(found) if found else "",
        command=" ".join(COMMANDS["bench"]),
        titles=TITLES,
        parts=rows_by_part(found.result) if found else {},
        charts=charts_of(found.result) if found else {},
        growth=growth_of(growth),
    )


def rows_by_part(result: Document) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each part that was measured."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for row in result["rows"]:
        parts.setdefault(row["part"], []).append(row)
    return parts


def charts_of(result: Document) -> dict[str, dict[str, Any]]:
    """Return the chart of each operation, with a curve for each shape of a plan, and these."""
    charts: dict[str, dict[str, Any]] = {}
    for command in sorted({each["command"] for each in result["curves"]}):
        found = [each for each in result["curves"] if each["command"] == command]
        # The highest last point first: labels are placed from above.
        found.sort(key=lambda each: -each["seconds"][-1])
        sizes = found[0]["sizes"]
        curves = [Curve(each["size"], command, each["seconds"]) for each in found]
        chart = growth_svg(sizes, curves, OPERATIONS)
        charts[command] = {"chart": chart, "sizes": sizes, "curves": curves}
    return charts
