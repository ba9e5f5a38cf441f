"""Who owns what is in the schema of a store: its code runs with the permissions of its callers."""

from typing import TYPE_CHECKING

from impl.store.database.opening import StoreUnavailable

if TYPE_CHECKING:
    from impl.store.database.postgresql_connection import Driver

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
