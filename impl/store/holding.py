"""Holding a claimed step: saying that work on it has begun, and that it goes on (CLM)."""

import sqlite3

from impl.store import guards
from impl.store.refusal import Refused
from spec.vocabulary import rejections
from spec.vocabulary.holding import Heartbeat, LeaseRenewed, Start, Started

START = """
UPDATE steps
SET status = 'in_progress', started_at = :now
WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree AND status = 'claimed'
"""

RENEW = """
UPDATE steps
SET heartbeat_at = :now, lease_expires_at = :expiry
WHERE plan = :plan
    AND anchor = :step
    AND claimed_by = :worktree
    AND status IN ('claimed', 'in_progress')
"""


def start(connection: sqlite3.Connection, operation: Start) -> Started:
    """Begin work on a step that the worktree has claimed (CLM-12).

    Refuses an unknown plan, a step held by nobody or by another, and one not just claimed.
    """
    guards.require_plan(connection, operation.plan)
    named = {
        "plan": operation.plan,
        "step": operation.step,
        "worktree": operation.worktree,
        "now": operation.now,
    }
    if connection.execute(START, named).rowcount == 0:  # CLM-12
        raise _why_not(connection, operation)
    return Started(operation.step)


def heartbeat(connection: sqlite3.Connection, operation: Heartbeat) -> LeaseRenewed:
    """Renew the lease of a step that the worktree holds, expired or not (CLM-13).

    Refuses as `start` does, but takes a step in progress too.
    """
    guards.require_plan(connection, operation.plan)
    expiry = operation.now + operation.lease
    named = {
        "plan": operation.plan,
        "step": operation.step,
        "worktree": operation.worktree,
        "now": operation.now,
        "expiry": expiry,
    }
    if connection.execute(RENEW, named).rowcount == 0:  # CLM-13
        raise _why_not(connection, operation)
    return LeaseRenewed(expiry)


def _why_not(connection: sqlite3.Connection, operation: Start | Heartbeat) -> Refused:
    """Explain why a row was not the worktree's to change, in the order of CLM-12."""
    status = guards.require_holder(connection, operation.plan, operation.step, operation.worktree)
    return Refused(rejections.not_claimed(operation.step, status))
