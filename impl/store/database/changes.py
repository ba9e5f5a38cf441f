"""What leads from each version of the tables to the next: sentences, and statements for SQLite.

A server translates the statements; its first version was 6.
"""

from typing import NamedTuple

from impl.store import counts
from impl.store.database import tables


class SchemaChange(NamedTuple):
    """What leads to the next version: its name in a file's record, a sentence, and statements."""

    name: str
    sentence: str
    statements: tuple[str, ...]


CHANGES = (
    SchemaChange(
        "m001_create_tables",
        "Create the tables of plans, with their indexes.",
        (*tables.TABLES, *tables.INDEXES),
    ),
    SchemaChange(
        "m002_record_plan_times",
        "Add the times at which a plan was registered and last changed.",
        tables.PLAN_TIMES,
    ),
    SchemaChange(
        "m003_create_review_cycles",
        "Create the table of the reviews of plans.",
        (tables.REVIEW_CYCLES,),
    ),
    SchemaChange(
        "m004_create_iteration_loops",
        "Create the tables of iteration loops.",
        tables.ITERATION_TABLES,
    ),
    SchemaChange(
        "m005_count_artifacts_by_plan",
        "Count the artifacts of each plan; those of older stores keep their ids.",
        tables.COUNT_ARTIFACTS_BY_PLAN,
    ),
    SchemaChange(
        "m006_give_claims_ids",
        "Add the ids of claims and the count of them (CLM-19).",
        tables.CLAIM_IDS,
    ),
    SchemaChange(
        "m007_keep_counts",
        "Count the steps of each plan that remain, and index those that can be claimed.",
        (*tables.COUNTS, counts.COUNT_OF_STEPS, counts.COUNT_OF_PLANS, *tables.CLAIM_INDEXES),
    ),
    SchemaChange(
        "m008_record_places",
        "Record repository and branch of what is registered and claimed; count older claims.",
        (*tables.PLACES, *tables.COUNT_OLD_CLAIMS),
    ),
    SchemaChange(
        "m009_record_release_reasons",
        "Record why steps are released (CLM-14.17).",
        (tables.RELEASE_REASON,),
    ),
)
