"""The tables for agent commands agree with the clauses and with each other."""

from spec.catalog import rule
from spec.formats.shell_programs import (
    CHECKED_PROGRAMS,
    KEYWORDS,
    LISTING_WORDS,
    MORE_CHECKED_PROGRAMS,
    RUNNERS,
    CheckedProgram,
)
from tests.cases import for_each

each_program = for_each("program", [*CHECKED_PROGRAMS, *MORE_CHECKED_PROGRAMS])


@each_program
def test_a_checked_program_is_named_by_its_rule(program: CheckedProgram) -> None:
    texts = [each.text for each in rule(program.rule).clauses]
    assert any(f"`{program.name}`" in text for text in texts)
    assert f"`{program.instead}`" in texts[0]


def test_no_word_is_listed_twice() -> None:
    names = [one.name for one in (*CHECKED_PROGRAMS, *MORE_CHECKED_PROGRAMS)]
    for words in (names, KEYWORDS, RUNNERS, LISTING_WORDS):
        assert len(words) == len(set(words))


def test_no_program_that_runs_others_is_checked() -> None:
    checked = {one.name for one in (*CHECKED_PROGRAMS, *MORE_CHECKED_PROGRAMS)}
    assert not checked & set(RUNNERS)
