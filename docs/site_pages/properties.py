"""The page of invariants and properties."""

from collections.abc import Iterable

from fragments import linked, page

from evidence import Evidence
from spec.catalog import Property
from spec.properties.invariants import INVARIANTS
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES


def properties_page() -> str:
    """Write what is true of every state and of every operation."""
    return page(
        "Invariants and properties",
        "These follow from the rules. They are checked on every state and every operation that the "
        "model and the implementation go through.",
        "## Invariants\n\nTrue of every plan in every state that operations can reach.",
        _properties(INVARIANTS),
        "## Step properties\n\nTrue of every single operation, from the state before it to the "
        "state after it.",
        _properties(STEP_PROPERTIES),
        "## Run properties\n\nTrue of every run of the orchestrator from its claim to its end, "
        "whatever happens around it.",
        _properties(RUN_PROPERTIES),
        "## Reachability\n\nWhat can still be done, from every state that operations can reach.",
        _properties((*POSSIBILITIES, *EVENTUALITIES)),
    )


def _properties(entries: Iterable[Property]) -> str:
    """Write properties, each under its permanent anchor, with the amendments they need."""
    return "\n\n".join(
        f"### {entry.id} {{ #{entry.id} }}\n\n{linked(entry.sentence)}" + _needs(entry)
        for entry in entries
    )


def _needs(entry: Property) -> str:
    """Name the amendments without which a property fails."""
    needed = ", ".join(linked(amendment.id) for amendment in entry.amendments)
    return f"\n\nFails without: {needed}" if needed else ""


def verdict_of(identifier: str, found: Evidence | None) -> str:
    """Tell what exploring said of a property."""
    if found is None:
        return "not measured yet"
    for entry in found.result["properties"]:
        if entry["id"] == identifier:
            return str(entry["verdict"]).replace("_", " ")
    return "not measured yet"
