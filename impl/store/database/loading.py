"""Loading: replacing all that is stored by a given state."""

import sqlite3

from impl.store.database import review_rows
from impl.store.database.iteration_rows import write_loop
from spec.vocabulary.items import Item
from spec.vocabulary.state import Plan, State, Step

# Children first, so that no foreign key has to cascade.
DELETE_ALL = (
    "DELETE FROM iteration_violations",
    "DELETE FROM iteration_loops",
    "DELETE FROM artifacts",
    "DELETE FROM checklist_items",
    "DELETE FROM dependencies",
    "DELETE FROM steps",
    "DELETE FROM review_cycles",
    "DELETE FROM plans",
)

WRITE_PLAN = "INSERT INTO plans (path, document_hash, title, status) VALUES (?, ?, ?, ?)"

WRITE_STEP = """
INSERT INTO steps (plan, anchor, step_index, title, parent, status, claimed_by, claimed_at,
    lease_expires_at, heartbeat_at, started_at, completed_at, commit_hash, complete_reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

WRITE_DEPENDENCY = """
INSERT INTO dependencies (plan, step, depends_on, position) VALUES (?, ?, ?, ?)
"""

WRITE_ITEM = """
INSERT INTO checklist_items (plan, step, kind, ordinal, text, status, reason)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""

WRITE_ARTIFACT = """
INSERT INTO artifacts (plan, step, id, kind, summary, recorded_at) VALUES (?, ?, ?, ?, ?, ?)
"""

# SQLite keeps the last id of an AUTOINCREMENT table here; writing to it is allowed.
FORGET_LAST_ARTIFACT_ID = "DELETE FROM sqlite_sequence WHERE name = 'artifacts'"
WRITE_LAST_ARTIFACT_ID = "INSERT INTO sqlite_sequence (name, seq) VALUES ('artifacts', ?)"


def write_state(connection: sqlite3.Connection, state: State) -> None:
    """Replace all that is stored by a state. An impossible one raises `sqlite3.IntegrityError`."""
    for statement in DELETE_ALL:
        connection.execute(statement)
    for plan in state.plans:
        _write_plan(connection, plan)
    connection.execute(FORGET_LAST_ARTIFACT_ID)
    if state.last_artifact_id:
        connection.execute(WRITE_LAST_ARTIFACT_ID, (state.last_artifact_id,))


def _write_plan(connection: sqlite3.Connection, plan: Plan) -> None:
    head = (plan.path, plan.document_hash, plan.title, plan.status.value)
    connection.execute(WRITE_PLAN, head)
    if plan.review_cycle is not None:
        row = review_rows.row_of(plan.path, plan.review_cycle)
        connection.execute(review_rows.WRITE, row)
    connection.executemany(WRITE_STEP, (_step_row(plan.path, step) for step in plan.steps))
    # Dependencies may lead to later steps, so they come after all of these.
    for step in plan.steps:
        key = (plan.path, step.anchor)
        if step.dependencies:
            positions = enumerate(step.dependencies)
            rows = [(*key, needed, position) for position, needed in positions]
            connection.executemany(WRITE_DEPENDENCY, rows)
        if step.items:
            connection.executemany(WRITE_ITEM, [(*key, *_item_row(item)) for item in step.items])
        for note in step.artifacts:
            row = (*key, note.id, note.kind, note.summary, note.recorded_at)
            connection.execute(WRITE_ARTIFACT, row)
    if plan.iteration_loop is not None:
        write_loop(connection, plan.path, plan.iteration_loop)


def _item_row(item: Item) -> tuple[str | int | None, ...]:
    return item.kind.value, item.ordinal, item.text, str(item.status), item.reason


def _step_row(path: str, step: Step) -> tuple[str | int | None, ...]:
    return (
        path,
        step.anchor,
        step.index,
        step.title,
        step.parent,
        step.status.value,
        step.claimed_by,
        step.claimed_at,
        step.lease_expires_at,
        step.heartbeat_at,
        step.started_at,
        step.completed_at,
        step.commit_hash,
        step.complete_reason,
    )
