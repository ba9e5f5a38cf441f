"""The tables of `spec.rules.iteration_decisions`: which is in force, and which row decides."""

from dataclasses import dataclass, fields
from itertools import product

from spec.amendments.corrections import HALTING_WINS
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.editions import Edition
from spec.rules.iteration_decisions import (
    BOTH,
    HALTED_FIRST,
    OVERRIDDEN,
    TRUSTED,
    DecisionRow,
    DecisionTable,
)


@dataclass(frozen=True, slots=True)
class DecisionInputs:
    """What a decision depends on. `at_limit`: the iteration is the loop's limit or more."""

    work_remains: bool
    requires_continuation: bool
    stuck_detected: bool
    at_limit: bool


DECISION_INPUTS = tuple(DecisionInputs(*flags) for flags in product((True, False), repeat=4))
"""All combinations of inputs."""


def covers(row: DecisionRow, situation: DecisionInputs) -> bool:
    """Return whether a row matches the inputs."""
    names = (each.name for each in fields(DecisionInputs))
    return all(getattr(row, name) in (None, getattr(situation, name)) for name in names)


def decide(table: DecisionTable, situation: DecisionInputs) -> DecisionRow:
    """Return the only row of a table that matches the inputs."""
    (row,) = (row for row in table.rows if covers(row, situation))
    return row


def decision_table(edition: Edition) -> DecisionTable:
    """Return the table that is in force in an edition."""
    if edition.has(HALTING_WINS):
        return BOTH if edition.has(CONTINUATION_OVERRIDE) else HALTED_FIRST
    return OVERRIDDEN if edition.has(CONTINUATION_OVERRIDE) else TRUSTED
