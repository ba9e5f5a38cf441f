"""Loading: replacing all that is stored by a given state."""

from impl.store import counts
from impl.store.connection import Connection
from impl.store.database.rows import (
    ARTIFACTS,
    ITEMS,
    PLANS,
    REVIEWS,
    STEPS,
    WRITE_DEPENDENCY,
    write_loop,
)
from spec.vocabulary.state import Plan, State


def write_state(connection: Connection, state: State) -> None:
    """Replace all that is stored by a state. An impossible one raises `sqlite3.IntegrityError`."""
    connection.execute("DELETE FROM plans")  # and what belongs to them
    for plan in state.plans:
        _write_plan(connection, plan)
        counts.recount(connection, plan.path)


def _write_plan(connection: Connection, plan: Plan) -> None:
    path = plan.path
    connection.execute(PLANS.write, PLANS.row_of(plan))
    if plan.review_cycle is not None:
        connection.execute(REVIEWS.write, REVIEWS.row_of(plan.review_cycle, path))
    connection.executemany(STEPS.write, [STEPS.row_of(step, path) for step in plan.steps])
    # Dependencies may lead to later steps, so they come after all of these.
    for step in plan.steps:
        key = (path, step.anchor)
        if step.dependencies:
            positions = enumerate(step.dependencies)
            rows = [(*key, needed, position) for position, needed in positions]
            connection.executemany(WRITE_DEPENDENCY, rows)
        if step.items:
            connection.executemany(ITEMS.write, [ITEMS.row_of(item, *key) for item in step.items])
        for note in step.artifacts:
            connection.execute(ARTIFACTS.write, ARTIFACTS.row_of(note, *key))
    if plan.iteration_loop is not None:
        write_loop(connection, path, plan.iteration_loop)
