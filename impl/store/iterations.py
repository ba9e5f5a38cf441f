"""Iteration loops: starting one, and deciding after each report whether it continues (ITR)."""

import json

from impl.store import guards
from impl.store.connection import Connection
from impl.store.database.rows import write_loop, write_violation
from impl.store.guards import Refused
from impl.store.work_remaining import MalformedWork, names
from spec.vocabulary import rejections
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    IterationsStarted,
    ReportIteration,
    StartIterations,
)

# The violations of a loop go with it.
FORGET_LOOP = "DELETE FROM iteration_loops WHERE plan = :plan"

FIND_LOOP = """
SELECT status, iteration, max_iterations FROM iteration_loops WHERE plan = :plan
"""

# Positions run from 0 without gaps, and the last one is found without counting.
COUNT_VIOLATIONS = """
SELECT coalesce(max(position) + 1, 0) FROM iteration_violations WHERE plan = :plan
"""

CONTINUE = """
UPDATE iteration_loops
SET iteration = iteration + 1, work_remaining = :work_remaining, context = :context
WHERE plan = :plan
RETURNING iteration
"""

HALT = """
UPDATE iteration_loops
SET status = :status,
    halt_reason = nullif(:status, 'complete'),
    work_remaining = :work_remaining
WHERE plan = :plan
RETURNING iteration
"""


def start(connection: Connection, operation: StartIterations) -> IterationsStarted:
    """Start a plan's loop, replacing the one it has (ITR-5.2).

    Refuses an unknown plan and a limit below 1.
    """
    guards.require_plan(connection, operation.plan)
    if operation.max_iterations < 1:  # ITR-5.1
        raise Refused(rejections.invalid_request(operation.max_iterations))
    connection.execute(FORGET_LOOP, {"plan": operation.plan})
    write_loop(connection, operation.plan, IterationLoop(operation.max_iterations))
    return IterationsStarted(operation.max_iterations)


def report(connection: Connection, operation: ReportIteration) -> IterationDecided:
    """Decide after an iteration whether the loop continues, and log a violation (ITR-3 to 6).

    Refuses, in this order: an unknown plan, no loop, one that has ended, no summary, a summary
    that is too small, work that cannot be read (ITR-7).
    """
    guards.require_plan(connection, operation.plan)  # ITR-7
    iteration, max_iterations = _require_continuing(connection, operation.plan)
    remaining = require_acceptable(operation)
    at_limit = iteration >= max_iterations
    status = decide(bool(remaining), operation.report.stuck_detected, at_limit)
    violation = contract_violation(
        iteration, remaining, operation.report.requires_continuation, status
    )
    if violation is not None:  # ITR-6.3
        (logged,) = connection.execute(COUNT_VIOLATIONS, {"plan": operation.plan}).fetchone()
        write_violation(connection, operation.plan, logged, violation)
    effects = {
        "plan": operation.plan,
        "status": status.value,
        "work_remaining": json.dumps(remaining),
        "context": operation.report.summary_path,
    }
    effect = CONTINUE if status is LoopStatus.CONTINUING else HALT  # ITR-5
    (after,) = connection.execute(effect, effects).fetchone()
    return IterationDecided(status, after, violation)


def decide(work_remains: bool, stuck_detected: bool, at_limit: bool) -> LoopStatus:
    """Return a loop's new status, whatever the coordinator has asked for (ITR-8)."""
    if not work_remains:  # ITR-4.3: finished
        return LoopStatus.COMPLETE
    if stuck_detected:  # ITR-4.4: stuck
        return LoopStatus.STUCK
    if at_limit:  # ITR-4.5: out of iterations
        return LoopStatus.MAX_ITERATIONS
    return LoopStatus.CONTINUING  # ITR-3.3


def contract_violation(
    iteration: int, remaining: tuple[str, ...], requires_continuation: bool, status: LoopStatus
) -> Violation | None:
    """Return how a report's signal contradicts its work, or `None` if it does not (ITR-6)."""
    if requires_continuation == bool(remaining):  # ITR-6.3: the contract is kept
        return None
    overrides = {
        LoopStatus.CONTINUING: Override.FORCED_TRUE,
        LoopStatus.COMPLETE: Override.FORCED_FALSE,
    }
    return Violation(iteration, remaining, requires_continuation, overrides.get(status))


def _require_continuing(connection: Connection, plan: str) -> tuple[int, int]:
    """Return iteration and limit; refuse a plan without a loop, or whose loop has ended."""
    found = connection.execute(FIND_LOOP, {"plan": plan}).fetchone()
    if found is None:  # ITR-7.1: no loop
        raise Refused(rejections.invalid_request("not_started"))
    status = found["status"]
    if status != "continuing":  # ITR-7.2: ended
        raise Refused(rejections.invalid_request(status))
    return found["iteration"], found["max_iterations"]


def require_acceptable(operation: ReportIteration) -> tuple[str, ...]:
    """Return the names of what remains; refuse a report that no loop accepts (ITR-7)."""
    found, least = operation.summary_bytes, operation.least_summary_bytes
    if least is None:  # ITR-7.10
        least = LEAST_SUMMARY_BYTES
    if found is None:  # ITR-7.3: no summary
        raise Refused(rejections.missing_summary())
    if found < least:  # ITR-7.4: too small
        raise Refused(rejections.undersized_summary(found, least))
    try:
        return names(operation.report.work_remaining)
    except MalformedWork as error:  # ITR-7.7: malformed
        raise Refused(rejections.invalid_request("malformed_work_remaining")) from error
