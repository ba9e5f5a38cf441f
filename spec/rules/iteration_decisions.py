"""The decisions of an iteration loop as tables. They follow from ITR-3, ITR-4, ITR-6 and ITR-8.

The model and the implementation do not use the tables: tests compare both with them, and the site
shows them. They decide reports that are not rejected (ITR-7).
"""

from dataclasses import dataclass

from spec.vocabulary.iteration_loops import LoopStatus, Override


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """The decision for the inputs that match its conditions; `None` matches both values.

    `at_limit`: the iteration is the loop's limit or more. `logged` says whether a violation is
    logged, with this `override`. `rule` is the rule that determines the status.
    """

    work_remains: bool | None
    requires_continuation: bool | None
    stuck_detected: bool | None
    at_limit: bool | None
    status: LoopStatus
    rule: str
    logged: bool = False
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The decisions with or without A11 (override) and A15 (halting first)."""

    title: str
    rows: tuple[DecisionRow, ...]


_CONTINUING = LoopStatus.CONTINUING
_COMPLETE = LoopStatus.COMPLETE
_STUCK = LoopStatus.STUCK
_MAX_ITERATIONS = LoopStatus.MAX_ITERATIONS

# Columns: work remains, requires continuation, stuck detected, at the limit; status, rule, whether
# a violation is logged, override.
TRUSTED = DecisionTable(
    title="Without A11 and A15, as in `origin`: the signal decides",
    rows=(
        DecisionRow(None, True, None, None, _CONTINUING, "ITR-8"),
        DecisionRow(False, False, None, None, _COMPLETE, "ITR-8"),
        DecisionRow(True, False, True, None, _STUCK, "ITR-8"),
        DecisionRow(True, False, False, None, _MAX_ITERATIONS, "ITR-8"),
    ),
)

OVERRIDDEN = DecisionTable(
    title="With A11 alone, as in `seeds`: remaining work overrides everything",
    rows=(
        DecisionRow(True, True, None, None, _CONTINUING, "ITR-3"),
        DecisionRow(True, False, None, None, _CONTINUING, "ITR-3", True, Override.FORCED_TRUE),
        DecisionRow(False, True, None, None, _CONTINUING, "ITR-3"),
        DecisionRow(False, False, None, None, _COMPLETE, "ITR-3"),
    ),
)

HALTED_FIRST = DecisionTable(
    title="With A15 alone: endings come first, then the signal decides",
    rows=(
        DecisionRow(False, None, None, None, _COMPLETE, "ITR-4"),
        DecisionRow(True, None, True, None, _STUCK, "ITR-4"),
        DecisionRow(True, None, False, True, _MAX_ITERATIONS, "ITR-4"),
        DecisionRow(True, True, False, False, _CONTINUING, "ITR-8"),
        DecisionRow(True, False, False, False, _MAX_ITERATIONS, "ITR-8"),
    ),
)

BOTH = DecisionTable(
    title="With A11 and A15, as in `2026.1`: endings come first, then remaining work decides",
    rows=(
        DecisionRow(False, False, None, None, _COMPLETE, "ITR-4"),
        DecisionRow(False, True, None, None, _COMPLETE, "ITR-4", True, Override.FORCED_FALSE),
        DecisionRow(True, True, True, None, _STUCK, "ITR-4"),
        DecisionRow(True, False, True, None, _STUCK, "ITR-4", True),
        DecisionRow(True, True, False, True, _MAX_ITERATIONS, "ITR-4"),
        DecisionRow(True, False, False, True, _MAX_ITERATIONS, "ITR-4", True),
        DecisionRow(True, True, False, False, _CONTINUING, "ITR-3"),
        DecisionRow(True, False, False, False, _CONTINUING, "ITR-3", True, Override.FORCED_TRUE),
    ),
)

DECISION_TABLES = (TRUSTED, OVERRIDDEN, HALTED_FIRST, BOTH)
