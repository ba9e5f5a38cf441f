"""Readiness: which steps can be worked on (CLM)."""

import sqlite3

from impl.store import guards
from impl.store.claims import CLAIMABLE
from spec.vocabulary.readiness import Readiness, Ready

PARTITION = f"""
SELECT step.anchor,
    CASE
        WHEN step.status = 'completed' THEN 'completed'
        WHEN NOT {CLAIMABLE} THEN 'blocked'
        WHEN step.status = 'pending' THEN 'ready'
        ELSE 'expired_claim'
    END
FROM steps AS step
WHERE step.plan = :plan AND step.parent IS NULL
ORDER BY step.step_index
"""


def ready(connection: sqlite3.Connection, operation: Ready) -> Readiness:
    """Sort the top-level steps by what can be done with them (CLM-17). Changes nothing."""
    guards.require_plan(connection, operation.plan)
    anyone = {"plan": operation.plan, "now": operation.now, "worktree": None, "force": False}
    lists: dict[str, list[str]] = {
        "completed": [],
        "expired_claim": [],
        "ready": [],
        "blocked": [],
    }
    for anchor, name in connection.execute(PARTITION, anyone):
        lists[name].append(anchor)
    return Readiness(**{name: tuple(anchors) for name, anchors in lists.items()})
