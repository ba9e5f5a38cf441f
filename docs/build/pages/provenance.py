"""The page of the provenance: what the seed documents state, and what became of it."""

from collections import Counter
from typing import Any

from conformance.traceability.links import rule_links
from conformance.traceability.witnesses import clause_witnesses
from docs.build.rendering import render
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import rule, rule_id
from spec.editions import CURRENT
from spec.provenance.documents import DOCUMENTS
from spec.provenance.entry import Changed, Document, Entry, NotAdopted, Outcome


def provenance_page() -> str:
    """Return the page."""
    documents = [document_data(document) for document in DOCUMENTS]
    return render(
        "provenance.md",
        outcomes=list(Outcome),
        documents=documents,
        changed=[row for each in documents for row in each["rows"] if row["entry"].amendments],
        current=[amendment for amendment in AMENDMENTS if CURRENT.has(amendment)],
    )


def document_data(document: Document) -> dict[str, Any]:
    """Return a document with its entries in the order of their lines."""
    counts = Counter(entry.outcome for entry in document.entries)
    rows = [entry_data(entry, anchor) for entry, anchor in document.anchors.items()]
    return {
        "document": document,
        "counts": [counts[outcome] for outcome in Outcome],
        "rows": sorted(rows, key=lambda row: row["entry"].places[0].first),
    }


def entry_data(entry: Entry, anchor: str) -> dict[str, Any]:
    """Return an entry, and what carries or changes it."""
    fate = entry.fate
    return {
        "entry": entry,
        "anchor": anchor,
        "differs": isinstance(fate, Changed),
        "amendments": [amendment for amendment in AMENDMENTS if amendment.id in entry.amendments],
        "reason": fate.reason if isinstance(fate, NotAdopted) else "",
        "tests": [test.rpartition("::")[2] for test in entry.tests],
        "more": more_tests(entry),
    }


def more_tests(entry: Entry) -> dict[str, int]:
    """Return how many tests of the rules of an entry's clauses there are, by rule.

    They stand at the rule; an entry that names tests of its own needs none of them.
    """
    rules = dict.fromkeys(map(rule_id, entry.clauses)) if not entry.tests else {}
    return {each: len(tests_of(each)) for each in rules}


def tests_of(identifier: str) -> set[str]:
    """Return the tests that name a rule, and those that kill mutants of its clauses."""
    witnesses = clause_witnesses()
    killing = {test for each in rule(identifier).clauses for test in witnesses[each.id].tests}
    return killing | {f"{each.file}::{each.name}" for each in rule_links()[identifier].tests}
