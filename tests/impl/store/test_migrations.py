"""Files of an older version become current ones; newer and foreign ones are left alone."""

import sqlite3
from contextlib import closing
from copy import deepcopy
from pathlib import Path

import pytest
from sqlite_utils import Database

from impl.store.database import migrations, schema
from impl.store.database.opening import StoreUnavailable
from impl.store.database.schema import Contents
from impl.store.store import Store
from spec.vocabulary.plans import Register
from tests.impl.bridge import BRIDGE, PLAN, given


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "plans.db"
    with Store.open(path, synchronous="OFF") as store:
        given(store, Register(PLAN, BRIDGE, 0))
    return path


def next_version(monkeypatch: pytest.MonkeyPatch, *, broken: bool = False) -> None:
    """Add a migration to those that the program knows."""
    later = deepcopy(migrations.MIGRATIONS)

    @later()
    def m999_add_epochs(database: Database) -> None:
        database.execute("ALTER TABLE steps ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0")
        if broken:
            database.execute("ALTER TABLE nowhere ADD COLUMN epoch INTEGER")

    monkeypatch.setattr(migrations, "MIGRATIONS", later)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)


def columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute("PRAGMA table_info(steps)")]


def test_opening_an_older_file_migrates_it_and_keeps_its_plans(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(old_file) as store:
        before = store.snapshot_state()
    next_version(monkeypatch)
    with Store.open(old_file) as store:
        assert store.snapshot_state() == before
    assert columns(old_file)[-1] == "epoch"


def test_a_failing_migration_leaves_the_file_as_it_was(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = columns(old_file)
    next_version(monkeypatch, broken=True)
    with pytest.raises(StoreUnavailable, match="nowhere"):
        Store.open(old_file)
    assert columns(old_file) == before


def test_a_file_of_a_newer_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plans.db"
    with monkeypatch.context() as future:
        next_version(future)
        Store.open(path).close()
    with pytest.raises(StoreUnavailable, match="newer version"):
        Store.open(path)


def test_a_file_that_was_not_marked_is_migrated_and_marked(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("PRAGMA application_id = 0")
        connection.execute("PRAGMA user_version = 0")
        assert schema.inspect(connection) is Contents.OLDER
    Store.open(old_file).close()
    with closing(sqlite3.connect(old_file)) as connection:
        assert schema.inspect(connection) is Contents.CURRENT


def test_opening_again_applies_nothing_again(tmp_path: Path) -> None:
    for _ in range(3):
        Store.open(tmp_path / "plans.db").close()
    with closing(sqlite3.connect(tmp_path / "plans.db")) as connection:
        applied = migrations.MIGRATIONS.applied(Database(connection))
        assert migrations.MIGRATIONS.pending(Database(connection)) == []
    assert len(applied) == schema.VERSION
