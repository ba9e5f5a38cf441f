"""The catalog holds every area, format, rule and clause there is, each of them complete."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from spec.amendments.catalog import AMENDMENTS
from spec.catalog import (
    AREAS,
    CLAUSES,
    FORMAT_RULES,
    FORMATS,
    RULES,
    UnknownRuleError,
    is_observable,
    properties_of,
    rule,
    rule_id,
    rules_changed_by,
    why_unobservable,
)
from spec.editions import CURRENT, EDITIONS
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.rejections import REASON_WORDS

ROOT = Path(__file__).parents[2]
RULE_IDS: dict[str, list[str]] = json.loads((ROOT / "tests/data/rule_ids.json").read_text())
EVERY_RULE = (*RULES, *FORMAT_RULES)


def test_every_area_is_there_once_with_exactly_its_rules_in_order() -> None:
    found = [(area.prefix, [one.id for one in area.rules]) for area in AREAS]
    assert found == list(RULE_IDS.items())


FIRST_RULES = {"SHL": 9}
"""The number of the first rule of a format whose earlier ones were withdrawn."""


def test_a_format_numbers_its_rules_in_a_row_and_belongs_to_an_area() -> None:
    for each in FORMATS:
        first = FIRST_RULES.get(each.prefix, 1)
        numbers = range(first, first + len(each.rules))
        assert [one.id for one in each.rules] == [f"{each.prefix}-{number}" for number in numbers]
        assert each.area in {area.name for area in AREAS}


def test_a_rule_names_operations_that_exist_each_once() -> None:
    known = {operation.__name__ for operation in OPERATIONS}
    wrong = [
        one.id
        for one in EVERY_RULE
        if not one.operations
        or not set(one.operations) <= known
        or len(set(one.operations)) != len(one.operations)
    ]
    assert wrong == []


def test_no_id_is_given_twice() -> None:
    ids = [one.id for one in EVERY_RULE] + [one.id for one in CLAUSES]
    assert len(set(ids)) == len(ids)


def test_the_clauses_of_a_rule_are_its_own_and_in_the_order_of_their_ids() -> None:
    wrong = []
    for one in EVERY_RULE:
        # Given a rule, whose ids may have gaps where clauses were withdrawn,
        belong = [re.fullmatch(rf"{one.id}\.(\d+)", each.id) for each in one.clauses]
        numbers = [int(found[1]) for found in belong if found]
        # then each clause belongs to it, and they ascend.
        if numbers != sorted(set(numbers)) or not all(belong) or not numbers or numbers[0] < 1:
            wrong.append(one.id)
    assert wrong == []


def test_a_rule_has_clauses_in_every_edition_and_some_bind() -> None:
    wrong = []
    for one, edition in product(EVERY_RULE, EDITIONS):
        # Given a rule of an area or a format, in an edition,
        in_force = one.clauses_in(edition)
        # then it has clauses there, unless an amendment that the edition lacks brought it,
        brought = {each.since for each in one.clauses}
        due = None in brought or any(map(edition.has, filter(None, brought)))
        # those are exactly what is added and not ended in it, and some bind.
        exact = set(in_force) == {each for each in one.clauses if each.is_in_force(edition)}
        binds = one in FORMAT_RULES or any(each.binds for each in in_force)
        if (due and not in_force) or not exact or (in_force and not binds):
            wrong.append((one.id, edition.name))
    assert wrong == []


def test_an_amendment_names_the_failure_its_clauses_and_what_fails_without_it() -> None:
    wrong = []
    for amendment in AMENDMENTS:
        # Given an amendment, then it adds a clause that binds,
        binds = any(each.binds for each in CLAUSES if each.since == amendment)
        # says what went wrong before it, and a property fails without it if operations show it.
        reasons = why_unobservable(amendment)
        shown = bool(properties_of(amendment)) != bool(reasons)
        explained = all(reasons) or is_observable(amendment)
        if not (binds and amendment.failure and shown and explained):
            wrong.append(amendment.id)
    assert wrong == []


def test_an_amendment_changes_the_rules_whose_clauses_it_adds() -> None:
    wrong = []
    for amendment in AMENDMENTS:
        added = {rule_id(each.id) for each in CLAUSES if each.since == amendment}
        changed = rules_changed_by(amendment)
        cited = all(amendment in one.amendments for one in changed)
        if not added <= {one.id for one in changed} or not cited:
            wrong.append(amendment.id)
    assert wrong == []


def test_a_rule_refers_only_to_rules_clauses_and_codes_that_exist() -> None:
    known = {one.id for one in EVERY_RULE} | {each.id for each in CLAUSES}
    known |= {str(code) for code in REASON_WORDS}
    prefixes = "|".join((*RULE_IDS, *(each.prefix for each in FORMATS)))
    unknown = {}
    for one in EVERY_RULE:
        text = " ".join((*(each.text for each in one.clauses), one.why))
        named = re.findall(rf"\b(?:(?:{prefixes})-\d+(?:\.\d+)?|E\d{{3}})\b", text)
        unknown[one.id] = set(named) - known
    assert {one: found for one, found in unknown.items() if found} == {}


def test_every_reason_word_of_a_rejection_is_stated_by_a_clause() -> None:
    text = " ".join(each.text for each in CLAUSES if each.is_in_force(CURRENT))
    words = {word for words in REASON_WORDS.values() for word in words}
    assert {word for word in words if f"`{word}`" not in text} == set()


def test_a_code_in_a_clause_stands_before_one_of_its_own_words() -> None:
    words_of = {str(code): words for code, words in REASON_WORDS.items()}
    wrong = [
        (each.id, code, word)
        for each in CLAUSES
        for code, word in re.findall(r"(E\d{3}) `(\w+)`", each.text)
        if word not in words_of.get(code, ())
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("unknown", "hint"),
    [
        ("CLM-99", "the rules on claims are CLM-1 to CLM-22"),
        ("clm-5", "the rules on claims are CLM-1 to CLM-22"),
        ("SHL-99", "the rules on command-format are SHL-9 to SHL-12"),
        ("XYZ-1", "CHK (checklists)"),
    ],
)
def test_an_unknown_id_is_answered_with_the_known_ones(unknown: str, hint: str) -> None:
    with pytest.raises(UnknownRuleError) as caught:
        rule(unknown)
    assert repr(unknown) in str(caught.value)
    assert hint in str(caught.value)
