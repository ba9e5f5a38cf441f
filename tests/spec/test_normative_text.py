"""The text of clauses: one sentence each, one keyword at most, short, plain, with its source."""

import re

from spec.amendments.catalog import AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, RULES
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

SEED = r"seeds 00[0-4], lines? \d+(?:-\d+)?(?:, \d+(?:-\d+)?)*"
SOURCE = re.compile(rf"{SEED}|A\d\d|decided here: .+")
AMENDMENT_IDS = {amendment.id for amendment in AMENDMENTS}
LINES_OF_SEEDS = {"000": 685, "001": 147, "002": 396, "003": 126, "004": 673}


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


def test_no_clause_has_a_phrase_that_has_to_be_read_twice() -> None:
    phrases = re.compile("|".join(BANNED))
    found = {one.id: phrases.search(outside_code(one)) for one in CLAUSES}
    assert {one: phrase[0] for one, phrase in found.items() if phrase} == {}


def can_be_opened(part: str) -> bool:
    """Return whether a part of a source is a reason, an amendment, or lines that a seed has."""
    if part.startswith("seeds "):
        seed, _, lines = part.removeprefix("seeds ").partition(", line")
        numbers = [int(number) for number in re.findall(r"\d+", lines)]
        return numbers == sorted(numbers) and numbers[-1] <= LINES_OF_SEEDS[seed]
    return part in AMENDMENT_IDS or part.startswith("decided here: ")


def test_every_source_cites_what_a_reader_can_open() -> None:
    # Given the sources of rules and amendments, and those of the clauses that differ,
    sources = {one.id: one.source for one in (*RULES, *FORMAT_RULES)}
    sources |= {amendment.id: amendment.source for amendment in AMENDMENTS}
    sources |= {one.id: one.source for one in CLAUSES if one.source}
    # then each part is a place of a seed document, an amendment, or a reason.
    assert [one for one, source in sources.items() if not parts(source)] == []
    cited = [(one, part) for one, source in sources.items() for part in parts(source)]
    formed = [(one, part) for one, part in cited if SOURCE.fullmatch(part)]
    assert formed == cited
    assert [(one, part) for one, part in formed if not can_be_opened(part)] == []
