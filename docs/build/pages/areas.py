"""The pages of areas, of their rules and operations, and of the vocabulary."""

import re
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from os.path import commonprefix
from typing import Any

from conformance.cli.explaining.links import RuleLinks, rule_links
from conformance.differential.recovery_situations import situations_of
from docs.build.diagrams.states import diagram_of
from docs.build.evidence import Document, Evidence, evidence
from docs.build.pages.amendments import verdicts
from docs.build.pages.appendices import appendix_of
from docs.build.pages.measurements import vector_index
from docs.build.pages.operations import operation_page
from docs.build.rendering import render
from docs.build.vocabulary import description, fields_of, words_of
from spec.catalog import AREAS, FORMATS, PROPERTIES
from spec.editions import CURRENT
from spec.formats.words import operation_name
from spec.rules.rule import Area, Rule
from spec.vocabulary.operations import OPERATIONS

KEPT_APART = re.compile(r"(?P<these>.+?) that differ in (?P<by>.+) are not confused\.")
IN_ORDER = re.compile(
    r"(?P<these>.+? \(.+?\)) is checked before (?P<by>.+), and both would refuse\."
)


def rule_page(area: Area, rule: Rule) -> str:
    """Return the page of a rule: why, its sources, and what tests it."""
    trace, measured = rule_links()[rule.id], evidence("mutants")
    vectors = [each for each in vector_index() if rule.id in each["rules"]]
    situations = situations_of(rule.id)
    return render(
        "rule.md",
        "../",
        area=area,
        rule=rule,
        fired=fired(rule.id),
        trace=trace,
        vectors=[each for each in vectors if not same_kind(each["title"])],
        kept_apart=gathered(KEPT_APART, vectors),
        in_order=gathered(IN_ORDER, vectors),
        situations=situations,
        fates={mutant.id: fate_of(mutant.id, measured) for mutant in trace.mutants},
        counts=counts(trace, len(vectors), len(situations)),
    )


def same_kind(title: str) -> bool:
    """Return whether there are so many vectors of this kind that a page gathers them."""
    return bool(KEPT_APART.fullmatch(title) or IN_ORDER.fullmatch(title))


def gathered(kind: re.Pattern[str], vectors: Iterable[Document]) -> list[tuple[str, str, str]]:
    """Return what vectors of a kind are about, in which respects, and how their files begin."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for vector in vectors:
        if match := kind.fullmatch(vector["title"]):
            found[match["these"]].append((match["by"], vector["file"].removesuffix(".json")))
    begin = commonprefix  # of names, not of paths
    return [
        (these, ", ".join(dict.fromkeys(by for by, _ in each)), begin([file for _, file in each]))
        for these, each in found.items()
    ]


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


def area_page(area: Area) -> str:
    """Return the page of an area."""
    words = list(words_of(area))
    return render(
        "area.md",
        area=area,
        diagram=diagram_of(area),
        operations=[word.__name__ for word in words if word in OPERATIONS],
        formats=[each for each in FORMATS if each.area == area.name],
        appendix=appendix_of(area),
        properties=[each for each in PROPERTIES if each.id in area.properties],
        verdicts=verdicts(CURRENT),
    )


def detail_pages() -> dict[str, str]:
    """Return the page of every rule and of every operation, by its file."""
    rules = {f"rules/{rule.id}.md": rule_page(area, rule) for area in AREAS for rule in area.rules}
    operations = {
        f"operations/{operation_name(each)}.md": operation_page(each) for each in OPERATIONS
    }
    return rules | operations


def vocabulary_page() -> str:
    """Return the page of all words that are no operations."""
    return render(
        "vocabulary.md",
        areas=[
            (area, [word_data(word) for word in words_of(area) if word not in OPERATIONS])
            for area in AREAS
        ],
    )


def word_data(word: type) -> dict[str, Any]:
    """Return a class or an enumeration: what it means, and its fields or values."""
    members = [each.value for each in word] if issubclass(word, Enum) else []
    fields = [] if members else fields_of(word)
    described = description(word)
    return {"name": word.__name__, "description": described, "members": members, "fields": fields}
