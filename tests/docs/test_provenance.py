"""The provenance has every statement, and rules and statements link to each other.

Every binding clause has its witnesses: mutants that break it, and what kills them.
"""

import re
from dataclasses import replace
from pathlib import Path

from conformance.mutants.faults.source import ChangedProgram
from conformance.mutants.registry import all_mutants
from docs.build.pages.areas import rule_page
from docs.build.pages.traceability import Fate, more_tests, outcome, traceability_page
from docs.build.witnesses import clause_witnesses
from spec.catalog import AREAS, rule
from spec.editions import CURRENT
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


def test_every_binding_clause_has_witnesses() -> None:
    # Given the clauses, when their mutants, vectors and tests are listed,
    missing = {name: each.missing for name, each in clause_witnesses().items()}
    # then no clause lacks any.
    assert {name: what for name, what in missing.items() if what} == {}


def test_every_mutant_names_a_clause_that_binds() -> None:
    # Given the mutants, when the clause that each breaks is looked up,
    broken = {mutant.id: clause_witnesses()[mutant.clause].clause for mutant in all_mutants()}
    # then that clause binds in the current edition, and somebody outside can tell.
    assert [
        name
        for name, clause in broken.items()
        if not (clause.binds and clause.is_in_force(CURRENT)) or clause.unobservable
    ] == []


def test_the_test_of_every_mutant_of_a_program_exists() -> None:
    # Given the mutants of programs, when the test that kills each is looked up, then it is there.
    tests = {
        mutant.test.partition("[")[0]
        for mutant in all_mutants()
        if isinstance(mutant, ChangedProgram)
    }
    assert [test for test in sorted(tests) if not exists(*test.split("::"))] == []


def exists(file: str, function: str) -> bool:
    """Return whether a file has a test."""
    return f"def {function}(" in Path(file).read_text(encoding="utf-8")
