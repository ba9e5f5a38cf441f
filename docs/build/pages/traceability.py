"""The page that traces clauses, properties and the statements of the seed documents."""

import re
from collections import Counter
from enum import StrEnum
from typing import Any

from conformance.cli.explaining.links import rule_links
from docs.build.evidence import evidence
from docs.build.pages.amendments import verdicts
from docs.build.rendering import render
from docs.build.witnesses import ClauseWitnesses, clause_witnesses
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import AREAS, FORMATS, PROPERTIES, rule, rule_id
from spec.editions import CURRENT, EDITIONS
from spec.provenance import SeedDocument, SeedStatement, seed_documents
from spec.rules.rule import Rule

_IN_FORCE = {amendment.id for amendment in AMENDMENTS if CURRENT.has(amendment)}


def traceability_page() -> str:
    """Return the page."""
    return render("traceability.md", **witness_data(), **property_data(), **provenance_data())


def property_data() -> dict[str, Any]:
    """Return every property with its verdict in every edition, and what was explored for that."""
    explored = {edition.name: evidence(f"explore-{edition.name}") for edition in EDITIONS}
    return {
        "explored": {
            name: (found, [verdict["verdict"] for verdict in found.result["properties"]])
            for name, found in explored.items()
            if found
        },
        "properties": PROPERTIES,
        "verdicts": [verdicts(edition) for edition in EDITIONS],
    }


def witness_data() -> dict[str, Any]:
    """Return the clauses that bind by chapter, and how many there are."""
    chapters = [
        *((area.title, area.name, rows_of(area.rules)) for area in AREAS),
        *((each.title, each.prefix, rows_of(each.rules)) for each in FORMATS),
    ]
    rows = [row for _, _, chapter in chapters for row in chapter]
    return {
        "chapters": chapters,
        "clauses": len(rows),
        "mutants": sum(len(row.mutants) for row in rows),
    }


def rows_of(rules: tuple[Rule, ...]) -> list[ClauseWitnesses]:
    """Return the witnesses of each clause that binds."""
    found = clause_witnesses()
    return [found[each.id] for rule in rules for each in rule.clauses if each.binds]


class Fate(StrEnum):
    """What became of a statement in the current edition."""

    MET = "met exactly"
    MET_SINCE = "met since an amendment"
    FORMER = "met by `origin`"
    DIFFERS = "differs by an amendment"
    NOT_ADOPTED = "not adopted"


def outcome(statement: SeedStatement) -> Fate:
    """Return what became of a statement; an amendment that was withdrawn changes nothing."""
    if statement.not_adopted:
        return Fate.NOT_ADOPTED
    if statement.changed_by:
        return Fate.MET if _IN_FORCE.isdisjoint(statement.changed_by) else Fate.DIFFERS
    if statement.holds_with:
        return Fate.MET_SINCE
    return Fate.FORMER if statement.kind == "former behaviour" else Fate.MET


def provenance_data() -> dict[str, Any]:
    """Return the seed documents, and their statements that an amendment changes."""
    documents = [document_data(document) for document in seed_documents()]
    return {
        "outcomes": list(Fate),
        "documents": documents,
        "changed": [row for each in documents for row in each["rows"] if row["amendments"]],
        "in_force": _IN_FORCE,
    }


def document_data(document: SeedDocument) -> dict[str, Any]:
    """Return a document with its statements in the order of their lines."""
    counts = Counter(map(outcome, document.statements))
    return {
        "document": document,
        "counts": [counts[each] for each in Fate],
        "rows": [statement_data(each) for each in sorted(document.statements, key=first_line)],
    }


def first_line(statement: SeedStatement) -> int:
    """Return the number of the first line of a statement."""
    return int(re.split("[-,]", statement.lines)[0])


def statement_data(statement: SeedStatement) -> dict[str, Any]:
    """Return a statement, and what carries or changes it."""
    ids = statement.changed_by or statement.holds_with
    return {
        "statement": statement,
        "amendments": [amendment for amendment in AMENDMENTS if amendment.id in ids],
        "tests": [test.rpartition("::")[2] for test in statement.tests],
        "more": more_tests(statement),
    }


def more_tests(statement: SeedStatement) -> dict[str, int]:
    """Return how many tests of the rules of a statement's clauses there are, by rule.

    They stand at the rule; a statement that names tests of its own needs none of them.
    """
    rules = dict.fromkeys(map(rule_id, statement.clauses)) if not statement.tests else {}
    return {each: len(tests_of(each)) for each in rules}


def tests_of(identifier: str) -> set[str]:
    """Return the tests that name a rule, and those that kill mutants of its clauses."""
    witnesses = clause_witnesses()
    killing = {test for each in rule(identifier).clauses for test in witnesses[each.id].tests}
    return killing | {f"{each.file}::{each.name}" for each in rule_links()[identifier].tests}
