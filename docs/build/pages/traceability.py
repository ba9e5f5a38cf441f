"""The page that traces rules, clauses, properties and the statements of the seed documents."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from conformance.cli.explaining.links import RuleLinks, rule_links
from conformance.cli.explaining.places import Place
from conformance.differential.recovery_situations import situations_of
from docs.build.evidence import evidence
from docs.build.pages.amendments import verdicts
from docs.build.pages.provenance import provenance_data
from docs.build.pages.rules import fired
from docs.build.pages.witnesses import witness_data
from docs.build.rendering import render
from docs.build.vectors import vectors_with
from spec.catalog import AREAS, PROPERTIES
from spec.editions import EDITIONS


def traceability_page() -> str:
    """Return the page."""
    found = rule_links()
    areas = [(area, [trace_data(found[rule.id]) for rule in area.rules]) for area in AREAS]
    return render(
        "traceability.md",
        areas=areas,
        **witness_data(),
        **property_data(),
        **provenance_data(),
    )


def property_data() -> dict[str, Any]:
    """Return every property with its verdict in every edition, and what was explored for that."""
    explored = {edition.name: evidence(f"explore-{edition.name}") for edition in EDITIONS}
    known = [verdicts(edition) for edition in EDITIONS]
    return {
        "edition_names": [each.name for each in EDITIONS],
        "explored": {
            name: (found, [verdict["verdict"] for verdict in found.result["properties"]])
            for name, found in explored.items()
            if found
        },
        "properties": [
            {"entry": entry, "verdicts": [of_edition.get(entry.id) for of_edition in known]}
            for entry in PROPERTIES
        ],
    }


def trace_data(trace: RuleLinks) -> dict[str, Any]:
    """Return how many places of each kind name a rule."""
    vectors, measured = vectors_with(trace.rule), evidence("mutants")
    killed = {
        entry["id"]
        for entry in (measured.result["mutants"] if measured else ())
        if entry.get("killed_by")
    }
    return {
        "rule": trace.rule,
        "fired": fired(trace.rule),
        "model": files(trace.model),
        "implementation": files(trace.implementation),
        "vectors": None if vectors is None else len(vectors) + len(situations_of(trace.rule)),
        "tests": len(trace.tests),
        "mutants": len(trace.mutants),
        "killed": sum(mutant.id in killed for mutant in trace.mutants) if measured else None,
    }


def files(places: Iterable[Place]) -> Counter[str]:
    """Return how many places there are in each file, seen from its top folder."""
    return Counter(place.file.partition("/")[2] for place in places)
