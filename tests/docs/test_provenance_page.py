"""The page of the provenance has every statement, and rules and statements link to each other."""

import re

from docs.build.pages.areas import area_page
from docs.build.pages.provenance import more_tests, provenance_page
from docs.build.rendering import linked
from spec.catalog import AREAS
from spec.provenance.documents import DOCUMENTS
from spec.provenance.entry import Outcome


def test_every_statement_has_a_place_of_its_own() -> None:
    # Given the page, then each statement has one place on it, under its document,
    found = re.findall(r'<span id="(\d{3}-\d+[a-z]?)">', provenance_page())
    expected = {anchor for each in DOCUMENTS for anchor in each.anchors.values()}
    assert (len(found), set(found)) == (len(expected), expected)
    # in the order of the lines.
    lines = [(anchor[:3], int(re.sub(r"\D", "", anchor[4:]))) for anchor in found]
    assert lines == sorted(lines)


def test_a_document_is_counted_by_what_became_of_its_statements() -> None:
    # Given the page, then the counts of each document stand in its row.
    for document in DOCUMENTS:
        outcomes = [entry.outcome for entry in document.entries]
        counts = " | ".join(str(outcomes.count(outcome)) for outcome in Outcome)
        row = f"{document.title} | {len(outcomes)} | {counts} |"
        assert row in provenance_page()


def test_every_statement_that_is_met_is_shown_by_tests() -> None:
    # Given the statements that are met, then each has tests of its own, or its rules have some.
    for document in DOCUMENTS:
        for entry in document.entries:
            tests = more_tests(entry)
            shown = entry.tests or (tests and all(tests.values()))
            assert shown or entry.outcome is Outcome.NOT_ADOPTED, (document.number, entry.lines)


def test_a_clause_links_to_its_statements_and_a_statement_to_its_clauses() -> None:
    # Given the chapter on claims, then a clause there leads to what states it,
    claims = next(area for area in AREAS if area.name == "claims")
    assert "CLM-1.4: [seeds 002](provenance.md#seeds-002), line 351; stated at [002-169]" in (
        area_page(claims)
    )
    # and that leads back.
    row = next(line for line in provenance_page().splitlines() if 'id="002-169"' in line)
    assert "[CLM-1.4](claims.md#CLM-1.4)" in row


def test_a_seed_is_linked_where_it_is_cited() -> None:
    link = "[seeds 003](../provenance.md#seeds-003), lines 7-15"
    assert linked("seeds 003, lines 7-15", "../") == link
