"""The table of reviews refuses what must not be; a store carries reviews beside everything else."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from impl.store.database import sqlite, tables
from impl.store.store import Store
from spec.vocabulary.plans import Register
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel
from spec.vocabulary.reviews import NewPlan
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, CHANGED_BRIDGE, HASH, PLAN, given, plan_of

GOOD_ROWS = f"""
INSERT INTO plans (path, document_hash, title) VALUES ('p', '{HASH}', 'P'), ('q', '{HASH}', 'Q');
INSERT INTO review_cycles VALUES ('p', 8, NULL, 'new-plan', 0, 'plan-review', 'opus', 0);
"""

BAD_WRITES = {
    "reviews of a plan twice": (
        "INSERT INTO review_cycles VALUES ('p', 8, NULL, 'x', 0, NULL, 'opus', 0)"
    ),
    "reviews of no plan": (
        "INSERT INTO review_cycles VALUES ('nowhere', 8, NULL, 'x', 0, NULL, 'opus', 0)"
    ),
    "reviews without a limit": "UPDATE review_cycles SET max_reviews = NULL",
    "a limit that is no number": "UPDATE review_cycles SET max_reviews = 'many'",
    "reviews without a phase": "UPDATE review_cycles SET phase = NULL",
    "a number of reviews below zero": "UPDATE review_cycles SET phase_iteration = -1",
    "another model": "UPDATE review_cycles SET review_model = 'haiku'",
    "clean reviews below zero": "UPDATE review_cycles SET consecutive_clean = -1",
}


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite.open_memory().connection) as fresh:
        fresh.executescript(GOOD_ROWS)
        yield fresh


def test_the_table_refuses_what_must_not_be_and_every_check_refuses_something() -> None:
    # Given reviews, when they are made bad, then that is refused,
    refusals = []
    for name, statement in BAD_WRITES.items():
        with closing(sqlite.open_memory().connection) as fresh:
            fresh.executescript(GOOD_ROWS)
            try:
                fresh.execute(statement)
                refusals.append(f"taken: {name}")
            except sqlite3.IntegrityError as refused:
                refusals.append(str(refused))
    assert [each for each in refusals if each.startswith("taken")] == []
    # and by every check once.
    for check in tables.REVIEW_CYCLES.split("CONSTRAINT ")[1:]:
        assert f"CHECK constraint failed: {check.split()[0]}" in refusals


def test_the_table_takes_what_people_write(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE review_cycles SET max_reviews = -1, next_phase = 'lunch'")
    connection.execute("UPDATE review_cycles SET phase = '', next_phase = NULL")
    connection.execute("UPDATE review_cycles SET phase_iteration = NULL")


def test_the_reviews_go_with_their_plan(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM plans WHERE path = 'p'")
    assert connection.execute("SELECT * FROM review_cycles").fetchall() == []


USED = ReviewCycle(-5, "a/b\n'", "lunch", None, "", ReviewModel.SONNET, 7)


def test_a_store_gives_back_the_reviews_that_it_was_loaded_with(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 0))
    reviewed, plain = store.snapshot_state().plans[1], store.snapshot_state().plans[0]
    state = State((plain, replace(reviewed, review_cycle=USED)))
    store.load(state)
    assert store.snapshot_state() == state
    assert plan_of(store).review_cycle == USED
    store.load(State((plain, reviewed)))
    assert plan_of(store).review_cycle is None


def test_a_changed_document_leaves_the_reviews_alone(store: Store) -> None:
    given(store, NewPlan(PLAN, 1, 3), Register(PLAN, CHANGED_BRIDGE, 2))
    assert plan_of(store).review_cycle == ReviewCycle(max_reviews=3)


def test_reviews_of_one_plan_are_none_of_another(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 0), NewPlan(PLAN, 1))
    other = store.snapshot("other.md")
    assert other is not None
    assert other.review_cycle is None
