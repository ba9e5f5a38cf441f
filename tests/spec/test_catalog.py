"""The catalog holds every area, format, rule and clause there is, each of them complete."""

import json
import re
from pathlib import Path

import pytest

from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import (
    AREAS,
    CLAUSES,
    FORMAT_RULES,
    FORMATS,
    RULES,
    UnknownRuleError,
    area_name,
    clause,
    is_observable,
    properties_of,
    rule,
    rule_id,
    rules_changed_by,
    rules_of,
    why_unobservable,
)
from spec.editions import CURRENT, EDITION_2026_1, EDITIONS, ORIGIN, SEEDS, Edition
from spec.rules.rule import Area, Rule
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.rejections import REASON_WORDS

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT.parent / "shared" / "behaviour.md"
RULE_IDS: dict[str, list[str]] = json.loads((ROOT / "tests/data/rule_ids.json").read_text())
EVERY_RULE = (*RULES, *FORMAT_RULES)

each_rule = pytest.mark.parametrize("one", EVERY_RULE, ids=lambda one: one.id)
each_area = pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
each_amendment = pytest.mark.parametrize("amendment", AMENDMENTS, ids=lambda one: one.id)


@each_area
def test_an_area_has_exactly_its_rules_in_order(area: Area) -> None:
    assert [one.id for one in area.rules] == RULE_IDS[area.prefix]


def test_no_area_is_missing_or_listed_twice() -> None:
    assert [area.prefix for area in AREAS] == list(RULE_IDS)


FIRST_RULES = {"SHL": 9}
"""The number of the first rule of a format whose earlier ones were withdrawn."""


def test_a_format_numbers_its_rules_in_a_row_and_belongs_to_an_area() -> None:
    for each in FORMATS:
        first = FIRST_RULES.get(each.prefix, 1)
        numbers = range(first, first + len(each.rules))
        assert [one.id for one in each.rules] == [f"{each.prefix}-{number}" for number in numbers]
        assert each.area in {area.name for area in AREAS}


@pytest.mark.skipif(
    not REQUIREMENTS.exists(), reason="the requirements stand outside the repository"
)
def test_every_rule_of_the_requirements_is_there_in_their_order() -> None:
    prefixes = "|".join(RULE_IDS)
    # AGT-3 and AGT-4 stand in the same paragraph as AGT-2.
    begun = rf"^- ((?:{prefixes})-\d+) |(AGT-\d+) No "
    found = re.findall(begun, REQUIREMENTS.read_text(), re.MULTILINE)
    expected = [identifier for ids in RULE_IDS.values() for identifier in ids]
    required = [first or second for first, second in found]
    # An amendment may add a rule, but takes none away.
    assert [identifier for identifier in expected if identifier in required] == required


@each_rule
def test_a_rule_names_operations_that_exist(one: Rule) -> None:
    assert one.operations
    assert set(one.operations) <= {operation.__name__ for operation in OPERATIONS}
    assert len(set(one.operations)) == len(one.operations)


def test_no_id_is_given_twice() -> None:
    ids = [one.id for one in EVERY_RULE] + [one.id for one in CLAUSES]
    assert len(set(ids)) == len(ids)


@each_rule
def test_the_clauses_of_a_rule_are_in_the_order_of_their_ids(one: Rule) -> None:
    # Given a rule, whose ids may have gaps where clauses were withdrawn,
    numbers = [int(each.id.removeprefix(f"{one.id}.")) for each in one.clauses]
    # then each clause belongs to it, and they ascend.
    assert numbers == sorted(set(numbers))
    assert numbers[0] >= 1


@each_rule
@each_edition
def test_a_rule_has_clauses_in_an_edition_and_some_bind(one: Rule, edition: Edition) -> None:
    # Given a rule of an area or a format, in an edition,
    in_force = one.clauses_in(edition)
    # then it has clauses there, unless an amendment that the edition lacks brought it,
    brought = {each.since for each in one.clauses}
    assert in_force or (None not in brought and not any(map(edition.has, filter(None, brought))))
    # and those are exactly what is added and not ended in it.
    assert set(in_force) == {each for each in one.clauses if each.is_in_force(edition)}
    assert not in_force or one in FORMAT_RULES or any(each.binds for each in in_force)


