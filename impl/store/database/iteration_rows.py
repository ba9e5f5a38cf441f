"""Iteration loops as rows of the tables `iteration_loops` and `iteration_violations`, and back."""

import json
import sqlite3

from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation

# All are NULL for a plan without a loop. `status` is the name of a column of `plans` too.
LOOP_COLUMNS = """
    iteration_loops.max_iterations, iteration_loops.iteration, iteration_loops.work_remaining,
    iteration_loops.status AS loop_status, iteration_loops.halt_reason, iteration_loops.context
"""

JOIN_LOOP = "LEFT JOIN iteration_loops ON iteration_loops.plan = plans.path"

READ_VIOLATIONS = """
SELECT iteration, work_remaining, requires_continuation, override
FROM iteration_violations
WHERE plan = :plan
ORDER BY position
"""

WRITE_LOOP = """
INSERT INTO iteration_loops
    (plan, max_iterations, iteration, work_remaining, status, halt_reason, context)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""

WRITE_VIOLATION = """
INSERT INTO iteration_violations
    (plan, position, iteration, work_remaining, requires_continuation, override)
VALUES (?, ?, ?, ?, ?, ?)
"""

LOOP_STATUSES = {status.value: status for status in LoopStatus}


def packed(names: tuple[str, ...]) -> str:
    """Return names as the text that is stored."""
    return json.dumps(names)


def unpacked(text: str) -> tuple[str, ...]:
    """Return the names in a text that is stored."""
    return () if text == "[]" else tuple(json.loads(text))


def loop_of(connection: sqlite3.Connection, plan: str, row: sqlite3.Row) -> IterationLoop | None:
    """Return the loop in a row with the `LOOP_COLUMNS`, or `None` if the plan has none."""
    if row["max_iterations"] is None:
        return None
    violations = connection.execute(READ_VIOLATIONS, {"plan": plan})
    return IterationLoop(
        row["max_iterations"],
        row["iteration"],
        unpacked(row["work_remaining"]),
        LOOP_STATUSES[row["loop_status"]],
        row["halt_reason"],
        row["context"],
        tuple(_violation(found) for found in violations),
    )


def write_loop(connection: sqlite3.Connection, plan: str, loop: IterationLoop) -> None:
    """Store the loop of a plan that has none."""
    row = (
        plan,
        loop.max_iterations,
        loop.iteration,
        packed(loop.work_remaining),
        loop.status.value,
        loop.halt_reason,
        loop.context,
    )
    connection.execute(WRITE_LOOP, row)
    for position, violation in enumerate(loop.violations):
        write_violation(connection, plan, position, violation)


def write_violation(
    connection: sqlite3.Connection, plan: str, position: int, violation: Violation
) -> None:
    """Store one violation; `position` counts from 0 in a plan's loop."""
    row = (
        plan,
        position,
        violation.iteration,
        packed(violation.work_remaining),
        violation.requires_continuation,
        None if violation.override is None else violation.override.value,
    )
    connection.execute(WRITE_VIOLATION, row)


def _violation(row: sqlite3.Row) -> Violation:
    override = row["override"]
    return Violation(
        row["iteration"],
        unpacked(row["work_remaining"]),
        bool(row["requires_continuation"]),
        None if override is None else Override(override),
    )
