"""Resynchronising a plan with its changed document (PLN-7).

The plan's steps are copied to temporary tables, the new document is stored as if for the first
time, and the steps that were completed and are still in their place are restored from the copies.
"""

import sqlite3

from impl.store import completion
from spec.vocabulary.plans import PlanDefinition

# Temporary tables belong to this connection alone and take part in its transactions.
SET_ASIDE = (
    "CREATE TEMP TABLE IF NOT EXISTS former_steps AS SELECT * FROM steps WHERE false",
    "CREATE TEMP TABLE IF NOT EXISTS former_items AS SELECT * FROM checklist_items WHERE false",
    "CREATE TEMP TABLE IF NOT EXISTS former_artifacts AS SELECT * FROM artifacts WHERE false",
    "DELETE FROM former_steps",
    "DELETE FROM former_items",
    "DELETE FROM former_artifacts",
)

FORMER_STEPS = """
INSERT INTO former_steps SELECT * FROM steps WHERE plan = :plan AND status = 'completed'
"""
FORMER_ITEMS = """
INSERT INTO former_items
SELECT * FROM checklist_items WHERE plan = :plan AND status = 'deferred'
"""
FORMER_ARTIFACTS = "INSERT INTO former_artifacts SELECT * FROM artifacts WHERE plan = :plan"

# Artifacts, items and dependencies go with their steps.
DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan"

# A completed step has no lease, so there is none to restore.
RESTORE = """
UPDATE steps
SET status = former.status,
    claimed_by = former.claimed_by,
    claimed_at = former.claimed_at,
    heartbeat_at = former.heartbeat_at,
    started_at = former.started_at,
    completed_at = former.completed_at,
    commit_hash = former.commit_hash,
    complete_reason = former.complete_reason
FROM former_steps AS former
WHERE steps.plan = :plan AND steps.anchor = former.anchor
"""

RESTORE_SUBSTEPS = f"{RESTORE} AND steps.parent = former.parent"

# After the substeps: those of the new document that are completed by now are the kept ones.
RESTORE_TOP_LEVEL = f"""{RESTORE}
    AND steps.parent IS NULL
    AND former.parent IS NULL
    AND NOT EXISTS (
        SELECT 1 FROM steps AS substep
        WHERE substep.plan = :plan
            AND substep.parent = steps.anchor
            AND substep.status <> 'completed'
    )
"""

COMPLETE_KEPT_ITEMS = """
UPDATE checklist_items
SET status = 'completed'
WHERE plan = :plan
    AND step IN (SELECT anchor FROM steps WHERE plan = :plan AND status = 'completed')
"""

# After the completed ones: the items of kept steps are the only ones not open by now.
DEFER_KEPT_ITEMS = """
UPDATE checklist_items
SET status = 'deferred', reason = former.reason
FROM former_items AS former
WHERE checklist_items.plan = :plan
    AND checklist_items.step = former.step
    AND checklist_items.kind = former.kind
    AND checklist_items.ordinal = former.ordinal
    AND checklist_items.status = 'completed'
"""

# Under their old ids, which were never reused in between.
RESTORE_ARTIFACTS = """
INSERT INTO artifacts
SELECT former.*
FROM former_artifacts AS former
JOIN steps ON steps.plan = :plan AND steps.anchor = former.step AND steps.status = 'completed'
"""

STORE_DOCUMENT = "UPDATE plans SET document_hash = :hash, title = :title WHERE path = :plan"


def set_aside(connection: sqlite3.Connection, plan: str) -> int:
    """Copy and delete a plan's steps; return how many steps and substeps were completed."""
    for statement in SET_ASIDE:
        connection.execute(statement)
    named = {"plan": plan}
    completed = connection.execute(FORMER_STEPS, named).rowcount
    connection.execute(FORMER_ITEMS, named)
    connection.execute(FORMER_ARTIFACTS, named)
    connection.execute(DELETE_STEPS, named)
    return completed


def restore(connection: sqlite3.Connection, plan: str, definition: PlanDefinition) -> int:
    """Restore the completed steps of a plan that was stored again; return how many.

    Stores the document's new hash and title, and sets the plan to active or done.
    """
    named = {"plan": plan}
    kept = connection.execute(RESTORE_SUBSTEPS, named).rowcount
    kept += connection.execute(RESTORE_TOP_LEVEL, named).rowcount
    connection.execute(COMPLETE_KEPT_ITEMS, named)
    connection.execute(DEFER_KEPT_ITEMS, named)
    connection.execute(RESTORE_ARTIFACTS, named)
    document = {"hash": definition.document_hash, "title": definition.title}
    connection.execute(STORE_DOCUMENT, {**named, **document})
    completion.settle(connection, plan)
    return kept
