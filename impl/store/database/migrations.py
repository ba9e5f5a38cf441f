"""The migrations of the tables, run by sqlite-utils.

Importing sqlite-utils takes longer than most commands take to run, so this module is imported only
to create or to migrate a store; see `schema`.
"""

import sqlite3
from functools import cache
from threading import Lock

from sqlite_utils import Database, Migrations

from impl.store.database import schema, tables

MIGRATIONS = Migrations("planspec")

# Many threads may open stores in memory; the template is copied for one at a time.
_TEMPLATE_LOCK = Lock()


@MIGRATIONS()
def m001_create_tables(database: Database) -> None:
    """Create the tables of plans, with their indexes."""
    for statement in (*tables.TABLES, *tables.INDEXES):
        database.execute(statement)


@MIGRATIONS()
def m002_record_plan_times(database: Database) -> None:
    """Add the times at which a plan was registered and last changed."""
    plans = database.table("plans")
    plans.add_column("created_at", int)
    plans.add_column("updated_at", int)


@MIGRATIONS()
def m003_create_review_cycles(database: Database) -> None:
    """Create the table of the reviews of plans."""
    database.execute(tables.REVIEW_CYCLES)


@MIGRATIONS()
def m004_create_iteration_loops(database: Database) -> None:
    """Create the tables of iteration loops."""
    for statement in tables.ITERATION_TABLES:
        database.execute(statement)


def has_applied(connection: sqlite3.Connection) -> bool:
    """Return whether a database has any of these migrations. Writes nothing."""
    return bool(MIGRATIONS.applied(Database(connection)))


def apply(connection: sqlite3.Connection) -> None:
    """Apply the migrations that a database lacks, inside the caller's transaction if it has one."""
    MIGRATIONS.apply(Database(connection))
    schema.mark(connection)


def copy_template(connection: sqlite3.Connection) -> None:
    """Copy an empty store to a new database, many times faster than migrating it."""
    with _TEMPLATE_LOCK:
        _template().backup(connection)


@cache
def _template() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    apply(connection)
    return connection
