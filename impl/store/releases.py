"""Giving a step back: release by its holder or by force, reset by anyone (CLM-14 to CLM-16)."""

import sqlite3

from impl.store import guards
from impl.store.refusal import Refused
from spec.vocabulary import rejections
from spec.vocabulary.holding import Release, Released, Reset, WasReset

FIND_STEP = "SELECT status, claimed_by FROM steps WHERE plan = :plan AND anchor = :step"

# Items first: they are found by steps that are not completed, which giving back does not change.
OPEN_ITEMS = """
UPDATE checklist_items
SET status = 'open', reason = NULL
WHERE plan = :plan
    AND status <> 'completed'
    AND step IN (
        SELECT anchor FROM steps
        WHERE plan = :plan AND (anchor = :step OR parent = :step) AND status <> 'completed'
    )
"""

# CLM-18: of a substep only its own row, which then waits for the next claim of its parent.
GIVE_BACK = """
UPDATE steps
SET status = 'pending',
    claimed_by = NULL,
    claimed_at = NULL,
    lease_expires_at = NULL,
    heartbeat_at = NULL,
    started_at = NULL
WHERE plan = :plan AND (anchor = :step OR parent = :step) AND status <> 'completed'
"""


def release(connection: sqlite3.Connection, operation: Release) -> Released:
    """Give a held step back before its lease ends (CLM-14, CLM-15).

    Refuses, in this order: an unknown plan, both or neither of worktree and force, an unknown
    step, a completed one, a pending one, one held by another worktree.
    """
    guards.require_plan(connection, operation.plan)
    if operation.worktree is not None and operation.force:  # CLM-15: both
        raise Refused(rejections.invalid_request("both"))
    if operation.worktree is None and not operation.force:  # CLM-15: neither
        raise Refused(rejections.invalid_request("neither"))
    status, holder = _find(connection, operation.plan, operation.step)  # CLM-14: unknown step
    if status == "completed":  # CLM-14: completed
        raise Refused(rejections.not_claimed(operation.step, status))
    if status == "pending":  # CLM-14: pending
        raise Refused(rejections.not_claimed(operation.step, status))
    if operation.worktree is not None and holder != operation.worktree:  # CLM-14: of another
        raise Refused(rejections.ownership_violation(operation.step, holder, operation.worktree))
    _give_back(connection, operation.plan, operation.step)
    return Released(was_claimed_by=holder)


def reset(connection: sqlite3.Connection, operation: Reset) -> WasReset:
    """Put a step back to pending, whoever holds it, or nobody (CLM-16).

    Refuses an unknown plan, an unknown step and a completed one.
    """
    guards.require_plan(connection, operation.plan)
    status, _ = _find(connection, operation.plan, operation.step)  # CLM-16: unknown step
    if status == "completed":  # CLM-16: completed
        raise Refused(rejections.not_claimed(operation.step, status))
    _give_back(connection, operation.plan, operation.step)
    return WasReset(operation.step)


def _find(connection: sqlite3.Connection, plan: str, step: str) -> tuple[str, str]:
    """Give a step's status and holder; the holder is none unless the status is a held one."""
    found = connection.execute(FIND_STEP, {"plan": plan, "step": step}).fetchone()
    if found is None:
        raise Refused(rejections.unknown_step(step))
    status, holder = found
    return status, holder


def _give_back(connection: sqlite3.Connection, plan: str, step: str) -> None:
    named = {"plan": plan, "step": step}
    connection.execute(OPEN_ITEMS, named)
    connection.execute(GIVE_BACK, named)
