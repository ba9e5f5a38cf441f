"""`planstate store migrate`: the only command that changes a store of an older version."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from impl.store.database import schema
from impl.store.store import Store
from spec.vocabulary.plans import Register
from tests.impl.bridge import BRIDGE
from tests.impl.cli.calling import HOUR, begin, end
from tests.impl.cli.committers import killed_at
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.yard import Yard
from tests.impl.store.older_stores import VERSIONS, contents, write_store
from tests.profiles import AT_NIGHT, by_day_the_first, requires_ci_profile

MIGRATE = ("store", "migrate", "--wait", HOUR, "--json")
STRIDE = 1 if AT_NIGHT else 60
LEAST_POINTS = 40
"""How many points a migration has at least at which it can be killed."""


def old_store(desk: Desk, version: int = 4) -> Path:
    """Put a store of an older version in the place of the default one."""
    folder = desk.root / ".planstate"
    folder.mkdir()
    return write_store(version, folder / "state.db")


@pytest.mark.parametrize("version", by_day_the_first(VERSIONS[::-1]))
def test_other_commands_refuse_an_older_store_and_tell_what_to_do(version: int, desk: Desk) -> None:
    # Given a store of an older version,
    store = old_store(desk, version)
    before = contents(store)
    # when it is used,
    for command in ("show", "init", "ready"):
        reply = desk.json("state", command, PLAN)
        # then it is not changed, and the person learns how to bring it along,
        assert reply.code == 4
        [issue] = reply.envelope["issues"]
        assert issue["code"] == "E046"
        assert issue["message"] == (
            f"{store} is a store of version {version}; expected version {schema.VERSION}: run "
            "`planstate store migrate`, after which programs of older versions cannot use it"
        )
    assert contents(store) == before
    # and that helps.
    assert desk.json(*MIGRATE).data["migrated"]
    assert len(desk.json("state", "show").data["plans"]) == 2


def test_a_check_says_what_would_change_and_changes_nothing(desk: Desk) -> None:
    # Given an older store, when it is checked,
    store = old_store(desk)
    before = contents(store)
    data = desk.json("store", "migrate", "--check").data
    # then the versions and the changes are named, and nothing was changed.
    changes = [
        "Count the artifacts of each plan; those of older stores keep their ids.",
        "Add the ids of claims and the count of them (CLM-19).",
        "Count the steps of each plan that remain, and index those that can be claimed.",
        "Record repository and branch of what is registered and claimed; count older claims.",
        "Record why steps are released (CLM-14.17).",
    ]
    assert data == {
        "store": str(store),
        "from_version": 4,
        "to_version": schema.VERSION,
        "changes": changes,
        "migrated": False,
        "backup": None,
        "check": True,
    }
    assert (contents(store), [*store.parent.iterdir()]) == (before, [store])
    lines = desk.text("store", "migrate", "--check").out.splitlines()
    assert lines == [
        f"{store} would be migrated from version 4 to {schema.VERSION}",
        *(f"  {change}" for change in changes),
    ]


def test_migrating_again_does_nothing_again(desk: Desk) -> None:
    # Given an older store, when it is migrated twice,
    store = old_store(desk)
    first, again = desk.json(*MIGRATE).data, desk.json(*MIGRATE).data
    # then the second time nothing is left to do, and there is one copy.
    assert (first["migrated"], first["from_version"]) == (True, 4)
    assert first["to_version"] == schema.VERSION
    assert first["backup"] == f"{store}.v4.bak"
    assert (again["migrated"], again["changes"]) == (False, [])
    assert again["from_version"] == schema.VERSION
    assert [path.name for path in store.parent.glob("*.bak")] == ["state.db.v4.bak"]
    reply = desk.text("store", "migrate")
    assert reply.out == f"nothing to migrate: {store} is a store of version {schema.VERSION}\n"


def test_what_was_registered_by_another_hash_is_named(desk: Desk) -> None:
    # Given a plan whose document has another hash than its plan in the store,
    old_store(desk)
    # when the store is migrated and shown,
    assert desk.json(*MIGRATE).data["migrated"]
    reply = desk.json("state", "show")
    # then a warning names it, and registering it again keeps the step that is the same.
    warning, no_document = reply.envelope["issues"]
    assert warning["code"] == "E048"
    assert warning["message"].startswith(f"{PLAN} has changed since it was registered; ")
    assert warning["message"].endswith(f"run `planstate state init {PLAN} --dry-run`")
    assert "tunnel.md does not exist" in no_document["message"]
    assert desk.state("init")["resynced"]
    assert desk.json("state", "show", PLAN).envelope["issues"] == []


def test_who_has_not_migrated_yet_is_waited_for(desk: Desk) -> None:
    # Given an older program that writes to the store,
    store = old_store(desk)
    with closing(sqlite3.connect(store, isolation_level=None)) as older:
        older.execute("BEGIN IMMEDIATE")
        older.execute("UPDATE plans SET title = 'A long bridge'")
        # when the store is to be migrated at once, then that fails;
        reply = desk.json("store", "migrate", "--wait", "0")
        assert reply.code == 4
        assert "timed out waiting for the write lock" in reply.envelope["issues"][0]["message"]
        # when somebody waits for it, then what was written is in the store and in the copy.
        waiting = begin(desk.root, *MIGRATE)
        older.execute("COMMIT")
        data = end(waiting).data
    assert desk.json("state", "show").data["plans"][0]["phase_title"] == "A long bridge"
    assert any("A long bridge" in line for line in contents(Path(data["backup"])))


def test_of_several_at_once_one_migrates(desk: Desk) -> None:
    # Given an older store, when several processes migrate it at once,
    store = old_store(desk)
    replies = [end(process) for process in [begin(desk.root, *MIGRATE) for _ in range(4)]]
    # then all succeed, and one of them has done it.
    assert sorted(reply.data["migrated"] for reply in replies) == [False, False, False, True]
    assert [path.name for path in store.parent.glob("*.bak")] == ["state.db.v4.bak"]


def test_what_git_commits_meanwhile_is_recorded_after_the_migration(yard: Yard) -> None:
    # Given finished work, and a store that was not migrated yet,
    yard.finish()
    with closing(sqlite3.connect(yard.store)) as connection:
        connection.execute("PRAGMA user_version = 5")
    # when the work is committed,
    committed = yard.commit()
    # then git has it (COM-2), and the person learns why the step is not completed.
    assert committed["data"]["state_failure_reason"] == "db_error"
    assert "run `planstate store migrate`" in committed["issues"][0]["message"]
    # And when the store is migrated and the command repeated, then the step has that commit.
    assert yard.run(*MIGRATE).envelope["data"]["migrated"]
    again = yard.commit()["data"]
    assert not again["state_update_failed"]
    assert yard.step().commit_hash == committed["data"]["commit_hash"] == again["commit_hash"]


@requires_ci_profile
def test_a_migration_that_is_killed_at_any_point_leaves_the_old_store_or_the_new_one(
    desk: Desk,
) -> None:
    # Given a migration that is killed at one of its points, for one of many of them,
    for point, folder in killed_migrations(desk):
        store = folder / "state.db"
        # when the store is looked at,
        with closing(sqlite3.connect(store)) as connection:
            version = schema.version_of(connection)
        # then it is the old one, whole,
        if version != schema.VERSION:
            assert contents(store) == contents(write_store(4, folder / "whole.db")), point
        # and repeating the command finishes the work; a copy is complete wherever there is one.
        again = end(begin(desk.root, *MIGRATE, "--store", str(store)))
        assert again.data["migrated"] == (version == 4), point
        for copy in folder.glob("*.bak"):
            assert contents(copy) == contents(folder / "old.db"), point
        with Store.open(store) as opened:
            assert opened.integrity_problems() == []
            opened.apply(Register("other", BRIDGE, 0))


def killed_migrations(desk: Desk) -> Iterator[tuple[int, Path]]:
    """Yield the number of a point and a folder with a store whose migration was killed there."""
    for point in count(0, STRIDE):
        folder = desk.root / str(point)
        folder.mkdir()
        write_store(4, folder / "old.db")
        store = write_store(4, folder / "state.db")
        if not killed_at(point, desk.root, *MIGRATE, "--store", str(store)):
            assert point > LEAST_POINTS
            return
        yield point, folder
