"""Copying what a store holds into an empty one."""

from collections.abc import Mapping
from typing import NamedTuple

from impl.store.connection import Connection
from impl.store.database import loading, snapshots
from impl.store.database.snapshots import PlanTimes
from spec.vocabulary.state import State

SET_TIMES = """
UPDATE plans SET created_at = :created_at, updated_at = :updated_at, repository = :repository
WHERE path = :plan
"""


class NotEmpty(Exception):
    """A store that should be empty has plans."""


class CopiedContents(NamedTuple):
    """Everything that a store holds: the state, and when each plan was registered and changed."""

    state: State
    times: Mapping[str, PlanTimes]


def read_contents(connection: Connection) -> CopiedContents:
    """Return everything that a store holds, in the caller's transaction."""
    state = snapshots.read_state(connection)
    return CopiedContents(
        state, {plan.path: snapshots.read_times(connection, plan.path) for plan in state.plans}
    )


def write_contents(connection: Connection, contents: CopiedContents) -> None:
    """Store everything in the caller's transaction. Raises `NotEmpty`."""
    if found := snapshots.read_paths(connection):
        raise NotEmpty(", ".join(found))
    loading.write_state(connection, contents.state)
    for plan, times in contents.times.items():
        connection.execute(SET_TIMES, {"plan": plan, **times._asdict()})
