"""Snapshots: what is stored, in the words of the vocabulary."""

import sqlite3
from collections import defaultdict
from typing import NamedTuple

from impl.store import guards
from impl.store.database import review_rows
from impl.store.database.iteration_rows import JOIN_LOOP, LOOP_COLUMNS, loop_of
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Artifact, Plan, PlanStatus, Show, Shown, State, Step, StepStatus

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

READ_TIMES = "SELECT created_at, updated_at FROM plans WHERE path = ?"

READ_LAST_ARTIFACT_ID = "SELECT seq FROM sqlite_sequence WHERE name = 'artifacts'"

ITEM_KINDS = {kind.value: kind for kind in ItemKind}
ITEM_STATUSES = {status.value: status for status in ItemStatus}
STEP_STATUSES = {status.value: status for status in StepStatus}


class PlanTimes(NamedTuple):
    """When a plan was registered and last changed; `None` if that was not recorded."""

    created_at: int | None
    updated_at: int | None


def show(connection: sqlite3.Connection, operation: Show) -> Shown:
    """Return all that is stored of a plan, and whether its document has changed since (PLN-6)."""
    stored_hash = guards.require_plan(connection, operation.plan)
    plan = read_plan(connection, operation.plan)
    assert plan is not None  # required above, in the same transaction
    return Shown(plan, drifted=stored_hash != operation.document_hash)


def read_plan(connection: sqlite3.Connection, path: str, family: str | None = None) -> Plan | None:
    """Return a plan as it is stored, or `None` if it is not registered.

    With `family`, the anchor of a top-level step, only that step and its substeps.
    """
    named = {"plan": path, "family": family}
    found = connection.execute(READ_PLAN, named).fetchone()
    if found is None:
        return None
    return Plan(
        path,
        found["document_hash"],
        found["title"],
        PlanStatus(found["status"]),
        _steps(connection, named),
        review_cycle=review_rows.cycle_of(found),
        iteration_loop=loop_of(connection, path, found),
    )


def read_paths(connection: sqlite3.Connection) -> list[str]:
    """Return the paths of all plans, in order."""
    return [path for (path,) in connection.execute(READ_PATHS)]


def read_times(connection: sqlite3.Connection, path: str) -> PlanTimes:
    """Return the times of a plan, both `None` if it is not registered."""
    return PlanTimes(*(connection.execute(READ_TIMES, (path,)).fetchone() or (None, None)))


def read_state(connection: sqlite3.Connection) -> State:
    """Return all plans, ordered by path, and the last artifact id that was assigned."""
    plans = (read_plan(connection, path) for path in read_paths(connection))
    last = connection.execute(READ_LAST_ARTIFACT_ID).fetchone()
    return State(tuple(plan for plan in plans if plan is not None), last["seq"] if last else 0)


def _steps(connection: sqlite3.Connection, named: dict[str, str | None]) -> tuple[Step, ...]:
    """Return the steps of a plan, or of one family, with everything that belongs to them."""
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
    return tuple(
        _step(row, dependencies[row["anchor"]], items[row["anchor"]], artifacts[row["anchor"]])
        for row in connection.execute(READ_STEPS, named)
    )


def _step(
    row: sqlite3.Row, dependencies: list[str], items: list[Item], artifacts: list[Artifact]
) -> Step:
    """Return a step from a row of `READ_STEPS` and what belongs to it."""
    return Step(
        anchor=row["anchor"],
        index=row["step_index"],
        title=row["title"],
        parent=row["parent"],
        dependencies=tuple(dependencies),
        status=STEP_STATUSES[row["status"]],
        claimed_by=row["claimed_by"],
        claimed_at=row["claimed_at"],
        lease_expires_at=row["lease_expires_at"],
        heartbeat_at=row["heartbeat_at"],
        started_at=row["started_at"],
        completed_at=row["completed_at"],
        commit_hash=row["commit_hash"],
        complete_reason=row["complete_reason"],
        items=tuple(items),
        artifacts=tuple(artifacts),
    )
