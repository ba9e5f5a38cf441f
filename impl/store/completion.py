"""Completion of a held step, strictly or by force, and its effects on what is below it (CMP)."""

from typing import Any

from impl.store import counts, guards
from impl.store.connection import Connection
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted

FORCED_REASON = "forced completion"

# What a commit adds to a step that was completed without one; any other hash stays (COM-5.5).
ADD_COMMIT = """
UPDATE steps SET commit_hash = :commit_hash
WHERE plan = :plan AND anchor = :step AND commit_hash IS NULL
"""

COUNT_OPEN_ITEMS = """
SELECT count(*) FROM checklist_items
WHERE plan = :plan AND step = :step AND status = 'open'
"""

COUNT_UNFINISHED_SUBSTEPS = """
SELECT count(*) FROM steps INDEXED BY steps_by_parent
WHERE plan = :plan AND parent = :step AND status <> 'completed'
"""

# All that a completion is decided by and answers, in one statement.
FIND_STEP = f"""
SELECT plans.document_hash, plans.unfinished_steps, step.status, step.claimed_by, step.claim_id,
    step.fenced, step.claimed_at, step.parent IS NULL AS is_top_level,
    ({COUNT_OPEN_ITEMS}) AS open_items,
    ({COUNT_UNFINISHED_SUBSTEPS}) AS unfinished_substeps
FROM plans
LEFT JOIN steps AS step ON step.plan = :plan AND step.anchor = :step
WHERE plans.path = :plan
"""

UNFINISHED_SUBSTEPS = """
SELECT anchor FROM steps INDEXED BY steps_by_parent
WHERE plan = :plan AND parent = :step AND status <> 'completed'
"""

# The lease ends with the work; who did it, and when, stays on record (CMP-6.3).
COMPLETE_STEP = """
UPDATE steps
SET status = 'completed',
    completed_at = :now,
    lease_expires_at = NULL,
    complete_reason = :reason,
    commit_hash = :commit_hash
WHERE plan = :plan AND anchor = :step
"""

# Reconciling runs this once for each step, and SQLite would not choose the index by itself. For
# PostgreSQL, which does and has no such hint, `INDEXED BY` is removed.
COMPLETE_SUBSTEPS = """
UPDATE steps INDEXED BY steps_by_parent
SET status = 'completed',
    completed_at = :now,
    lease_expires_at = NULL,
    complete_reason = :reason
WHERE plan = :plan AND parent = :step AND status <> 'completed'
"""

COMPLETE_OWN_ITEMS = """
UPDATE checklist_items
SET status = 'completed', reason = NULL
WHERE plan = :plan AND step = :step AND status <> 'completed'
"""

COMPLETE_SUBSTEP_ITEMS = """
UPDATE checklist_items
SET status = 'completed', reason = NULL
WHERE plan = :plan
    AND status <> 'completed'
    AND step IN (
        SELECT anchor FROM steps INDEXED BY steps_by_parent
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
    )
"""

# Without RETURNING, which takes SQLite longer than the rest.
SETTLE = """
UPDATE plans
SET status = CASE WHEN unfinished_steps > :finished THEN 'active' ELSE 'done' END,
    unfinished_steps = unfinished_steps - :finished
WHERE path = :plan
"""


def complete(
    connection: Connection, operation: Complete, commit_hash: str | None = None
) -> StepCompleted | AlreadyCompleted:
    """Complete a held step (CMP-1 to CMP-7), with the hash of its commit, if there is one (COM-5).

    A step that is completed already only gets a hash that it lacks (CMP-11). Refuses, in this
    order: an unknown plan, drift, an unknown step, one not held, another claim, one held by another
    and, unless forced, open items and unfinished substeps.
    """
    found = _find(connection, operation)
    if found is None:  # PLN-3.1: plan known
        raise Refused(rejections.unknown_plan(operation.plan))
    if not operation.allow_drift:  # PLN-6.3: drift
        guards.require_same_document(found["document_hash"], operation.document_hash)
    if _is_completed(found):  # CMP-11.1
        return _complete_again(connection, operation, commit_hash, found)
    _require_held(operation, found)
    if operation.force:
        reason = operation.reason or FORCED_REASON  # CMP-4.7
        complete_below(connection, operation.plan, operation.step, operation.now, reason)
    else:
        reason = ""  # CMP-6.4
        _require_nothing_left(found)
    plan, step, now = operation.plan, operation.step, operation.now
    finished = int(found["is_top_level"])
    complete_step(connection, plan, step, now, reason=reason, commit_hash=commit_hash)
    settle(connection, plan, finished)
    return StepCompleted(operation.force, found["unfinished_steps"] == finished)  # CMP-7.2


