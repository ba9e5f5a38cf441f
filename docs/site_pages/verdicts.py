"""Verdicts on properties: how exploring an edition judged them, and all of them as a matrix."""

from fragments import WIDE, linked, page, table

from evidence import evidence
from spec.catalog import PROPERTIES
from spec.editions import EDITIONS, Edition

WORDS = {
    "holds": '<span class="holds">✓ holds</span>',
    "violated": '<span class="violated">✗ violated</span>',
    "holds_to_depth": '<span class="unknown">holds to depth</span>',
    "unknown": '<span class="unknown">unknown</span>',
}


def verdicts(edition: Edition) -> dict[str, str]:
    """Give the verdict on each property in an edition; of none, if it was not explored yet."""
    found = evidence(f"explore-{edition.name}")
    entries = found.result["properties"] if found else ()
    return {entry["id"]: entry["verdict"] for entry in entries}


def verdict_cell(verdict: str | None) -> str:
    """Write a verdict; nothing, where there is none."""
    return WORDS[verdict] if verdict else ""


def matrix_page() -> str:
    """Write every property with its verdict in every edition."""
    known = {edition.name: verdicts(edition) for edition in EDITIONS}
    header = ("Property", "Says", *(f"`{edition.name}`" for edition in EDITIONS), "Needs")
    rows = [
        (
            linked(entry.id),
            linked(entry.sentence),
            *(verdict_cell(known[edition.name].get(entry.id)) for edition in EDITIONS),
            ", ".join(linked(amendment.id) for amendment in entry.amendments),
        )
        for entry in PROPERTIES
    ]
    return WIDE + page(
        "Properties and editions",
        "Every property, judged in every state that small worlds can reach under the rules of an "
        "edition. What is violated has a shortest counterexample: follow the amendments that the "
        "property needs.",
        table(("Edition", "Explored", "Holding", "Violated"), _sizes()),
        table(header, rows),
    )


def _sizes() -> list[tuple[str, str, str, str]]:
    """Say how much was explored in each edition, and what came of it."""
    rows = []
    for edition in EDITIONS:
        found = evidence(f"explore-{edition.name}")
        if found is None:
            continue
        size = f"{found.result['states']:,} states, {found.result['transitions']:,} transitions"
        words = [entry["verdict"] for entry in found.result["properties"]]
        cells = (f"{words.count('holds')}", f"{words.count('violated')}")
        command = f"`{found.command}`"
        rows.append((f"`{edition.name}`", f"{size} ({command}, {found.date})", *cells))
    return rows
