"""The migrations of the tables, run by sqlite-utils.

Importing sqlite-utils takes longer than most commands take to run, so this module is imported only
to create or to migrate a store; see `schema`.
"""

import sqlite3

from sqlite_utils import Database, Migrations

from impl.store import counts
from impl.store.database import tables

MIGRATIONS = Migrations("planspec")


@MIGRATIONS()
def m001_create_tables(database: Database) -> None:
    """Create the tables of plans, with their indexes."""
    for statement in (*tables.TABLES, *tables.INDEXES):
        database.execute(statement)


@MIGRATIONS()
def m002_record_plan_times(database: Database) -> None:
    """Add the times at which a plan was registered and last changed."""
    for statement in tables.PLAN_TIMES:
        database.execute(statement)


@MIGRATIONS()
def m003_create_review_cycles(database: Database) -> None:
    """Create the table of the reviews of plans."""
    database.execute(tables.REVIEW_CYCLES)


@MIGRATIONS()
def m004_create_iteration_loops(database: Database) -> None:
    """Create the tables of iteration loops."""
    for statement in tables.ITERATION_TABLES:
        database.execute(statement)


@MIGRATIONS()
def m005_count_artifacts_by_plan(database: Database) -> None:
    """Count the artifacts of each plan; those of older stores keep their ids."""
    for statement in tables.COUNT_ARTIFACTS_BY_PLAN:
        database.execute(statement)


@MIGRATIONS()
def m006_give_claims_ids(database: Database) -> None:
    """Add the ids of claims and the count of them (CLM-19)."""
    for statement in tables.CLAIM_IDS:
        database.execute(statement)


@MIGRATIONS()
def m007_keep_counts(database: Database) -> None:
    """Count the steps of each plan that remain, and index those that can be claimed."""
    statements = (*tables.COUNTS, counts.COUNT_OF_STEPS, counts.COUNT_OF_PLANS)
    for statement in (*statements, *tables.CLAIM_INDEXES):
        database.execute(statement)


@MIGRATIONS()
def m008_record_places(database: Database) -> None:
    """Record repository and branch of what is registered and claimed; count older claims."""
    for statement in (*tables.PLACES, *tables.COUNT_OLD_CLAIMS):
        database.execute(statement)


@MIGRATIONS()
def m009_record_release_reasons(database: Database) -> None:
    """Record why steps are released (CLM-14.17)."""
    database.execute(tables.RELEASE_REASON)


def count_applied(connection: sqlite3.Connection) -> int:
    """Return how many of these migrations a database has. Writes nothing."""
    return len(MIGRATIONS.applied(Database(connection)))


def pending(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return what the migrations do that a database lacks, a sentence each. Writes nothing."""
    return tuple(each.fn.__doc__ or "" for each in MIGRATIONS.pending(Database(connection)))


def apply(connection: sqlite3.Connection) -> None:
    """Apply the migrations that a database lacks, inside the caller's transaction if it has one."""
    MIGRATIONS.apply(Database(connection))
