"""Files of older versions become current ones when that is asked for; others are left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from impl.store.database import changes, migrating, schema
from impl.store.database.changes import SchemaChange
from impl.store.database.opening import StoreUnavailable
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
    """Add a change to those that the program knows."""
    statements = ["ALTER TABLE steps ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0"]
    if broken:
        statements.append("ALTER TABLE nowhere ADD COLUMN epoch INTEGER")
    later = SchemaChange("m999_add_epochs", "Add epochs.", tuple(statements))
    monkeypatch.setattr(changes, "CHANGES", (*changes.CHANGES, later))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)


def columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute("PRAGMA table_info(steps)")]


def test_a_failing_migration_leaves_the_file_as_it_was(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a migration that fails half-way, when a store is migrated,
    before = columns(old_file)
    next_version(monkeypatch, broken=True)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrating.migrate(old_file, timeout_seconds=0)
    # then the store is as it was, and there is no copy, because nothing was changed.
    assert columns(old_file) == before
    assert list(old_file.parent.iterdir()) == [old_file]


@pytest.mark.parametrize("failing", ["_copy", "_copy_names"])
def test_a_store_that_cannot_be_copied_is_not_migrated(
    failing: str, old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a full disk, when a store is to be migrated,
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    next_version(monkeypatch)
    monkeypatch.setattr(migrating, failing, full)
    with pytest.raises(OSError, match="No space left"):
        migrating.migrate(old_file, timeout_seconds=0)
    # then nothing was changed, and nothing takes up space.
    assert "epoch" not in columns(old_file)
    assert list(old_file.parent.iterdir()) == [old_file]


def test_no_copy_replaces_another(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given copies of migrations that were undone by hand, and what a killed process has left,
    version = schema.VERSION
    names = [f"plans.db.v{version}{number}.bak" for number in ("", ".2")]
    for name in (*names, ".plans.db.copying"):
        old_file.with_name(name).write_text("somebody's")
    # when the store is migrated again,
    next_version(monkeypatch)
    found = migrating.migrate(old_file, timeout_seconds=0)
    # then there is one copy more, as private as the store.
    assert found.copy == old_file.with_name(f"plans.db.v{version}.3.bak")
    assert [old_file.with_name(name).read_text() for name in names] == ["somebody's"] * 2


def test_a_copy_is_as_private_as_the_store(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a store that only its owner can read, when it is migrated, then so is the copy.
    old_file.chmod(0o600)
    next_version(monkeypatch)
    copy = migrating.migrate(old_file, timeout_seconds=0).copy
    assert copy is not None
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_file_of_a_newer_version_is_refused(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a store of a newer version,
    version = schema.VERSION
    with monkeypatch.context() as future:
        next_version(future)
        migrating.migrate(old_file, timeout_seconds=0)
    # when this program opens it or is to migrate it, then it leaves it alone.
    before = old_file.read_bytes()
    for use in (Store.open, lambda path: migrating.migrate(path, timeout_seconds=0)):
        with pytest.raises(StoreUnavailable) as error:
            use(old_file)
        assert str(error.value) == (
            f"{old_file} is a store of version {version + 1}, which is newer; expected version "
            f"{version}: use a program as new as the one that wrote it, or name another store"
        )
    assert old_file.read_bytes() == before


def test_a_program_that_has_the_store_open_does_not_go_on_after_a_newer_one_migrated_it(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a program that has opened a store, which a newer one then migrates,
    with Store.open(old_file) as store:
        with monkeypatch.context() as future:
            next_version(future)
            migrating.migrate(old_file, timeout_seconds=0)
        migrated = old_file.read_bytes()
        # when it reads or writes, then it is refused, because it does not know the tables.
        for work in (store.snapshot_state, lambda: store.apply(Register("other", BRIDGE, 0))):
            with pytest.raises(StoreUnavailable, match="by now, this is a store of version"):
                work()
        assert old_file.read_bytes() == migrated


def test_a_file_that_holds_nothing_is_not_migrated(tmp_path: Path) -> None:
    # Given no file, or one that is empty, when it is to be migrated, then that is an error.
    path = tmp_path / "plans.db"
    with pytest.raises(StoreUnavailable, match="does not exist; expected a store"):
        migrating.migrate(path, timeout_seconds=0)
    path.touch()
    with pytest.raises(StoreUnavailable, match="is empty, which no store is"):
        migrating.migrate(path, timeout_seconds=0)
    assert path.read_bytes() == b""
