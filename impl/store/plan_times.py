"""When plans were registered and last changed: kept beside the state, which knows nothing of it."""

import sqlite3
from typing import NamedTuple

TOUCH = "UPDATE plans SET updated_at = ? WHERE path = ?"
READ = "SELECT created_at, updated_at FROM plans WHERE path = ?"


class PlanTimes(NamedTuple):
    """When a plan was registered, and when last changed; none for what an old store kept not."""

    created_at: int | None
    updated_at: int | None


def touch(connection: sqlite3.Connection, plan: str, now: int) -> None:
    """Remember that a plan was changed."""
    connection.execute(TOUCH, (now, plan))


def read(connection: sqlite3.Connection, plan: str) -> PlanTimes:
    """Give the times of a plan, none if it is not registered."""
    return PlanTimes(*(connection.execute(READ, (plan,)).fetchone() or (None, None)))
