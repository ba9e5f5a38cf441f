"""The tables for agent commands agree with the clauses and with each other."""

import re

import pytest

from spec.catalog import clause, rule
from spec.formats.shell_operators import CONTROL_OPERATORS, HERE_DOCUMENTS, REDIRECTIONS
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, CheckedProgram

each_program = pytest.mark.parametrize("program", CHECKED_PROGRAMS, ids=lambda one: one.name)


@each_program
def test_a_checked_program_is_named_by_its_rule_with_its_tool(program: CheckedProgram) -> None:
    reporting = rule(program.rule).clauses[0]
    assert f"`{program.name}`" in reporting.text
    assert f"`{program.instead}`" in reporting.text


@each_program
def test_options_that_give_the_pattern_take_a_value(program: CheckedProgram) -> None:
    assert set(program.pattern.letters) <= set(program.valued.letters)
    assert set(program.pattern.words) <= set(program.valued.words)


def test_no_word_is_listed_twice() -> None:
    names = [*(one.name for one in CHECKED_PROGRAMS), *(one.name for one in PREFIXES)]
    assert len(names) == len(set(names))


def test_every_operator_is_named_by_the_format() -> None:
    named = {
        identifier: set(re.findall(r"`([^`]+)`", clause(identifier).text))
        for identifier in ("SHL-2.12", "SHL-2.13")
    }
    assert named["SHL-2.12"] | {"\n"} == set(CONTROL_OPERATORS)
    assert named["SHL-2.13"] == set(REDIRECTIONS)
    assert set(HERE_DOCUMENTS) <= set(REDIRECTIONS)
