"""Resynchronising a plan with its changed document (PLN-7).

The plan's steps are moved to temporary tables and the new document is stored as if for the first
time. Then every step of it that has a counterpart among the former ones is restored, wholly if it
is kept and otherwise with what did not change.
"""

from typing import NamedTuple

from impl.store import completion, counts
from impl.store.connection import Connection, Cursor
from spec.vocabulary.plans import PlanDefinition

# Temporary tables belong to this connection alone and take part in its transactions.
_FORMER = {
    "former_steps": ("steps", "anchor"),
    "former_dependencies": ("dependencies", "step"),
    "former_items": ("checklist_items", "step"),
    "former_artifacts": ("artifacts", "step"),
}
PREPARE = (
    *(
        statement
        for copy, (table, key) in _FORMER.items()
        for statement in (
            f"CREATE TEMP TABLE IF NOT EXISTS {copy} AS SELECT * FROM {table} WHERE false",
            f"CREATE INDEX IF NOT EXISTS {copy}_by_{key} ON {copy} ({key})",
            f"DELETE FROM {copy}",
        )
    ),
    """
    CREATE TEMP TABLE IF NOT EXISTS counterparts (
        anchor TEXT PRIMARY KEY,
        parent TEXT,
        status TEXT NOT NULL,
        unchanged BOOLEAN NOT NULL,
        kept BOOLEAN NOT NULL DEFAULT false
    )
    """,
    "DELETE FROM counterparts",
    """
    CREATE TEMP TABLE IF NOT EXISTS former_places (
        step TEXT,
        kind TEXT,
        text TEXT,
        place INTEGER,
        ordinal INTEGER,
        status TEXT NOT NULL,
        reason TEXT,
        PRIMARY KEY (step, kind, text, place)
    )
    """,
    "DELETE FROM former_places",
)

SET_ASIDE = tuple(
    f"INSERT INTO {copy} SELECT * FROM {table} WHERE plan = :plan"
    for copy, (table, _) in _FORMER.items()
)

# Artifacts, items and dependencies go with their steps.
DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan"


def _same(columns: str, table: str, former: str) -> str:
    """Return the condition that a step has the same rows in a table as its counterpart had."""
    new = f"SELECT {columns} FROM {table} WHERE plan = :plan AND step = steps.anchor"
    old = f"SELECT {columns} FROM {former} WHERE step = steps.anchor"
    return f"NOT EXISTS ({new} EXCEPT {old}) AND NOT EXISTS ({old} EXCEPT {new})"


# Anchor and parent make a counterpart; the texts decide whether it is unchanged (PLN-7.22).
FIND_COUNTERPARTS = f"""
INSERT INTO counterparts (anchor, parent, status, unchanged)
SELECT
    steps.anchor,
    steps.parent,
    former.status,
    steps.title = former.title
        AND {_same("depends_on", "dependencies", "former_dependencies")}
        AND {_same("kind, ordinal, text", "checklist_items", "former_items")}
FROM steps
JOIN former_steps AS former
    ON former.anchor = steps.anchor
    AND former.parent IS NOT DISTINCT FROM steps.parent
WHERE steps.plan = :plan
"""

KEEP_PENDING_STEPS_AND_SUBSTEPS = """
UPDATE counterparts
SET kept = true
WHERE unchanged AND (status = 'pending' OR (status = 'completed' AND parent IS NOT NULL))
"""

KEEP_COMPLETED_STEPS = """
UPDATE counterparts
SET kept = true
WHERE unchanged
    AND status = 'completed'
    AND parent IS NULL
    AND NOT EXISTS (
        SELECT 1
        FROM steps AS substep
        LEFT JOIN counterparts AS former ON former.anchor = substep.anchor
        WHERE substep.plan = :plan
            AND substep.parent = counterparts.anchor
            AND NOT coalesce(former.kept AND former.status = 'completed', false)
    )
"""

KEEP_HELD_STEPS = """
UPDATE counterparts
SET kept = true
WHERE unchanged
    AND (status = 'claimed' OR status = 'in_progress')
    AND parent IS NULL
    AND NOT EXISTS (
        SELECT 1
        FROM dependencies
        LEFT JOIN counterparts AS needed ON needed.anchor = dependencies.depends_on
        WHERE dependencies.plan = :plan
            AND dependencies.step = counterparts.anchor
            AND NOT coalesce(needed.kept AND needed.status = 'completed', false)
    )
"""

KEEP_HELD_SUBSTEPS = """
UPDATE counterparts
SET kept = true
WHERE unchanged
    AND (status = 'claimed' OR status = 'in_progress')
    AND parent IN (SELECT anchor FROM counterparts WHERE kept)
"""

