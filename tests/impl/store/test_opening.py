"""Opening says clearly why a path cannot be a store, and leaves what is there as it is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from impl.store.database import sqlite
from impl.store.store import Store, StoreUnavailable


@pytest.mark.parametrize("left", ["0 bytes", "no tables", "without its log"])
def test_a_file_that_lost_its_store_is_refused_and_kept(tmp_path: Path, left: str) -> None:
    # Given what a full disk, a failed copy or a copy without the write-ahead log may leave,
    path = tmp_path / "plans.db"
    if left == "0 bytes":
        path.touch()
    elif left == "no tables":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
    else:
        path.with_name("plans.db-wal").write_bytes(b"frames of a store that is gone")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    # when it is opened, then it is no store without plans, and it is as it was.
    with pytest.raises(StoreUnavailable, match=r"(restore|move)"):
        Store.open(path)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_name_that_means_memory_to_sqlite_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store.open(":memory:").close()
    assert (tmp_path / ":memory:").is_file()


def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"does not exist: create .* first"):
        Store.open(tmp_path / "missing" / "plans.db")
    assert list(tmp_path.iterdir()) == []


def test_an_old_sqlite_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a Python whose SQLite is too old, when a store is opened, then the message says so.
    monkeypatch.setattr(sqlite, "OLDEST", (99, 1))
    with pytest.raises(StoreUnavailable, match=r"has SQLite \S+; expected 99\.1 or newer"):
        Store.open(tmp_path / "plans.db")


@pytest.mark.parametrize("path", ["", "nul\x00character"])
def test_a_path_that_cannot_be_is_refused(path: str) -> None:
    with pytest.raises(StoreUnavailable, match="expected"):
        Store.open(path)


@pytest.mark.parametrize("text", ["# A plan\n", "x" * 5_000], ids=["short", "long"])
def test_a_file_of_another_kind_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "plan.md"
    path.write_text(text)
    with pytest.raises(StoreUnavailable, match=r"plan\.md cannot be opened .*; expected .*: check"):
        Store.open(path)
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE plans (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreUnavailable, match="another application; expected a store"):
        Store.open(path)
    assert path.read_bytes() == before
