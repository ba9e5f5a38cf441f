"""The text of clauses: one sentence each, one keyword at most, short, plain, with its source."""

import re

import pytest

from spec.amendments.catalog import AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, RULES
from spec.rules.rule import Clause, Rule

KEYWORD = re.compile(r"\b(?:MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b")
LONGEST = 29
"""Words of the longest clause."""
LONGER: tuple[str, ...] = ()
"""The ids of clauses that need more."""

BANNED = (
    r"\b(?:neither|nor)\b",
    r"\bof which nothing\b",
    r"\bthe (?:first|last) of the next\b",
    r"\b(?:shall|should|must|required|recommended)\b",
    r"\bMUST (?:NOT )?(?:not|never|no)\b",
    r"\bgiven the found\b",
    r"\bin this way\b",
)
"""Phrases that have to be read twice, and words that look like keywords and are none."""

SEED = r"seeds 00[0-4], lines? \d+(?:-\d+)?(?:, \d+(?:-\d+)?)*"
SOURCE = re.compile(rf"{SEED}|A\d\d|decided here: .+")
LINES_OF_SEEDS = {"000": 685, "001": 147, "002": 396, "003": 126, "004": 673}

each_rule = pytest.mark.parametrize("one", [*RULES, *FORMAT_RULES], ids=lambda one: one.id)


def parts(source: str) -> list[str]:
    """Split a source at its semicolons; a reason comes last and may hold some."""
    places, found, reason = source.partition("decided here: ")
    return [*filter(None, places.rstrip("; ").split("; ")), *([found + reason] if found else [])]


def outside_code(one: Clause) -> str:
    """Return the text of a clause with an ellipsis for everything in code font."""
    return re.sub(r"`[^`]*`", "`…`", one.text)


def test_a_clause_is_one_whole_sentence() -> None:
    # Given every clause, then it begins and ends as a sentence does,
    whole = re.compile(r"[A-Z`].*\.")
    assert [one.id for one in CLAUSES if not whole.fullmatch(one.text)] == []
    # and no second one follows, also not behind a comma forgotten between two texts.
    second = re.compile(r"\.[A-Z]|\s{2}|\. [A-Z`]")
    assert [one.id for one in CLAUSES if second.search(outside_code(one))] == []
    assert [one.id for one in CLAUSES if one.text.count("`") % 2] == []


def test_a_clause_has_one_keyword_at_most_and_binds_if_that_does() -> None:
    keywords = {one: KEYWORD.findall(one.text) for one in CLAUSES}
    assert [one.id for one, found in keywords.items() if len(found) > 1] == []
    binding = (["MUST"], ["MUST NOT"])
    assert [one.id for one, found in keywords.items() if one.binds != (found in binding)] == []


def test_a_clause_is_short() -> None:
    assert tuple(one.id for one in CLAUSES if len(one.text.split()) > LONGEST) == LONGER


@pytest.mark.parametrize("phrase", BANNED)
def test_no_clause_has_a_phrase_that_has_to_be_read_twice(phrase: str) -> None:
    assert [one.id for one in CLAUSES if re.search(phrase, outside_code(one))] == []


@each_rule
def test_a_rule_and_its_clauses_cite_what_a_reader_can_open(one: Rule) -> None:
    # Given the source of a rule and those of its clauses that differ,
    for source in filter(None, (one.source, *(each.source for each in one.clauses))):
        # then each part is a place of a seed document, an amendment, or a reason.
        assert parts(source)
        assert [part for part in parts(source) if not SOURCE.fullmatch(part)] == []


def test_an_amendment_cites_what_a_reader_can_open() -> None:
    found = {part for amendment in AMENDMENTS for part in parts(amendment.source)}
    assert {part for part in found if not SOURCE.fullmatch(part)} == set()


def test_a_source_cites_lines_that_the_seed_has_and_amendments_that_exist() -> None:
    sources = [one.source for one in (*RULES, *FORMAT_RULES)]
    sources += [one.source for one in CLAUSES]
    sources += [one.source for one in AMENDMENTS]
    for part in (part for source in sources for part in parts(source)):
        if part.startswith("seeds "):
            seed, _, lines = part.removeprefix("seeds ").partition(", line")
            numbers = [int(number) for number in re.findall(r"\d+", lines)]
            assert max(numbers) <= LINES_OF_SEEDS[seed]
            assert numbers == sorted(numbers), part
        elif re.fullmatch(r"A\d\d", part):
            assert part in {amendment.id for amendment in AMENDMENTS}


@each_rule
def test_a_clause_of_an_amendment_has_it_as_its_source(one: Rule) -> None:
    # Given the amendments that add clauses to a rule,
    for each in one.clauses:
        if each.since is not None:
            # then the rule or the clause cites each of them, or the seed that asked for it.
            cited = f"{one.source}; {each.source}"
            assert each.since.id in cited
