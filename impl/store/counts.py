"""The counts that a store keeps, so that a claim does not have to look at every step of a plan.

Each step counts its dependencies that are not completed. Each plan counts its top-level steps that
are not completed, and those of them that are ready: pending, and with every dependency completed.
"""

from collections.abc import Iterable

from impl.store import guards
from impl.store.connection import Connection

_OPEN_DEPENDENCIES = """(
    SELECT count(*)
    FROM dependencies
    JOIN steps AS needed
        ON needed.plan = dependencies.plan AND needed.anchor = dependencies.depends_on
    WHERE dependencies.plan = steps.plan
        AND dependencies.step = steps.anchor
        AND needed.status <> 'completed'
)"""

_READY_STEPS = """(
    SELECT count(*) FROM steps
    WHERE plan = path AND parent IS NULL AND status = 'pending' AND open_dependencies = 0
)"""

_UNFINISHED_STEPS = """(
    SELECT count(*) FROM steps WHERE plan = path AND parent IS NULL AND status <> 'completed'
)"""

COUNT_OF_STEPS = f"UPDATE steps SET open_dependencies = {_OPEN_DEPENDENCIES}"

COUNT_OF_PLANS = f"""
UPDATE plans SET ready_steps = {_READY_STEPS}, unfinished_steps = {_UNFINISHED_STEPS}
"""

# A step without dependencies is stored with 0.
RECOUNT = (
    f"""
    {COUNT_OF_STEPS}
    WHERE plan = :plan AND anchor IN (SELECT step FROM dependencies WHERE plan = :plan)
    """,
    f"{COUNT_OF_PLANS} WHERE path = :plan",
)

FIND_WRONG = f"""
SELECT path
FROM plans
WHERE ready_steps <> {_READY_STEPS}
    OR unfinished_steps <> {_UNFINISHED_STEPS}
    OR EXISTS (
        SELECT 1 FROM steps WHERE plan = path AND open_dependencies <> {_OPEN_DEPENDENCIES}
    )
ORDER BY path
"""

# Each step depends on another at most once. SQLite 3.40 answers `parent IS NULL` wrongly here.
UNBLOCK = """
UPDATE steps
SET open_dependencies = open_dependencies - 1
WHERE plan = :plan
    AND anchor IN (SELECT step FROM dependencies WHERE plan = :plan AND depends_on = :step)
RETURNING parent, status = 'pending' AND open_dependencies = 0 AS is_free
"""

ADD_READY = "UPDATE plans SET ready_steps = ready_steps + :change WHERE path = :plan"


def recount(connection: Connection, plan: str) -> None:
    """Count everything of a plan anew, after its steps were stored."""
    for statement in RECOUNT:
        connection.execute(statement, {"plan": plan})


def is_ready(connection: Connection, plan: str, step: str) -> bool:
    """Return whether a step counts as ready."""
    row = guards.step_row(connection, plan, step)
    is_pending = row is not None and row["parent"] is None and row["status"] == "pending"
    return is_pending and not row["open_dependencies"]


def add_ready(connection: Connection, plan: str, change: int) -> None:
    """Count steps that have become ready, or with a negative number that no longer are."""
    if change:
        connection.execute(ADD_READY, {"plan": plan, "change": change})


def unblock(connection: Connection, plan: str, completed: Iterable[str]) -> None:
    """Count, for all steps that depend on them, that some steps are now completed."""
    readied = 0
    for step in completed:
        dependents = connection.execute(UNBLOCK, {"plan": plan, "step": step}).fetchall()
        readied += sum(row["parent"] is None and bool(row["is_free"]) for row in dependents)
    add_ready(connection, plan, readied)


def problems(connection: Connection) -> list[str]:
    """Return in which plans a count is wrong, a sentence each."""
    wrong = connection.execute(FIND_WRONG)
    return [f"{row['path']}: the kept counts of its steps are wrong" for row in wrong]
