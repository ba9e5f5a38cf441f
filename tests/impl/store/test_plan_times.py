"""A store remembers when plans were registered and last changed, beside their state."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from sqlite_utils import Database

from impl.store.database import migrating, migrations
from impl.store.database.snapshots import PlanTimes
from impl.store.store import Store
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, CHANGED_BRIDGE, FORCE_DECK, HASH, PLAN, claim, given


def test_a_change_is_remembered_and_a_question_is_not(store: Store) -> None:
    assert store.plan_times(PLAN) == PlanTimes(0, 0)
    given(store, claim(now=10), Ready(PLAN, 20), Register(PLAN, BRIDGE, 30))
    assert store.plan_times(PLAN) == PlanTimes(0, 10)


def test_a_completion_is_a_change_and_its_repetition_is_not(store: Store) -> None:
    given(store, claim(now=10), *(replace(FORCE_DECK, now=now) for now in (20, 30)))
    assert store.plan_times(PLAN) == PlanTimes(0, 20)


def test_what_is_rejected_is_no_change(store: Store) -> None:
    store.apply(FORCE_DECK)
    assert store.plan_times(PLAN) == PlanTimes(0, 0)


def test_a_new_document_changes_a_plan(store: Store) -> None:
    given(store, Register(PLAN, CHANGED_BRIDGE, 40))
    assert store.plan_times(PLAN) == PlanTimes(0, 40)


def test_the_times_of_another_plan_stay(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 50), claim(now=60))
    assert store.plan_times("other.md") == PlanTimes(50, 50)
    assert store.plan_paths() == ["other.md", PLAN]


def test_of_what_is_not_known_there_are_no_times(store: Store) -> None:
    assert store.plan_times("nowhere.md") == PlanTimes(None, None)
    state = store.snapshot_state()
    store.load(state)
    assert store.plan_times(PLAN) == PlanTimes(None, None)
    assert store.snapshot_state() == state != State()


def test_of_plans_of_an_older_store_only_changes_are_known(tmp_path: Path) -> None:
    path = tmp_path / "plans.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        migrations.MIGRATIONS.apply(Database(older), stop_before="m002_record_plan_times")
        older.execute(f"INSERT INTO plans VALUES ('{PLAN}', '{HASH}', 'A bridge', 'active')")
        older.execute(
            f"INSERT INTO steps (plan, anchor, step_index, title) VALUES ('{PLAN}', 'deck', 0, '')"
        )
    migrating.migrate(path, timeout_seconds=0)
    with Store.open(path) as store:
        assert store.plan_times(PLAN) == PlanTimes(None, None)
        given(store, claim(now=70))
        assert store.plan_times(PLAN) == PlanTimes(None, 70)
