"""The state of a store, in the vocabulary's words."""

import sqlite3
from collections import defaultdict
from typing import Any

from impl.store import review_rows
from impl.store.iteration_rows import JOIN_LOOP, LOOP_COLUMNS, loop_of
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Artifact, Plan, PlanStatus, State, Step, StepStatus

READ_PLAN = f"""
SELECT plans.document_hash, plans.title, plans.status,
    {review_rows.COLUMNS},
    {LOOP_COLUMNS}
FROM plans
LEFT JOIN review_cycles ON review_cycles.plan = plans.path
{JOIN_LOOP}
WHERE plans.path = :plan
"""

READ_STEPS = """
SELECT anchor, step_index, title, parent, status, claimed_by, claimed_at, lease_expires_at,
    heartbeat_at, started_at, completed_at, commit_hash, complete_reason
FROM steps
WHERE plan = :plan AND (:family IS NULL OR anchor = :family OR parent = :family)
ORDER BY step_index
"""

OF_FAMILY = """(
    :family IS NULL
    OR step = :family
    OR step IN (SELECT anchor FROM steps WHERE plan = :plan AND parent = :family)
)"""

READ_DEPENDENCIES = f"""
SELECT step, depends_on
FROM dependencies
WHERE plan = :plan AND {OF_FAMILY}
ORDER BY step, position
"""

READ_ITEMS = f"""
SELECT step, kind, ordinal, text, status, reason
FROM checklist_items
WHERE plan = :plan AND {OF_FAMILY}
ORDER BY step, CASE kind WHEN 'task' THEN 0 WHEN 'test' THEN 1 ELSE 2 END, ordinal
"""

READ_ARTIFACTS = f"""
SELECT step, id, kind, summary, recorded_at
FROM artifacts
WHERE plan = :plan AND {OF_FAMILY}
ORDER BY id
"""

READ_PATHS = "SELECT path FROM plans ORDER BY path"

READ_LAST_ARTIFACT_ID = "SELECT seq FROM sqlite_sequence WHERE name = 'artifacts'"

ITEM_KINDS = {kind.value: kind for kind in ItemKind}
ITEM_STATUSES = {status.value: status for status in ItemStatus}
STEP_STATUSES = {status.value: status for status in StepStatus}


def read_plan(connection: sqlite3.Connection, path: str, family: str | None = None) -> Plan | None:
    """Give a plan as it is stored, in five queries and one for a loop; none if unknown.

    With `family` only that top-level step and its substeps.
    """
    named = {"plan": path, "family": family}
    found = connection.execute(READ_PLAN, named).fetchone()
    if found is None:
        return None
    dependencies: defaultdict[str, list[str]] = defaultdict(list)
    for step, depends_on in connection.execute(READ_DEPENDENCIES, named):
        dependencies[step].append(depends_on)
    items: defaultdict[str, list[Item]] = defaultdict(list)
    for step, kind, ordinal, text, status, reason in connection.execute(READ_ITEMS, named):
        item = Item(ITEM_KINDS[kind], ordinal, text, ITEM_STATUSES[status], reason)
        items[step].append(item)
    artifacts: defaultdict[str, list[Artifact]] = defaultdict(list)
    for step, *fields in connection.execute(READ_ARTIFACTS, named):
        artifacts[step].append(Artifact(*fields))
    steps = [
        _step(row, dependencies[row[0]], items[row[0]], artifacts[row[0]])
        for row in connection.execute(READ_STEPS, named)
    ]
    document_hash, title, plan_status = found[:3]
    reviews, loop = found[3 : 3 + review_rows.WIDTH], found[3 + review_rows.WIDTH :]
    return Plan(
        path,
        document_hash,
        title,
        PlanStatus(plan_status),
        tuple(steps),
        review_cycle=review_rows.cycle_of(reviews),
        iteration_loop=loop_of(connection, path, loop),
    )


def read_paths(connection: sqlite3.Connection) -> list[str]:
    """Give the paths of all plans, in order."""
    return [path for (path,) in connection.execute(READ_PATHS).fetchall()]


def read_state(connection: sqlite3.Connection) -> State:
    """Give all plans, ordered by path, and the last artifact id that was given."""
    plans = (read_plan(connection, path) for path in read_paths(connection))
    last = connection.execute(READ_LAST_ARTIFACT_ID).fetchone()
    return State(tuple(plan for plan in plans if plan is not None), last[0] if last else 0)


def _step(
    row: tuple[Any, ...], dependencies: list[str], items: list[Item], artifacts: list[Artifact]
) -> Step:
    """Make a step of a row of `READ_STEPS` and of what belongs to it."""
    return Step(
        anchor=row[0],
        index=row[1],
        title=row[2],
        parent=row[3],
        dependencies=tuple(dependencies),
        status=STEP_STATUSES[row[4]],
        claimed_by=row[5],
        claimed_at=row[6],
        lease_expires_at=row[7],
        heartbeat_at=row[8],
        started_at=row[9],
        completed_at=row[10],
        commit_hash=row[11],
        complete_reason=row[12],
        items=tuple(items),
        artifacts=tuple(artifacts),
    )
