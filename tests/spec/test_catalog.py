"""The catalog holds every rule there is, each of them complete."""

import json
import re
from pathlib import Path

import pytest

from spec.amendments import AMENDMENTS, CORRECTIONS, SEED_AMENDMENTS, Amendment
from spec.catalog import AREAS, RULES, UnknownRuleError, properties_of, rule, rules_of
from spec.editions import CURRENT, EDITIONS, ORIGIN, SEEDS, Edition
from spec.rules.rule import Area, Rule
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.rejections import REASON_WORDS

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT.parent / "shared" / "behaviour.md"
RULE_IDS: dict[str, list[str]] = json.loads((ROOT / "tests/data/rule_ids.json").read_text())

each_rule = pytest.mark.parametrize("one", RULES, ids=lambda one: one.id)
each_area = pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)


def all_text(one: Rule) -> tuple[str, ...]:
    return (*one.sentences, *one.before)


@each_area
def test_an_area_has_exactly_its_rules_in_order(area: Area) -> None:
    assert [one.id for one in area.rules] == RULE_IDS[area.prefix]


def test_no_area_is_missing_or_listed_twice() -> None:
    assert [area.prefix for area in AREAS] == list(RULE_IDS)


def test_no_id_is_given_twice() -> None:
    assert len({one.id for one in RULES}) == len(RULES)


@pytest.mark.skipif(
    not REQUIREMENTS.exists(), reason="the requirements stand outside the repository"
)
def test_the_list_of_ids_is_that_of_the_requirements() -> None:
    prefixes = "|".join(RULE_IDS)
    # AGT-3 and AGT-4 stand in the same paragraph as AGT-2.
    begun = rf"^- ((?:{prefixes})-\d+) |(AGT-\d+) No "
    found = re.findall(begun, REQUIREMENTS.read_text(), re.MULTILINE)
    expected = [identifier for ids in RULE_IDS.values() for identifier in ids]
    assert [first or second for first, second in found] == expected


@each_rule
def test_a_rule_names_operations_that_exist(one: Rule) -> None:
    assert one.operations
    assert set(one.operations) <= {operation.__name__ for operation in OPERATIONS}
    assert len(set(one.operations)) == len(one.operations)


@each_rule
def test_every_sentence_is_whole(one: Rule) -> None:
    assert one.sentences
    for sentence in all_text(one):
        # A comma forgotten between two sentences would leave a full stop without a space.
        assert re.fullmatch(r"[A-Z`].*\.", sentence), sentence
        assert not re.search(r"\.[A-Z]|\s{2}|\. [A-Z]", sentence), sentence
        assert sentence.count("`") % 2 == 0, sentence
    assert one.title
    assert one.source


@each_rule
def test_a_rule_says_what_is_binding(one: Rule) -> None:
    assert any(one.level in sentence for sentence in one.sentences)


@each_rule
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_rule_has_text_wherever_it_is_in_force(one: Rule, edition: Edition) -> None:
    in_force = one.amendment is None or edition.has(one.amendment)
    assert one.text(edition) == (one.sentences if in_force else one.before)


@each_rule
def test_a_rule_is_changed_only_by_an_amendment_that_changes_something(one: Rule) -> None:
    if one.amendment is None:
        assert not one.before
    else:
        assert one.amendment in (*SEED_AMENDMENTS, *CORRECTIONS)
        assert one.sentences != one.before


@pytest.mark.parametrize("amendment", AMENDMENTS, ids=lambda amendment: amendment.id)
def test_an_amendment_names_the_failure_its_rules_and_what_fails_without_it(
    amendment: Amendment,
) -> None:
    assert amendment.failure
    assert rules_of(amendment)
    assert properties_of(amendment)


@each_rule
def test_a_rule_refers_only_to_rules_and_codes_that_exist(one: Rule) -> None:
    known = {other.id for other in RULES}
    text = " ".join((*all_text(one), one.why))
    prefixes = "|".join(RULE_IDS)
    assert set(re.findall(rf"\b(?:{prefixes})-\d+\b", text)) <= known
    assert set(re.findall(r"\bE\d{3}\b", text)) <= {str(code) for code in REASON_WORDS}


def test_every_reason_word_of_a_rejection_is_stated_by_a_rule() -> None:
    text = " ".join(sentence for one in RULES for sentence in one.sentences)
    words = {word for words in REASON_WORDS.values() for word in words}
    assert {word for word in words if f"`{word}`" not in text} == set()


def test_a_code_in_a_sentence_stands_before_one_of_its_own_words() -> None:
    words_of = {str(code): words for code, words in REASON_WORDS.items()}
    for one in RULES:
        for code, word in re.findall(r"(E\d{3}) `(\w+)`", " ".join(all_text(one))):
            assert word in words_of[code], one.id


def test_a_rule_is_found_by_its_id() -> None:
    assert rule("CLM-5").title == "The holder may claim its own step again at once"


def test_a_rule_reads_differently_before_its_amendment() -> None:
    assert rule("PLN-7").text(SEEDS) == rule("PLN-7").before
    assert rule("PLN-7").text(CURRENT) == rule("PLN-7").sentences
    assert rule("CLM-5").text(SEEDS) != rule("CLM-5").text(ORIGIN)


@pytest.mark.parametrize(
    ("unknown", "hint"),
    [
        ("CLM-99", "the rules on claims are CLM-1 to CLM-18"),
        ("clm-5", "the rules on claims are CLM-1 to CLM-18"),
        ("XYZ-1", "CHK (checklists)"),
    ],
)
def test_an_unknown_id_is_answered_with_the_known_ones(unknown: str, hint: str) -> None:
    with pytest.raises(UnknownRuleError) as caught:
        rule(unknown)
    assert repr(unknown) in str(caught.value)
    assert hint in str(caught.value)
