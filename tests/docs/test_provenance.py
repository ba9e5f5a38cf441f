"""The provenance has every statement, and rules and statements link to each other."""

import re
from dataclasses import replace

from docs.build.pages.areas import rule_page
from docs.build.pages.traceability import Fate, more_tests, outcome, traceability_page
from spec.catalog import AREAS, rule
from spec.provenance import SeedStatement, seed_documents
from tests.profiles import requires_ci_profile


@requires_ci_profile
def test_every_statement_has_a_place_of_its_own() -> None:
    # Given the page, then each statement has one place on it, under its document,
    found = re.findall(r'<span id="(\d{3}-\d+[a-z]?)">', traceability_page())
    expected = {each.anchor for document in seed_documents() for each in document.statements}
    assert (len(found), set(found)) == (len(expected), expected)
    # in the order of the lines.
    lines = [(anchor[:3], int(re.sub(r"\D", "", anchor[4:]))) for anchor in found]
    assert lines == sorted(lines)


@requires_ci_profile
def test_a_document_is_counted_by_what_became_of_its_statements() -> None:
    # Given the page, then the counts of each document stand in its row.
    page = traceability_page()
    for document in seed_documents():
        outcomes = [outcome(each) for each in document.statements]
        counts = " | ".join(str(outcomes.count(each)) for each in Fate)
        row = f"{document.title} | {len(outcomes)} | {counts} |"
        assert row in page


def test_every_statement_that_is_met_is_shown_by_tests() -> None:
    # Given the statements that are met, then each has tests of its own, or its rules have some.
    for document in seed_documents():
        for statement in document.statements:
            tests = more_tests(statement)
            shown = statement.tests or (tests and all(tests.values()))
            assert shown or statement.not_adopted, statement.anchor


@requires_ci_profile
def test_a_clause_links_to_its_statements_and_a_statement_to_its_clauses() -> None:
    # Given the chapter on claims, then a clause there leads to what states it,
    claims = next(area for area in AREAS if area.name == "claims")
    assert "[seeds 002](../traceability.md#seeds-002), line 351; stated at [002-169]" in (
        rule_page(claims, rule("CLM-1"))
    )
    # and that leads back.
    row = next(line for line in traceability_page().splitlines() if 'id="002-169"' in line)
    assert "[CLM-1.4](claims.md#CLM-1.4)" in row


def test_an_outcome_is_that_of_the_current_edition() -> None:
    # Given statements of each kind of fate,
    met = SeedStatement("000-1", "1", "requirement", "It is so.", ("CLM-5.2",), (), (), (), "")
    # then an amendment in force makes the difference, and one that was withdrawn none.
    assert outcome(met) is Fate.MET
    assert outcome(replace(met, changed_by=("A15",))) is Fate.DIFFERS
    assert outcome(replace(met, changed_by=("A99",))) is Fate.MET
    assert outcome(replace(met, holds_with=("A15",))) is Fate.MET_SINCE
    assert outcome(replace(met, kind="former behaviour")) is Fate.FORMER
    assert outcome(replace(met, not_adopted="a reason")) is Fate.NOT_ADOPTED
