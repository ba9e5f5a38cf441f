"""`planstate store migrate` on a server: once, whoever is first, and never back."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from conformance.adapters.stores import in_schema, own_schema
from impl.store.database import changes, postgresql, postgresql_migrating, schema
from impl.store.database.changes import CHANGES, SchemaChange
from tests.impl.cli.calling import begin, end
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.store.older_stores import STORES
from tests.postgresql.held import DAY, named, waits
from tests.profiles import requires_ci_profile
from tests.servers import server_url

PROCESSES = 3
MIGRATE = ("store", "migrate", "--json", "--wait", str(DAY))
NEXT = schema.VERSION + 1
CHANGE = SchemaChange("colour", "Add a colour.", ("ALTER TABLE plans ADD COLUMN colour BIGINT",))

OF_VERSION_6 = """
ALTER TABLE {0}.plans DROP COLUMN unfinished_steps, DROP COLUMN ready_steps, DROP COLUMN repository;
ALTER TABLE {0}.steps DROP COLUMN open_dependencies, DROP COLUMN branch,
    DROP COLUMN release_reason;
DROP INDEX {0}.steps_by_lease, {0}.steps_by_holder;
UPDATE {0}.planspec_store SET version = 6;
"""


PARTS = """
SELECT 'column', table_name, column_name, data_type, is_nullable, column_default
FROM information_schema.columns WHERE table_schema = current_schema()
UNION ALL SELECT 'index', tablename, indexname, '', '', ''
FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL SELECT 'trigger', event_object_table, trigger_name, event_manipulation, '', ''
FROM information_schema.triggers WHERE trigger_schema = current_schema()
UNION ALL SELECT 'constraint', conrelid::regclass::text, conname, '', '', ''
FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
"""
"""The parts of the tables of a schema. Constraints that a column is not null are parts of it."""


def parts(place: str) -> set[tuple[str | None, ...]]:
    with psycopg.connect(place) as connection:
        return set(connection.execute(PARTS.encode()).fetchall())


def version(name: str) -> int:
    with psycopg.connect(server_url()) as connection:
        [(found,)] = connection.execute(f"SELECT version FROM {name}.planspec_store".encode())
    assert isinstance(found, int)
    return found


@requires_ci_profile
def test_of_many_who_start_at_once_one_creates_the_store(desk: Desk, name: str) -> None:
    # Given a server without a store, when several migrate at once,
    processes = [begin(desk.root, *MIGRATE) for _ in range(PROCESSES)]
    replies = [end(process).data for process in processes]
    # then one of them has created it, and all find it.
    assert sorted(each["from_version"] for each in replies) == [0] + [schema.VERSION] * 2
    assert [each["migrated"] for each in replies].count(True) == 1
    assert version(name) == schema.VERSION
    assert desk.state("init")["step_count"] == 3


def test_an_older_store_is_brought_along(
    desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a store, and a program that is newer,
    desk.held()
    monkeypatch.setattr(schema, "VERSION", NEXT)
    monkeypatch.setattr(changes, "CHANGES", (*CHANGES, CHANGE))
    # when it is used, then it is refused, and the error says what to do,
    reply = desk.json("state", "show")
    assert reply.code == 4
    assert "run `planstate store migrate`" in reply.out
    # which helps, once.
    assert desk.json("store", "migrate", "--check").data["changes"] == ["Add a colour."]
    first, again = (desk.json("store", "migrate").data for _ in range(2))
    assert (first["migrated"], again["migrated"], version(name)) == (True, False, NEXT)
    assert desk.state("show")["plan"]["steps"][0]["status"] == "claimed"
    # And the older program refuses it, to work with and to migrate.
    monkeypatch.setattr(schema, "VERSION", NEXT - 1)
    for command in (("state", "ready", PLAN), ("store", "migrate")):
        reply = desk.json(*command)
        assert (reply.code, f"of version {NEXT}, which is newer" in reply.out) == (4, True)


def test_a_migrated_store_has_the_tables_of_a_new_one() -> None:
    # Given the tables of the first version that was on a server, and none,
    with own_schema(server_url()) as old, own_schema(server_url()) as new:
        with psycopg.connect(old) as connection:
            connection.execute((STORES / "postgresql-v6.sql").read_bytes())
        # when both are migrated, then they are the same: no change of a version was forgotten.
        for place in (old, new):
            postgresql_migrating.migrate(place, DAY)
        assert parts(old) ^ parts(new) == set()


def test_a_migration_waits_for_who_has_begun(desk: Desk, name: str) -> None:
    # Given a store of an older version, and one who has just begun to read it,
    desk.held()
    place = named(in_schema(server_url(), name))
    with psycopg.connect(place) as reading, ThreadPoolExecutor() as pool:
        reading.execute(OF_VERSION_6.format(name).encode())
        reading.commit()
        reading.execute(postgresql.LOCK_TABLES.encode())
        # when the store is migrated, then that waits,
        migrating = pool.submit(postgresql_migrating.migrate, place, DAY)
        assert waits(place, migrating)
        # while the other goes on, to its end.
        assert reading.execute(postgresql.READ_VERSION.encode()).fetchone() == (6,)
        reading.commit()
        assert migrating.result().version == 6
    assert version(name) == schema.VERSION


def test_a_migration_that_fails_changes_nothing(
    desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a migration whose second statement fails,
    desk.held()
    monkeypatch.setattr(schema, "VERSION", NEXT)
    broken = CHANGE._replace(statements=(*CHANGE.statements, "ALTER TABLE nothing ADD x TEXT"))
    monkeypatch.setattr(changes, "CHANGES", (*CHANGES, broken))
    # when it is tried, then the store stays as it was.
    reply = desk.json("store", "migrate")
    assert (reply.code, "and nothing was changed" in reply.out) == (4, True)
    assert version(name) == NEXT - 1
    with psycopg.connect(server_url()) as connection:
        found = connection.execute(
            "SELECT count(*) FROM information_schema.columns "
            "WHERE table_schema = %s AND column_name = 'colour'",
            (name,),
        ).fetchone()
    assert found == (0,)