KEEP = (
    FIND_COUNTERPARTS,
    KEEP_PENDING_STEPS_AND_SUBSTEPS,
    KEEP_COMPLETED_STEPS,
    KEEP_HELD_STEPS,
    KEEP_HELD_SUBSTEPS,
)

RESTORE = """
UPDATE steps
SET status = former.status,
    claimed_by = former.claimed_by,
    claimed_at = former.claimed_at,
    lease_expires_at = former.lease_expires_at,
    heartbeat_at = former.heartbeat_at,
    started_at = former.started_at,
    completed_at = former.completed_at,
    commit_hash = former.commit_hash,
    complete_reason = former.complete_reason,
    claim_id = former.claim_id,
    fenced = former.fenced,
    release_reason = former.release_reason,
    branch = former.branch
FROM former_steps AS former
JOIN counterparts ON counterparts.anchor = former.anchor AND counterparts.kept
WHERE steps.plan = :plan AND steps.anchor = former.anchor
"""

# Of several items of a step with one kind and text, the first belongs to the first (PLN-7.31).
PLACE_FORMER_ITEMS = """
INSERT INTO former_places
SELECT
    step, kind, text, row_number() OVER (PARTITION BY step, kind, text ORDER BY ordinal),
    ordinal, status, reason
FROM former_items
WHERE step IN (SELECT anchor FROM counterparts)
"""

# Each row of `present` finds its former item and then its own row by their keys.
RESTORE_ITEMS = """
WITH present AS MATERIALIZED (
    SELECT
        step, kind, text, ordinal,
        row_number() OVER (PARTITION BY step, kind, text ORDER BY ordinal) AS place
    FROM checklist_items
    WHERE plan = :plan
)
UPDATE checklist_items
SET status = found.status, reason = found.reason
FROM (
    SELECT present.step, present.kind, present.ordinal, former.status, former.reason
    FROM present
    CROSS JOIN former_places AS former
    WHERE former.step = present.step
        AND former.kind = present.kind
        AND former.text = present.text
        AND former.place = present.place
) AS found
WHERE checklist_items.plan = :plan
    AND checklist_items.step = found.step
    AND checklist_items.kind = found.kind
    AND checklist_items.ordinal = found.ordinal
"""

RESTORE_ARTIFACTS = """
INSERT INTO artifacts
SELECT * FROM former_artifacts WHERE step IN (SELECT anchor FROM counterparts)
"""

RESTORE_PARTS = (PLACE_FORMER_ITEMS, RESTORE_ITEMS, RESTORE_ARTIFACTS)

STORE_DOCUMENT = "UPDATE plans SET document_hash = :hash, title = :title WHERE path = :plan"

HAS_PROGRESS = """(
    former.status <> 'pending'
    OR EXISTS (SELECT 1 FROM former_artifacts WHERE step = former.anchor)
    OR EXISTS (SELECT 1 FROM former_items WHERE step = former.anchor AND status <> 'open')
)"""

STAYING = f"""
SELECT steps.anchor
FROM steps
JOIN counterparts ON counterparts.anchor = steps.anchor
JOIN former_steps AS former ON former.anchor = steps.anchor
WHERE steps.plan = :plan AND counterparts.kept = :kept AND {HAS_PROGRESS}
ORDER BY steps.step_index
"""

REMOVED = f"""
SELECT anchor
FROM former_steps AS former
WHERE anchor NOT IN (SELECT anchor FROM counterparts) AND {HAS_PROGRESS}
ORDER BY step_index
"""


class Report(NamedTuple):
    """The anchors of the steps with progress that are kept, changed and gone (PLN-7.35)."""

    kept: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def set_aside(connection: Connection, plan: str) -> None:
    """Copy a plan's steps, with all that belongs to them, and delete them."""
    for statement in PREPARE:
        connection.execute(statement)
    for statement in (*SET_ASIDE, DELETE_STEPS):
        connection.execute(statement, {"plan": plan})


def restore(connection: Connection, plan: str, definition: PlanDefinition) -> Report:
    """Restore what was done of a plan that was stored again; return what became of it.

    Stores the document's new hash and title, and sets the plan to active or done.
    """
    named = {"plan": plan}
    for statement in (*KEEP, RESTORE, *RESTORE_PARTS):
        connection.execute(statement, named)
    document = {"hash": definition.document_hash, "title": definition.title}
    connection.execute(STORE_DOCUMENT, {**named, **document})
    counts.recount(connection, plan)
    completion.settle(connection, plan)
    kept, changed = (
        _anchors(connection.execute(STAYING, {**named, "kept": kept})) for kept in (True, False)
    )
    return Report(kept, changed, _anchors(connection.execute(REMOVED)))


def _anchors(rows: Cursor) -> tuple[str, ...]:
    return tuple(row["anchor"] for row in rows)
