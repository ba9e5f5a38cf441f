"""The repository of a plan: in a file that repositories share, each has plans of its own."""

from impl.store.connection import Connection
from impl.store.database.opening import StoreUnavailable

REPOSITORY = "SELECT repository FROM plans WHERE path = :plan"
RECORD = "UPDATE plans SET repository = :repository WHERE path = :plan"


def require_repository(connection: Connection, plan: str, own: tuple[str, ...]) -> None:
    """Raise `StoreUnavailable` for a plan that is recorded as that of another repository.

    `own` are the names of the caller's repository.
    """
    row = connection.execute(REPOSITORY, {"plan": plan}).fetchone()
    if row is None or row["repository"] in (None, *own):
        return
    raise StoreUnavailable(
        f"{plan} in this store is a plan of the repository {row['repository']}; expected one of "
        f"{own[0]}: name a store of its own with `--store` or $PLANSTATE_STORE; clones of one "
        'repository share a store if it has a name (`repository = "NAME"` in a committed '
        "planstate.toml)"
    )


def record_repository(connection: Connection, plan: str, name: str) -> None:
    """Record the repository of a plan, unless it is recorded or there is no such plan."""
    row = connection.execute(REPOSITORY, {"plan": plan}).fetchone()
    if row is not None and row["repository"] != name:
        connection.execute(RECORD, {"plan": plan, "repository": name})
