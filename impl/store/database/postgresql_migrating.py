"""Bringing the store on a server along to the version of this program, when it is asked for."""

from contextlib import closing
from typing import TYPE_CHECKING

from impl.store.database import changes, postgresql, schema
from impl.store.database.migrating import Migration
from impl.store.database.postgresql_connection import failures_explained
from impl.store.database.postgresql_schema import require_own, translated

if TYPE_CHECKING:
    from impl.store.database.postgresql_connection import Driver


NOTIFY_NOBODY = (
    "DROP TRIGGER IF EXISTS plan_is_new ON plans",
    "DROP TRIGGER IF EXISTS step_can_be_claimed ON steps",
    "DROP FUNCTION IF EXISTS planspec_notify",
)
"""What a server has to drop besides: who waits looks."""

CREATED = "Create the tables of a store."

# In the order in which every transaction locks them, or the two could wait for each other.
LOCK_STORE = "LOCK TABLE plans, planspec_store IN ACCESS EXCLUSIVE MODE"
STORE_VERSION = "UPDATE planspec_store SET version = %s"


def examine(url: str, timeout_seconds: float, *, as_owner: bool = True) -> Migration:
    """Return what a migration would change. Raises `StoreUnavailable`.

    It does so, as a migration would, if another role owns a part of the schema, unless it is not
    examined `as_owner`.
    """
    with closing(postgresql.connect(url, timeout_seconds)) as driver, failures_explained():
        if as_owner:
            require_own(driver)
        return _examined(driver)


def migrate(url: str, timeout_seconds: float) -> Migration:
    """Bring a store along, wholly or not at all, and return what was changed.

    Creates one where there is none. Several processes may do so at the same time: the first does
    the work. Raises `StoreUnavailable`.
    """
    with closing(postgresql.connect(url, timeout_seconds)) as driver, failures_explained():
        postgresql.limit_waiting(driver, timeout_seconds)
        require_own(driver)
        found = _examined(driver)
        is_new = not found.version and postgresql.create(driver)
        if is_new or found.version == schema.VERSION:
            return found
        with driver.transaction():
            # Nobody else works on the store until it is committed, and then as a new program.
            driver.execute(LOCK_STORE)
            require_own(driver)
            found = _examined(driver)
            for change in changes.CHANGES[found.version :]:
                for statement in change.statements:
                    driver.execute(translated(statement).encode())
            for statement in NOTIFY_NOBODY:
                driver.execute(statement)
            driver.execute(STORE_VERSION, (schema.VERSION,))
    return found


def _examined(driver: "Driver") -> Migration:
    if not postgresql.is_store(driver):
        return Migration(0, (CREATED,))
    [(version,)] = driver.execute(postgresql.READ_VERSION.encode())
    schema.require_known(version, "this")
    return Migration(version, tuple(change.sentence for change in changes.CHANGES[version:]))
