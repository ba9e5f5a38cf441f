"""Claims: which step a worktree may take, and until when (CLM)."""

from collections.abc import Sequence

from impl.store import guards
from impl.store.database.connection import Connection
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

HELD = "step.lease_expires_at IS NOT NULL"
"""Claimed or in progress: only such a step has a lease."""

EXPIRED = "step.lease_expires_at < :now"  # CLM-4.4

# The first step of each kind is found by the index for its kind, so that a claim is as fast in a
# plan of many steps. For PostgreSQL, which has no such hint, `INDEXED BY` is removed.
CLAIMABLE = (
    ("ready_steps", "step.status = 'pending'"),  # CLM-3.1
    ("steps_by_lease", f"{HELD} AND {EXPIRED}"),
    ("steps_by_holder", f"{HELD} AND step.claimed_by = :worktree"),  # CLM-5.2
    ("steps_by_lease", f"{HELD} AND :force"),  # CLM-6.2
)


def _first(index: str, condition: str) -> str:
    """Return the query for the index of the first step that a claim may take on a condition."""
    return f"""
        SELECT min(step.step_index) AS first  -- CLM-1.2
        FROM steps AS step INDEXED BY {index}
        WHERE step.plan = :plan
            AND step.parent IS NULL  -- CLM-1.3
            AND step.open_dependencies = 0  -- CLM-2.1
            AND {condition}
    """


def _choose(claimable: Sequence[tuple[str, str]]) -> str:
    """Return the query for the first step that a claim may take on one of some conditions."""
    return f"""
        SELECT step.anchor, step.title, step.step_index, step.status <> 'pending' AS reclaimed,
            step.claim_id, step.fenced,
            step.status = 'pending' AND step.open_dependencies = 0 AS was_ready
        FROM steps AS step
        WHERE step.plan = :plan AND step.step_index = (
            SELECT min(first)  -- CLM-1.2
            FROM ({"UNION ALL".join(_first(*each) for each in claimable)}) AS found
        )
    """


CHOOSE = _choose(CLAIMABLE)

COUNT_CLAIM = """
UPDATE plans
SET last_claim_id = last_claim_id + 1, ready_steps = ready_steps - :no_longer_ready
WHERE path = :plan
RETURNING last_claim_id, ready_steps, unfinished_steps
"""

# CLM-8.5: the step, and its substeps that are not completed.
TAKE = """
UPDATE steps
SET status = 'claimed',
    claimed_by = :worktree,
    claimed_at = :now,
    heartbeat_at = :now,
    claim_id = :new_id,
    fenced = :fenced,
    lease_expires_at = :expiry,
    started_at = NULL
WHERE plan = :plan AND anchor IN (
    SELECT CAST(:step AS TEXT)
    UNION ALL
    SELECT anchor FROM steps INDEXED BY steps_by_parent
    WHERE plan = :plan AND parent = :step AND status <> 'completed'
)
"""

# CLM-9.3: completed and deferred items too, but only those of unfinished substeps.
OPEN_SUBSTEP_ITEMS = """
UPDATE checklist_items
SET status = 'open', reason = NULL
WHERE plan = :plan
    AND step IN (
        SELECT anchor FROM steps INDEXED BY steps_by_parent
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
    )
"""

COUNT_UNFINISHED = "SELECT unfinished_steps FROM plans WHERE path = :plan"


def claim(connection: Connection, operation: Claim) -> Claimed | NothingClaimable:
    """Assign the first claimable step to a worktree (CLM-1 to CLM-11).

    Refuses an unknown plan, then a drifted document, then another claim than the one to take over.
    If nothing is claimable, returns how many steps are blocked.
    """
    stored_hash = guards.require_plan(connection, operation.plan)
    guards.require_same_document(stored_hash, operation.document_hash)  # CLM-7.1
    wanted = guards.named(operation)
    chosen = connection.execute(CHOOSE, wanted).fetchone()
    if chosen is None:  # CLM-11.1
        unfinished = connection.execute(COUNT_UNFINISHED, wanted).fetchone()[0]
        return NothingClaimable(all_completed=unfinished == 0, blocked=unfinished)
    guards.compare_claim(operation.claim_id, chosen, demanded=False)  # CLM-20.6
    wanted["no_longer_ready"] = int(chosen["was_ready"])
    counted = connection.execute(COUNT_CLAIM, wanted).fetchone()  # CLM-19.2
    wanted["new_id"] = counted["last_claim_id"]
    expiry = operation.now + operation.lease
    taken = {**wanted, "step": chosen["anchor"], "expiry": expiry}
    connection.execute(TAKE, taken)  # CLM-8.1
    if chosen["reclaimed"]:  # CLM-9.3
        connection.execute(OPEN_SUBSTEP_ITEMS, taken)
    return Claimed(
        chosen["anchor"],
        chosen["title"],
        chosen["step_index"],
        expiry,
        bool(chosen["reclaimed"]),
        counted["ready_steps"],  # CLM-10.3
        counted["unfinished_steps"] - 1,  # CLM-10.4
        wanted["new_id"],
    )
