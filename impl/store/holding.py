"""Holding a claimed step: start, heartbeat, release, reset (CLM-12 to CLM-18)."""

from impl.store import counts, guards
from impl.store.connection import Connection
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.holding import (
    MOST_REASON_BYTES,
    AlreadyStarted,
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    ResetResult,
    Start,
    Started,
)

START = """
UPDATE steps
SET status = 'in_progress', started_at = :now
WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree AND status = 'claimed'
    -- CLM-20.2, CLM-21.2
    AND (claim_id IS NOT DISTINCT FROM :claim_id OR (:claim_id IS NULL AND NOT fenced))
"""

STARTED_BEFORE = """
SELECT 1 FROM steps
WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree AND status = 'in_progress'
"""

RENEW = """
UPDATE steps
SET heartbeat_at = :now,
    lease_expires_at = CASE
        -- CLM-13.12
        WHEN lease_expires_at > :expiry AND NOT :shorten THEN lease_expires_at
        ELSE :expiry
    END
WHERE plan = :plan
    AND anchor = :step
    AND claimed_by = :worktree
    AND status IN ('claimed', 'in_progress')
    -- CLM-20.2, CLM-21.2
    AND (claim_id IS NOT DISTINCT FROM :claim_id OR (:claim_id IS NULL AND NOT fenced))
"""

LEASE = """
SELECT lease_expires_at - coalesce(heartbeat_at, claimed_at) AS length
FROM steps WHERE plan = :plan AND anchor = :step
"""

OPEN_ITEMS = """
UPDATE checklist_items
SET status = 'open', reason = NULL
WHERE plan = :plan
    AND status <> 'completed'
    AND step IN (
        SELECT CAST(:step AS TEXT)
        UNION ALL
        SELECT anchor FROM steps INDEXED BY steps_by_parent
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
    )
"""


def _give_back_with(reason: str) -> str:
    """Return the statement that makes a step and its substeps pending, and sets their reason.

    CLM-18.1: of a substep only its own row, which then waits for the next claim of its parent.
    """
    return f"""
UPDATE steps
SET status = 'pending',
    claimed_by = NULL,
    claimed_at = NULL,
    lease_expires_at = NULL,
    heartbeat_at = NULL,
    claim_id = NULL,
    fenced = false,
    started_at = NULL,
    release_reason = {reason}
WHERE plan = :plan AND status <> 'completed' AND anchor IN (
    SELECT CAST(:step AS TEXT)
    UNION ALL
    SELECT anchor FROM steps INDEXED BY steps_by_parent WHERE plan = :plan AND parent = :step
)
"""


GIVE_BACK = _give_back_with(":reason")  # CLM-14.17
RESET = _give_back_with("release_reason")  # CLM-14.18


def start(connection: Connection, operation: Start) -> Started | AlreadyStarted:
    """Begin work on a step that the worktree has claimed (CLM-12), unless it has begun before.

    Refuses an unknown plan, a step held by nobody or by another, and one that is not held.
    """
    guards.require_plan(connection, operation.plan)
    named = guards.named(operation)
    if connection.execute(START, named).rowcount == 1:
        return Started(operation.step)
    if connection.execute(STARTED_BEFORE, named).fetchone():  # CLM-12.15
        guards.require_claim(connection, operation)  # CLM-20.2, CLM-21.2
        return AlreadyStarted(operation.step)
    raise _why_not(connection, operation)  # CLM-12.5


def heartbeat(connection: Connection, operation: Heartbeat) -> LeaseRenewed:
    """Renew the lease of a step that the worktree holds, expired or not (CLM-13).

    Refuses as `start` does, but takes a step in progress too.
    """
    guards.require_plan(connection, operation.plan)
    expiry = operation.now + operation.lease
    named = guards.named(operation, expiry=expiry)
    if connection.execute(RENEW, named).rowcount == 0:  # CLM-13.8
        raise _why_not(connection, operation)
    end: int = guards.step_row(connection, operation.plan, operation.step)["lease_expires_at"]
    return LeaseRenewed(end)


def lease_length(connection: Connection, operation: Heartbeat) -> int | None:
    """Return for how long the step was last leased, or `None` if nobody holds it."""
    row = connection.execute(LEASE, guards.named(operation)).fetchone()
    return None if row is None else row["length"]


def _why_not(connection: Connection, operation: Start | Heartbeat) -> Refused:
    """Explain why a row was not the worktree's to change, in the order of CLM-12."""
    status = guards.require_holder(connection, operation)
    return Refused(rejections.not_claimed(operation.step, status))


def release(connection: Connection, operation: Release) -> Released:
    """Return a held step to pending before its lease expires (CLM-14, CLM-15).

    Refuses, in this order: an unknown plan, both or neither of worktree and force, too long a
    reason, an unknown step, a completed one, a pending one, another claim, one held by another
    worktree.
    """
    guards.require_plan(connection, operation.plan)
    if operation.worktree is not None and operation.force:  # CLM-15.2: both
        raise Refused(rejections.invalid_request("both"))
    if operation.worktree is None and not operation.force:  # CLM-15.3: neither
        raise Refused(rejections.invalid_request("neither"))
    size = len((operation.reason or "").encode())
    if size > MOST_REASON_BYTES:  # CLM-14.16: bytes, not characters
        raise Refused(rejections.oversized_reason(size, MOST_REASON_BYTES))
    status, holder = _find(connection, operation.plan, operation.step)  # CLM-14.2
    if status == "completed":  # CLM-14.3: completed
        raise Refused(rejections.not_claimed(operation.step, status))
    if status == "pending":  # CLM-14.4: pending
        raise Refused(rejections.not_claimed(operation.step, status))
    guards.require_claim(connection, operation, demanded=not operation.force)  # CLM-20.5
    if operation.worktree is not None and holder != operation.worktree:  # CLM-14.5: of another
        raise Refused(rejections.ownership_violation(operation.step, holder, operation.worktree))
    _give_back(connection, operation, GIVE_BACK)
    return Released(was_claimed_by=holder)


def reset(connection: Connection, operation: Reset) -> ResetResult:
    """Return a step to pending, whether or not anybody holds it (CLM-16).

    Refuses an unknown plan, an unknown step, a completed one, and another claim if one is given.
    """
    guards.require_plan(connection, operation.plan)
    status, _ = _find(connection, operation.plan, operation.step)  # CLM-16.1
    if status == "completed":  # CLM-16.2: completed
        raise Refused(rejections.not_claimed(operation.step, status))
    guards.require_claim(connection, operation, demanded=False)  # CLM-20.5
    _give_back(connection, operation, RESET)
    return ResetResult(operation.step)


def _find(connection: Connection, plan: str, step: str) -> tuple[str, str]:
    """Return a step's status and its holder, which is `None` unless the step is held."""
    found = guards.step_row(connection, plan, step)
    if found is None:
        raise Refused(rejections.unknown_step(step))
    return found["status"], found["claimed_by"]


def _give_back(connection: Connection, operation: Release | Reset, statement: str) -> None:
    plan, step, named = operation.plan, operation.step, guards.named(operation)
    was_ready = counts.is_ready(connection, plan, step)
    connection.execute(OPEN_ITEMS, named)
    connection.execute(statement, named)
    counts.add_ready(connection, plan, counts.is_ready(connection, plan, step) - was_ready)
