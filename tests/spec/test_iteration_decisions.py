"""The decision tables are total, and they say what the rules on iterations promise."""

from spec.editions import CURRENT, ORIGIN, SEEDS, edition_named
from spec.rules.iteration_decisions import (
    BOTH,
    DECISION_TABLES,
    HALTED_FIRST,
    OVERRIDDEN,
    TRUSTED,
    DecisionTable,
)
from spec.rules.iterations import AREA
from spec.vocabulary.iteration_loops import LoopStatus, Override
from tests.cases import for_each
from tests.iteration_decisions import (
    DECISION_INPUTS,
    DecisionInputs,
    covers,
    decide,
    decision_table,
)

each_table = for_each("table", DECISION_TABLES)
each_situation = for_each("situation", DECISION_INPUTS)


@each_table
@each_situation
def test_every_situation_has_exactly_one_row(
    table: DecisionTable, situation: DecisionInputs
) -> None:
    assert sum(covers(row, situation) for row in table.rows) == 1


@each_table
def test_every_row_names_a_rule_and_overrides_only_what_is_logged(table: DecisionTable) -> None:
    assert {row.rule for row in table.rows} <= {rule.id for rule in AREA.rules}
    assert all(row.logged for row in table.rows if row.override)


def test_every_edition_has_its_table() -> None:
    assert decision_table(ORIGIN) is TRUSTED
    assert decision_table(SEEDS) is OVERRIDDEN
    assert decision_table(CURRENT) is BOTH
    assert decision_table(edition_named("2026.2-A11")) is HALTED_FIRST


@for_each("table", [OVERRIDDEN, BOTH])
@each_situation
def test_with_the_override_no_loop_is_complete_while_work_remains(
    table: DecisionTable, situation: DecisionInputs
) -> None:
    row = decide(table, situation)
    assert not (situation.work_remains and row.status is LoopStatus.COMPLETE)


@each_situation
def test_a_broken_contract_is_logged_and_nothing_else_is(situation: DecisionInputs) -> None:
    broken = situation.work_remains != situation.requires_continuation
    row = decide(BOTH, situation)
    assert row.logged == broken
    expected = {
        LoopStatus.CONTINUING: Override.FORCED_TRUE,
        LoopStatus.COMPLETE: Override.FORCED_FALSE,
    }
    assert row.override == (expected.get(row.status) if broken else None)