def test_every_clause_is_in_force_in_some_edition() -> None:
    assert {each.id for each in CLAUSES if not any(map(each.is_in_force, EDITIONS))} == set()


@each_amendment
def test_an_amendment_names_the_failure_its_clauses_and_what_fails_without_it(
    amendment: Amendment,
) -> None:
    # Given an amendment, then it adds a clause that binds,
    added = [each for each in CLAUSES if each.since == amendment]
    assert any(each.binds for each in added)
    # says what went wrong before it, and a property fails without it if operations show it.
    assert amendment.failure
    assert bool(properties_of(amendment)) != bool(why_unobservable(amendment))
    assert all(why_unobservable(amendment)) or is_observable(amendment)


@each_amendment
def test_the_rules_of_an_amendment_are_those_whose_clauses_it_adds(amendment: Amendment) -> None:
    assert {one.id for one in rules_of(amendment)} == {
        rule_id(each.id) for each in CLAUSES if each.since == amendment
    }
    assert set(rules_of(amendment)) <= set(rules_changed_by(amendment))
    assert all(amendment in one.amendments for one in rules_changed_by(amendment))


def test_a_rule_can_be_changed_by_several_amendments() -> None:
    assert [amendment.id for amendment in rule("ITR-3").amendments] == ["A11", "A15", "A50"]


@each_rule
def test_a_rule_refers_only_to_rules_clauses_and_codes_that_exist(one: Rule) -> None:
    known = {other.id for other in EVERY_RULE} | {other.id for other in CLAUSES}
    text = " ".join((*(each.text for each in one.clauses), one.why))
    prefixes = "|".join((*RULE_IDS, *(each.prefix for each in FORMATS)))
    named = re.findall(rf"\b(?:{prefixes})-\d+(?:\.\d+)?\b", text)
    assert set(named) <= known
    assert set(re.findall(r"\bE\d{3}\b", text)) <= {str(code) for code in REASON_WORDS}


def test_every_reason_word_of_a_rejection_is_stated_by_a_clause() -> None:
    text = " ".join(each.text for each in CLAUSES if each.is_in_force(CURRENT))
    words = {word for words in REASON_WORDS.values() for word in words}
    assert {word for word in words if f"`{word}`" not in text} == set()


def test_a_code_in_a_clause_stands_before_one_of_its_own_words() -> None:
    words_of = {str(code): words for code, words in REASON_WORDS.items()}
    for each in CLAUSES:
        for code, word in re.findall(r"(E\d{3}) `(\w+)`", each.text):
            assert word in words_of[code], each.id


def test_a_rule_and_a_clause_are_found_by_their_ids() -> None:
    assert rule("CLM-5").title == "The holder may claim its own step again at once"
    assert clause("CLM-5.2") in rule("CLM-5").clauses
    assert rule("SHL-10") in FORMAT_RULES
    assert [area_name(rule(one)) for one in ("CLM-5", "SHL-10")] == ["claims", "agents"]


def test_a_rule_reads_differently_before_its_amendment() -> None:
    assert rule("PLN-7").clauses_in(SEEDS) == rule("PLN-7").clauses[:2]
    assert rule("PLN-7").clauses_in(EDITION_2026_1) == rule("PLN-7").clauses[2:20]
    assert rule("CLM-5").clauses_in(SEEDS) != rule("CLM-5").clauses_in(ORIGIN)


@pytest.mark.parametrize(
    ("unknown", "hint"),
    [
        ("CLM-99", "the rules on claims are CLM-1 to CLM-21"),
        ("clm-5", "the rules on claims are CLM-1 to CLM-21"),
        ("SHL-99", "the rules on command-format are SHL-9 to SHL-12"),
        ("XYZ-1", "CHK (checklists)"),
    ],
)
def test_an_unknown_id_is_answered_with_the_known_ones(unknown: str, hint: str) -> None:
    with pytest.raises(UnknownRuleError) as caught:
        rule(unknown)
    assert repr(unknown) in str(caught.value)
    assert hint in str(caught.value)


def test_an_unknown_clause_is_answered_with_those_of_its_rule() -> None:
    with pytest.raises(UnknownRuleError, match=r"'CLM-5.9': there are CLM-5.1 to CLM-5.2"):
        clause("CLM-5.9")
