"""What leads from each version of the tables to the next: sentences, and statements for SQLite.

A server translates the statements; its first version was 6.
"""

from typing import NamedTuple

from impl.store import counts
from impl.store.database import tables


class SchemaChange(NamedTuple):
    """What leads to the next version: a sentence, and statements."""

    sentence: str
    statements: tuple[str, ...]


CHANGES = (
    SchemaChange(
        "Create the tables of plans, with their indexes.",
        (*tables.TABLES, *tables.INDEXES),
    ),
    SchemaChange(
        "Add the times at which a plan was registered and last changed.",
        tables.PLAN_TIMES,
    ),
    SchemaChange(
        "Create the table of the reviews of plans.",
        (tables.REVIEW_CYCLES,),
    ),
    SchemaChange(
        "Create the tables of iteration loops.",
        tables.ITERATION_TABLES,
    ),
    SchemaChange(
        "Count the artifacts of each plan; those of older stores keep their ids.",
        tables.COUNT_ARTIFACTS_BY_PLAN,
    ),
    SchemaChange(
        "Add the ids of claims and the count of them (CLM-19).",
        tables.CLAIM_IDS,
    ),
    SchemaChange(
        "Count the steps of each plan that remain, and index those that can be claimed.",
        (*tables.COUNTS, counts.COUNT_OF_STEPS, counts.COUNT_OF_PLANS, *tables.CLAIM_INDEXES),
    ),
    SchemaChange(
        "Record repository and branch of what is registered and claimed; count older claims.",
        (*tables.PLACES, *tables.COUNT_OLD_CLAIMS),
    ),
    SchemaChange(
        "Record why steps are released (CLM-14.17).",
        (tables.RELEASE_REASON,),
    ),
)