def complete_step(
    connection: Connection,
    plan: str,
    step: str,
    now: int,
    *,
    reason: str | None = None,
    commit_hash: str | None = None,
) -> None:
    """Mark one step as completed, but none of its items and substeps (CMP-6.1).

    What is left of the plan is not counted here.
    """
    completed = {"plan": plan, "step": step, "now": now, "reason": reason}
    completed["commit_hash"] = commit_hash
    connection.execute(COMPLETE_STEP, completed)  # CMP-6.1
    counts.unblock(connection, plan, [step])


def complete_below(
    connection: Connection, plan: str, step: str, now: int, reason: str | None
) -> None:
    """Complete what is open below a step: its items, its substeps and their items.

    Deferred items become completed and lose their reason. Substeps that are completed
    already, and their items, stay as they are.
    """
    below = {"plan": plan, "step": step, "now": now, "reason": reason}
    connection.execute(COMPLETE_OWN_ITEMS, below)  # CMP-4.3, CMP-9.8
    connection.execute(COMPLETE_SUBSTEP_ITEMS, below)  # CMP-5.2, CMP-10.6
    substeps = connection.execute(UNFINISHED_SUBSTEPS, below).fetchall()
    connection.execute(COMPLETE_SUBSTEPS, below)  # CMP-4.4, CMP-10.6
    counts.unblock(connection, plan, [substep["anchor"] for substep in substeps])


def settle(connection: Connection, plan: str, finished: int = 0) -> None:
    """Set a plan to done or active by its top-level steps (CMP-7.1).

    `finished` are those that have been completed, but are not yet counted.
    """
    connection.execute(SETTLE, {"plan": plan, "finished": finished})


def _find(connection: Connection, operation: Complete) -> Any:
    """Return what a completion is decided by, or `None` if the plan is unknown."""
    named = {"plan": operation.plan, "step": operation.step}
    return connection.execute(FIND_STEP, named).fetchone()


def _is_completed(found: Any) -> bool:
    """Return whether the step is known and completed."""
    return bool(found["status"] == "completed")


def _complete_again(
    connection: Connection, operation: Complete, commit_hash: str | None, found: Any
) -> AlreadyCompleted:
    """Add a hash that is missing, and nothing else, to a completed step (CMP-11, COM-5)."""
    named = {"plan": operation.plan, "step": operation.step, "commit_hash": commit_hash}
    if commit_hash is not None:
        connection.execute(ADD_COMMIT, named)  # COM-5.5
    return AlreadyCompleted(found["unfinished_steps"] == 0)  # CMP-11.4


def _require_held(operation: Complete, found: Any) -> None:
    """Refuse an unknown step, one not held, and one held by another, by its own row (CMP-1.6)."""
    status, holder = found["status"], found["claimed_by"]
    if status is None:  # CMP-1.1: step known
        raise Refused(rejections.unknown_step(operation.step))
    if status not in ("claimed", "in_progress"):  # CMP-1.2: held
        raise Refused(rejections.not_claimed(operation.step, status))
    guards.compare_claim(operation.claim_id, found)  # CLM-20.4, CLM-21.3
    if holder != operation.worktree:  # CMP-1.3: by the caller
        raise Refused(rejections.ownership_violation(operation.step, holder, operation.worktree))


def _require_nothing_left(found: Any) -> None:
    """Refuse open items, then unfinished substeps (CMP-2.3, CMP-3.1)."""
    open_items = found["open_items"]
    if open_items:  # CMP-2.3
        raise Refused(rejections.incomplete_checklist(open_items))
    unfinished = found["unfinished_substeps"]
    if unfinished:  # CMP-3.1
        raise Refused(rejections.incomplete_substeps(unfinished))
