"""Readiness: which steps can be worked on (CLM-17)."""

from impl.store import guards
from impl.store.claims import EXPIRED
from impl.store.connection import Connection
from spec.vocabulary.readiness import Readiness, Ready

PARTITION = f"""
SELECT step.anchor,
    CASE
        WHEN step.status = 'completed' THEN 'completed'
        WHEN step.open_dependencies > 0 THEN 'blocked'
        WHEN step.status = 'pending' THEN 'ready'
        WHEN {EXPIRED} THEN 'expired_claim'
        ELSE 'blocked'
    END AS part
FROM steps AS step
WHERE step.plan = :plan AND step.parent IS NULL
ORDER BY step.step_index
"""


def ready(connection: Connection, operation: Ready) -> Readiness:
    """Sort the top-level steps by what can be done with them (CLM-17). Changes nothing."""
    guards.require_plan(connection, operation.plan)
    named = guards.named(operation)
    parts: dict[str, list[str]] = {name: [] for name in Readiness.__slots__}
    for step in connection.execute(PARTITION, named):
        parts[step["part"]].append(step["anchor"])
    return Readiness(**{part: tuple(anchors) for part, anchors in parts.items()})
