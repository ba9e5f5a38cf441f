"""The tables of a store in PostgreSQL: those of SQLite in other words, and who owns them.

The code of a schema runs with the permissions of those who use it.
"""

import re
from typing import TYPE_CHECKING, Any

from impl.store.database import changes, tables
from impl.store.database.opening import StoreUnavailable

if TYPE_CHECKING:
    import psycopg

    Driver = psycopg.Connection[Any]

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

CREATE = tuple(
    tables.ARTIFACTS_OF_PLANS if statement == tables.ARTIFACTS else statement
    for change in changes.CHANGES
    for statement in change.statements
    if change.statements != tables.COUNT_ARTIFACTS_BY_PLAN or statement == tables.LAST_ARTIFACT_ID
)
"""The tables of this version. No server has one in which artifacts are not counted by the plan."""

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


# What a superuser owns is not foreign, because a superuser may do anything anyway. A trigger has no
# owner, but what it runs has one. The schema is named by the path even if its use is not permitted.
FOREIGN = """
WITH place AS (
    SELECT n.oid, CASE n.nspowner WHEN 'pg_database_owner'::regrole THEN d.datdba
        ELSE n.nspowner END AS owner, d.oid AS database
    FROM pg_namespace AS n, pg_database AS d
    WHERE d.datname = current_database() AND n.oid = to_regnamespace(
        coalesce(current_schema(), split_part(current_setting('search_path'), ',', 1)))
), found (class, object, owner) AS (
    SELECT 'pg_namespace'::regclass, oid, owner FROM place
    UNION ALL
    SELECT inside.classid, inside.objid, owned.refobjid
    FROM place
    JOIN pg_depend AS inside
        ON inside.refclassid = 'pg_namespace'::regclass AND inside.refobjid = place.oid
    JOIN pg_shdepend AS owned ON owned.dbid = place.database AND owned.deptype = 'o'
        AND owned.classid = inside.classid AND owned.objid = inside.objid
    UNION ALL
    SELECT 'pg_trigger'::regclass, pg_trigger.oid, pg_proc.proowner
    FROM place
    JOIN pg_class ON pg_class.relnamespace = place.oid
    JOIN pg_trigger ON pg_trigger.tgrelid = pg_class.oid
    JOIN pg_proc ON pg_proc.oid = pg_trigger.tgfoid
)
SELECT object.type || ' ' || object.identity, pg_roles.rolname
FROM found CROSS JOIN pg_identify_object(found.class, found.object, 0) AS object
JOIN pg_roles ON pg_roles.oid = found.owner
WHERE NOT pg_roles.rolsuper AND pg_roles.rolname <> current_user
    AND (%s OR found.owner NOT IN (SELECT owner FROM place))
ORDER BY found.class <> 'pg_namespace'::regclass, 1
"""


def foreign(driver: "Driver", *, also_of_schema: bool) -> list[str]:
    """Return what in the schema is of a role that is neither the caller's nor the schema's owner.

    With `also_of_schema`, also what its owner owns, and the schema itself.
    """
    found = driver.execute(FOREIGN, (also_of_schema,))
    return [f"{name} (of the role {owner})" for name, owner in found]


def require_own(driver: "Driver") -> None:
    """Raise `StoreUnavailable` if somebody else owns the schema, or anything in it."""
    if found := foreign(driver, also_of_schema=True):
        raise StoreUnavailable(
            "the schema of the store has what another role owns, whose code would run with your "
            f"permissions: {', '.join(found)}; expected only what your role, {driver.info.user}, "
            "owns: have it dropped by that role or an administrator, or connect as that role if it "
            "is the owner of your store"
        )
