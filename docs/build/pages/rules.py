"""A rule on the page of its area: its clauses, and everything that names it."""

from typing import Any

from conformance.cli.explaining.links import RuleLinks, rule_links
from conformance.differential.recovery_situations import situations_of
from docs.build.evidence import Evidence, evidence
from docs.build.vectors import vectors_with
from spec.editions import CURRENT, EDITIONS
from spec.rules.rule import Rule


def rule_data(rule: Rule) -> dict[str, Any]:
    """Return all that is known of a rule."""
    trace, measured = rule_links()[rule.id], evidence("mutants")
    vectors, situations = vectors_with(rule.id), situations_of(rule.id)
    return {
        "rule": rule,
        "fired": fired(rule.id),
        "clauses": rule.clauses_in(CURRENT),
        "ended": [each for each in rule.clauses if not each.is_in_force(CURRENT)],
        "amendments": [
            (amendment, [each.name for each in EDITIONS if each.has(amendment)])
            for amendment in rule.amendments
        ],
        "model": trace.model,
        "implementation": trace.implementation,
        "vectors": vectors,
        "situations": [each.id for each in situations],
        "tests": trace.tests,
        "mutants": [
            {
                "id": mutant.id,
                "description": mutant.description,
                "fate": fate_of(mutant.id, measured),
            }
            for mutant in trace.mutants
        ],
        "counts": counts(trace, len(vectors or ()), len(situations)),
    }


def fired(rule: str) -> int | None:
    """Return how often a rule decided an outcome in the last run of random operations."""
    found = evidence("check")
    return found.result["rules"].get(rule, 0) if found else None


def counts(trace: RuleLinks, vectors: int, situations: int) -> str:
    """Return how many places, vectors or situations, tests and mutants name a rule."""
    numbers = (
        (len(trace.implementation), "place", " in the implementation"),
        (situations, "situation", "") if situations else (vectors, "vector", ""),
        (len(trace.tests), "test", ""),
        (len(trace.mutants), "mutant", ""),
    )
    return ", ".join(f"{n} {noun}{'s' * (n != 1)}{rest}" for n, noun, rest in numbers)


def fate_of(mutant: str, measured: Evidence | None) -> str:
    """Return which layers of the checks kill a mutant, and after how many operations."""
    entries = measured.result["mutants"] if measured else ()
    entry = next((each for each in entries if each["id"] == mutant), None)
    if entry is None:
        return "not measured yet"
    if entry["equivalent"]:
        return f"equivalent: {entry['equivalent']}"
    layers = [tried["layer"] for tried in entry["layers"] if tried["killed"]]
    if not layers:
        return "**survived**"
    return f"killed by {' and '.join(layers)}, the first after {entry['operations']:,} operations"
