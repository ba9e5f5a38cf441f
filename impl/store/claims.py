"""Claims: which step a worktree may take, and until when (CLM)."""

from impl.store import guards
from impl.store.database.connection import Connection
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable, Readiness, Ready

DEPENDENCIES_COMPLETED = """NOT EXISTS (
    SELECT 1
    FROM dependencies
    JOIN steps AS needed
        ON needed.plan = dependencies.plan AND needed.anchor = dependencies.depends_on
    WHERE dependencies.plan = step.plan
        AND dependencies.step = step.anchor
        AND needed.status <> 'completed'
)"""

# `ready` asks the same question with no worktree and without force (CLM-17.8).
CLAIMABLE = f"""(
    step.parent IS NULL  -- CLM-1.3
    AND step.status <> 'completed'  -- CMP-8.2
    AND {DEPENDENCIES_COMPLETED}  -- CLM-2.1
    AND (
        step.status = 'pending'  -- CLM-3.1
        OR step.lease_expires_at < :now  -- CLM-4.4
        OR step.claimed_by IS NOT DISTINCT FROM :worktree  -- CLM-5.2
        OR :force  -- CLM-6.2
    )
)"""

CHOOSE = f"""
SELECT step.anchor, step.title, step.step_index, step.status <> 'pending' AS reclaimed,
    step.claim_id, step.fenced
FROM steps AS step
WHERE step.plan = :plan AND {CLAIMABLE}
ORDER BY step.step_index  -- CLM-1.2
LIMIT 1
"""

COUNT_CLAIM = """
UPDATE plans SET last_claim_id = last_claim_id + 1 WHERE path = :plan RETURNING last_claim_id
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
WHERE plan = :plan AND (anchor = :step OR (parent = :step AND status <> 'completed'))
"""

# CLM-9.3: completed and deferred items too, but only those of unfinished substeps.
OPEN_SUBSTEP_ITEMS = """
UPDATE checklist_items
SET status = 'open', reason = NULL
WHERE plan = :plan
    AND step IN (
        SELECT anchor FROM steps
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
    )
"""

COUNT_REMAINING = f"""
SELECT
    count(*) FILTER (WHERE step.status = 'pending' AND {DEPENDENCIES_COMPLETED}) AS ready,
    count(*) FILTER (WHERE step.anchor <> :step) AS unfinished
FROM steps AS step
WHERE step.plan = :plan AND step.parent IS NULL AND step.status <> 'completed'
"""

COUNT_UNFINISHED = """
SELECT count(*) FROM steps
WHERE plan = :plan AND parent IS NULL AND status <> 'completed'
"""


PARTITION = f"""
SELECT step.anchor,
    CASE
        WHEN step.status = 'completed' THEN 'completed'
        WHEN NOT {CLAIMABLE} THEN 'blocked'
        WHEN step.status = 'pending' THEN 'ready'
        ELSE 'expired_claim'
    END AS part
FROM steps AS step
WHERE step.plan = :plan AND step.parent IS NULL
ORDER BY step.step_index
"""


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
    wanted["new_id"] = connection.execute(COUNT_CLAIM, wanted).fetchone()[0]  # CLM-19.2
    expiry = operation.now + operation.lease
    taken = {**wanted, "step": chosen["anchor"], "expiry": expiry}
    connection.execute(TAKE, taken)  # CLM-8.1
    if chosen["reclaimed"]:  # CLM-9.3
        connection.execute(OPEN_SUBSTEP_ITEMS, taken)
    remaining = connection.execute(COUNT_REMAINING, taken).fetchone()  # CLM-10
    return Claimed(
        chosen["anchor"],
        chosen["title"],
        chosen["step_index"],
        expiry,
        bool(chosen["reclaimed"]),
        remaining["ready"],
        remaining["unfinished"],
        wanted["new_id"],
    )


def ready(connection: Connection, operation: Ready) -> Readiness:
    """Sort the top-level steps by what can be done with them (CLM-17). Changes nothing."""
    guards.require_plan(connection, operation.plan)
    anyone = guards.named(operation, worktree=None, force=False)
    parts: dict[str, list[str]] = {name: [] for name in Readiness.__slots__}
    for step in connection.execute(PARTITION, anyone):
        parts[step["part"]].append(step["anchor"])
    return Readiness(**{part: tuple(anchors) for part, anchors in parts.items()})
