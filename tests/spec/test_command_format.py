"""The tables for agent commands agree with the rules and with each other."""

import re

import pytest

from spec.formats.shell_commands import (
    COMMAND_FORMAT,
    CONTROL_OPERATORS,
    HERE_DOCUMENTS,
    REDIRECTIONS,
)
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, CheckedProgram
from spec.rules import agents

each_program = pytest.mark.parametrize("program", CHECKED_PROGRAMS, ids=lambda one: one.name)


@each_program
def test_a_checked_program_is_named_by_its_rule_with_its_tool(program: CheckedProgram) -> None:
    rule = next(rule for rule in agents.AREA.rules if rule.id == program.rule)
    assert f"`{program.name}`" in rule.sentences[0]
    assert f"`{program.instead}`" in rule.sentences[0]


@each_program
def test_options_that_give_the_pattern_take_a_value(program: CheckedProgram) -> None:
    assert set(program.pattern.letters) <= set(program.valued.letters)
    assert set(program.pattern.words) <= set(program.valued.words)


def test_no_word_is_listed_twice() -> None:
    names = [*(one.name for one in CHECKED_PROGRAMS), *(one.name for one in PREFIXES)]
    assert len(names) == len(set(names))


def test_every_operator_is_named_by_the_format() -> None:
    (sentence,) = (one for one in COMMAND_FORMAT if one.startswith("An operator is the longest"))
    named = set(re.findall(r"`([^`]+)`", sentence)) | {"\n"}
    assert named == {*CONTROL_OPERATORS, *REDIRECTIONS}
    assert set(HERE_DOCUMENTS) <= set(REDIRECTIONS)


def test_the_format_counts_its_own_sentences() -> None:
    announced = next(index for index, one in enumerate(COMMAND_FORMAT) if "next twelve" in one)
    assert COMMAND_FORMAT[announced + 12].startswith("Every other character")


@pytest.mark.parametrize("sentence", COMMAND_FORMAT)
def test_every_sentence_is_whole(sentence: str) -> None:
    assert re.fullmatch(r"[A-Z`].*\.", sentence)
    assert not re.search(r"\.[A-Z]|\s{2}|\. [A-Z]", sentence)
    assert sentence.count("`") % 2 == 0
