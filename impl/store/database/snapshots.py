"""Snapshots: what is stored, in the words of the vocabulary."""

from collections import defaultdict
from typing import NamedTuple

from impl.store import guards
from impl.store.connection import Connection
from impl.store.database.rows import (
    ARTIFACTS,
    ITEMS,
    LOOPS,
    PLANS,
    REVIEWS,
    STEPS,
    VIOLATIONS,
)
from spec.vocabulary.items import Item
from spec.vocabulary.state import Artifact, Plan, Show, Shown, State, Step

READ_PLAN = f"""
SELECT {PLANS.select}, {REVIEWS.select}, {LOOPS.select}
FROM plans
LEFT JOIN review_cycles ON review_cycles.plan = plans.path
LEFT JOIN iteration_loops ON iteration_loops.plan = plans.path
WHERE plans.path = :plan
"""

CYCLE = len(PLANS.fields)
LOOP = CYCLE + len(REVIEWS.fields)
"""Where the columns of review cycle and loop begin, all `NULL` if the plan has none."""

READ_VIOLATIONS = f"""
SELECT {VIOLATIONS.select} FROM iteration_violations WHERE plan = :plan ORDER BY position
"""

OF_FAMILY = """
    SELECT CAST(:family AS TEXT)
    UNION ALL SELECT anchor FROM steps WHERE plan = :plan AND parent = :family
"""
"""The anchors of a top-level step and its substeps."""


class Statements(NamedTuple):
    """What reads the steps of a plan, or of one family, and everything that belongs to them."""

    steps: str
    dependencies: str
    items: str
    artifacts: str


def _statements(of_plan: str, of_step: str) -> Statements:
    """Return the statements for the rows that two conditions choose, of steps and of others."""
    return Statements(
        f"SELECT {STEPS.select} FROM steps WHERE {of_plan} ORDER BY step_index",
        f"SELECT step, depends_on FROM dependencies WHERE {of_step} ORDER BY step, position",
        f"""
        SELECT {ITEMS.select}, step FROM checklist_items WHERE {of_step}
        ORDER BY step, CASE kind WHEN 'task' THEN 0 WHEN 'test' THEN 1 ELSE 2 END, ordinal
        """,
        f"""
        SELECT {ARTIFACTS.select}, step FROM artifacts WHERE {of_step}
        ORDER BY id
        """,
    )


READ_WHOLE = _statements("plan = :plan", "plan = :plan")
READ_FAMILY = _statements(
    f"plan = :plan AND anchor IN ({OF_FAMILY})", f"plan = :plan AND step IN ({OF_FAMILY})"
)

READ_PATHS = "SELECT path FROM plans ORDER BY path"

READ_TIMES = "SELECT created_at, updated_at FROM plans WHERE path = ?"

# Two changes in one millisecond leave another count, another hash, or another next expiry.
READ_MARK = """
SELECT updated_at, document_hash, last_claim_id, ready_steps, unfinished_steps,
    (
        SELECT min(lease_expires_at) FROM steps
        WHERE plan = path AND parent IS NULL AND lease_expires_at IS NOT NULL
    )
FROM plans WHERE path = ?
"""


class PlanTimes(NamedTuple):
    """When a plan was registered and last changed; `None` if that was not recorded."""

    created_at: int | None
    updated_at: int | None


def show(connection: Connection, operation: Show) -> Shown:
    """Return all that is stored of a plan, and whether it has drifted (PLN-6.5)."""
    stored_hash = guards.require_plan(connection, operation.plan)
    plan = read_plan(connection, operation.plan)
    assert plan is not None  # required above, in the same transaction
    return Shown(plan, drifted=stored_hash != operation.document_hash)


def read_plan(connection: Connection, path: str, family: str | None = None) -> Plan | None:
    """Return a plan as it is stored, or `None` if it is not registered.

    With `family`, the anchor of a top-level step, only that step and its substeps.
    """
    named = {"plan": path, "family": family}
    found = connection.execute(READ_PLAN, named).fetchone()
    if found is None:
        return None
    cycle = REVIEWS.read(found, after=CYCLE) if found["max_reviews"] is not None else None
    loop = None
    if found["max_iterations"] is not None:
        violations = map(VIOLATIONS.read, connection.execute(READ_VIOLATIONS, named))
        loop = LOOPS.read(found, after=LOOP, violations=tuple(violations))
    steps = _steps(connection, named)
    return PLANS.read(found, steps=steps, review_cycle=cycle, iteration_loop=loop)


def read_paths(connection: Connection) -> list[str]:
    """Return the paths of all plans, in order."""
    return [path for (path,) in connection.execute(READ_PATHS)]


def read_times(connection: Connection, path: str) -> PlanTimes:
    """Return the times of a plan, both `None` if it is not registered."""
    return PlanTimes(*(connection.execute(READ_TIMES, (path,)).fetchone() or (None, None)))


def read_mark(connection: Connection, path: str) -> tuple[object, ...]:
    """Return what is another once a step of a plan has become free; empty for an unknown plan."""
    return tuple(connection.execute(READ_MARK, (path,)).fetchone() or ())


def read_state(connection: Connection) -> State:
    """Return all plans, ordered by path."""
    plans = (read_plan(connection, path) for path in read_paths(connection))
    return State(tuple(plan for plan in plans if plan is not None))


def _steps(connection: Connection, named: dict[str, str | None]) -> tuple[Step, ...]:
    """Return the steps of a plan, or of one family, with everything that belongs to them."""
    read = READ_WHOLE if named["family"] is None else READ_FAMILY
    dependencies: defaultdict[str, list[str]] = defaultdict(list)
    items: defaultdict[str, list[Item]] = defaultdict(list)
    artifacts: defaultdict[str, list[Artifact]] = defaultdict(list)
    for step, depends_on in connection.execute(read.dependencies, named):
        dependencies[step].append(depends_on)
    for row in connection.execute(read.items, named):
        items[row["step"]].append(ITEMS.read(row))
    for row in connection.execute(read.artifacts, named):
        artifacts[row["step"]].append(ARTIFACTS.read(row))
    return tuple(
        STEPS.read(
            row,
            dependencies=tuple(dependencies[anchor]),
            items=tuple(items[anchor]),
            artifacts=tuple(artifacts[anchor]),
        )
        for row in connection.execute(read.steps, named)
        for anchor in (row["anchor"],)
    )
