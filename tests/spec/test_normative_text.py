"""The text of clauses: one sentence each, one keyword at most, short, plain."""

import re

from spec.catalog import CLAUSES
from spec.rules.rule import Clause

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


def test_no_clause_has_a_phrase_that_has_to_be_read_twice() -> None:
    phrases = re.compile("|".join(BANNED))
    found = {one.id: phrases.search(outside_code(one)) for one in CLAUSES}
    assert {one: phrase[0] for one, phrase in found.items() if phrase} == {}
