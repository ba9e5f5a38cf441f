"""The tables of a store in PostgreSQL: those of SQLite, with the types and words of PostgreSQL."""

import re

from impl.store.database import tables

REPLACEMENTS = (
    # Without a rule of a language, so that texts are compared and ordered as the rules say.
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\bINTEGER\b", "BIGINT"),
    # What SQLite stores as 0 or 1: PostgreSQL has no order or arithmetic between the two.
    (r"\bfenced BIGINT NOT NULL DEFAULT 0\b", "fenced BOOLEAN NOT NULL DEFAULT false"),
    (r"fenced = 0 OR \(fenced = 1 AND (.*?)\)", r"NOT fenced OR \1"),
    (r"\brequires_continuation BIGINT\b", "requires_continuation BOOLEAN"),
    (r"iif\((\w+), ('\w+'), ('\w+')\)", r"CASE WHEN \1 THEN \2 ELSE \3 END"),
    (r"\bIS status\b", "IS NOT DISTINCT FROM status"),
    (r"coalesce\(([^()]*)\) IS NULL", r"num_nonnulls(\1) = 0"),  # of one type, there
    (r"length\(CAST\((\w+) AS BLOB\)\)", r"octet_length(\1)"),
    (r"(\w+) NOT GLOB '\*\[\^0-9a-f\]\*'", r"\1 !~ '[^0-9a-f]'"),
    (r"(\w+) GLOB '\[\[\]\*\]' AND json_valid\(\1\)", r"\1 IS JSON ARRAY"),
    # A row of an index has at most 2,704 bytes, and dependencies have one path and two anchors.
    (
        r"(\bpath TEXT [^,]*PRIMARY KEY)",
        r"\1 CONSTRAINT path_can_be_indexed CHECK (octet_length(path) <= 1000)",
    ),
    (
        r"(\banchor TEXT [^,]*NOT NULL)",
        r"\1 CONSTRAINT anchor_can_be_indexed CHECK (octet_length(anchor) <= 800)",
    ),
    # PostgreSQL has neither.
    (r"\) STRICT(, WITHOUT ROWID)?\s*$", ")"),
)
"""What is not the same in both, as patterns and what takes their place, one after the other."""

CREATE = (
    tables.PLANS,
    tables.STEPS,
    tables.DEPENDENCIES,
    tables.CHECKLIST_ITEMS,
    tables.ARTIFACTS_OF_PLANS,
    tables.REVIEW_CYCLES,
    *tables.ITERATION_TABLES,
    *tables.INDEXES,
    *tables.PLAN_TIMES,
    tables.LAST_ARTIFACT_ID,
    *tables.CLAIM_IDS,
    *tables.COUNTS,
    *tables.CLAIM_INDEXES,
    *tables.PLACES,
    tables.RELEASE_REASON,
)
"""The tables of this version."""

MARK = """
CREATE TABLE planspec_store (
    version BIGINT NOT NULL,
    only_row BOOLEAN PRIMARY KEY DEFAULT true CHECK (only_row)
)
"""
"""Marks a schema as a store, as `application_id` and `user_version` mark a file of SQLite."""


def translated(statement: str) -> str:
    """Return the statement of a table as PostgreSQL understands it."""
    for pattern, replacement in REPLACEMENTS:
        statement = re.sub(pattern, replacement, statement)
    return statement
