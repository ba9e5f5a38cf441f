"""The tables refuse what must not be, whoever writes it, and old files become new ones."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from impl.store.database import sqlite, tables
from tests.impl.bridge import HASH

GOOD_ROWS = f"""
INSERT INTO plans (path, document_hash, title) VALUES ('p', '{HASH}', 'P'), ('q', '{HASH}', 'Q');
INSERT INTO steps (plan, anchor, parent, step_index, title) VALUES
    ('p', 'pending', NULL, 0, ''), ('p', 'sub', 'pending', 1, ''), ('p', 'held', NULL, 2, ''),
    ('p', 'busy', NULL, 3, ''), ('p', 'done', NULL, 4, ''), ('q', 'elsewhere', NULL, 0, '');
UPDATE steps SET status = 'claimed', claimed_by = 'ann', lease_expires_at = 9
    WHERE anchor = 'held';
UPDATE steps
    SET status = 'in_progress', claimed_by = 'ann', lease_expires_at = 9, started_at = 1
    WHERE anchor = 'busy';
UPDATE steps SET status = 'completed', completed_at = 5, commit_hash = 'c', complete_reason = ''
    WHERE anchor = 'done';
INSERT INTO dependencies (plan, step, depends_on, position) VALUES ('p', 'done', 'held', 0);
INSERT INTO checklist_items (plan, step, kind, ordinal, text, status, reason) VALUES
    ('p', 'held', 'task', 0, '', 'open', NULL), ('p', 'held', 'task', 1, '', 'deferred', 'why');
INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at)
VALUES ('p', 1, 'held', 'k', '', 1);
INSERT INTO review_cycles VALUES ('p', 8, NULL, 'new-plan', 0, 'plan-review', 'opus', 0);
INSERT INTO iteration_loops (plan, max_iterations, iteration, work_remaining, status)
VALUES ('p', 5, 1, '["a"]', 'continuing');
INSERT INTO iteration_violations VALUES ('p', 0, 1, '["a"]', false, 'forced_true');
"""

CHECKED = (*tables.TABLES, tables.REVIEW_CYCLES, *tables.ITERATION_TABLES)

STEP = "UPDATE steps SET {} WHERE anchor = '{}'".format
ITEM = "UPDATE checklist_items SET {} WHERE ordinal = {}".format
LOOP = "UPDATE iteration_loops SET {}".format
VIOLATION = "UPDATE iteration_violations SET {}".format
NEW_ITEM = (
    "INSERT INTO checklist_items (plan, step, kind, ordinal, text) VALUES ('p', {}, '')".format
)
NEW_STEP = "INSERT INTO steps (plan, anchor, parent, step_index, title) VALUES ({}, '')".format
NEW_DEPENDENCY = (
    "INSERT INTO dependencies (plan, step, depends_on, position) VALUES ('p', {})".format
)

BAD_WRITES = {
    "a plan twice": f"INSERT INTO plans (path, document_hash, title) VALUES ('p', '{HASH}', '')",
    "a plan with another status": "UPDATE plans SET status = 'paused'",
    "a short hash": "UPDATE plans SET document_hash = 'abc'",
    "an upper-case hash": "UPDATE plans SET document_hash = upper(document_hash)",
    "a hash that is no text": "UPDATE plans SET document_hash = x'00'",
    "a hash that goes on after NUL": "UPDATE plans SET document_hash = document_hash || char(0)",
    "a hash with NUL inside": f"UPDATE plans SET document_hash = '{'a' * 60}' || char(0) || 'abc'",
    "a step of no plan": NEW_STEP("'nowhere', 'a', NULL, 0"),
    "an anchor twice in a plan": NEW_STEP("'p', 'held', NULL, 9"),
    "an index twice in a plan": NEW_STEP("'p', 'new', NULL, 2"),
    "an index below zero": NEW_STEP("'p', 'new', NULL, -1"),
    "an index that is no number": NEW_STEP("'p', 'new', NULL, 'first'"),
    "a parent that is not there": NEW_STEP("'p', 'new', 'nowhere', 9"),
    "a parent in another plan": NEW_STEP("'p', 'new', 'elsewhere', 9"),
    "a step that is its own parent": NEW_STEP("'p', 'new', 'new', 9"),
    "a step with another status": STEP("status = 'blocked'", "pending"),
    "a claimed step without owner": STEP("claimed_by = NULL", "held"),
    "a claimed step without lease": STEP("lease_expires_at = NULL", "held"),
    "a claimed step that was started": STEP("started_at = 1", "held"),
    "a step in progress without owner": STEP("claimed_by = NULL", "busy"),
    "a step in progress without lease": STEP("lease_expires_at = NULL", "busy"),
    "a step in progress that was not started": STEP("started_at = NULL", "busy"),
    "a pending step with an owner": STEP("claimed_by = 'ann'", "pending"),
    "a pending step with a claim time": STEP("claimed_at = 1", "pending"),
    "a pending step with a lease": STEP("lease_expires_at = 1", "pending"),
    "a pending step with a heartbeat": STEP("heartbeat_at = 1", "pending"),
    "a pending step that was started": STEP("started_at = 1", "pending"),
    "a completed step with a lease": STEP("lease_expires_at = 1", "done"),
    "a completed step without a time": STEP("completed_at = NULL", "done"),
    "a pending step with a completion time": STEP("completed_at = 1", "pending"),
    "a claimed step with a commit": STEP("commit_hash = 'c'", "held"),
    "a claimed step with a completion reason": STEP("complete_reason = ''", "held"),
    "fewer than no open dependencies": STEP("open_dependencies = -1", "held"),
    "fewer than no unfinished steps": "UPDATE plans SET unfinished_steps = -1",
    "fewer than no ready steps": "UPDATE plans SET ready_steps = -1",
    "a dependency twice": NEW_DEPENDENCY("'done', 'held', 1"),
    "two dependencies in one place": NEW_DEPENDENCY("'done', 'pending', 0"),
    "a dependency before the first": NEW_DEPENDENCY("'done', 'pending', -1"),
    "a dependency of no step": NEW_DEPENDENCY("'nowhere', 'held', 0"),
    "a dependency on no step": NEW_DEPENDENCY("'held', 'nowhere', 0"),
    "a dependency on another plan": NEW_DEPENDENCY("'held', 'elsewhere', 0"),
    "an item twice": NEW_ITEM("'held', 'task', 0"),
    "an item of no step": NEW_ITEM("'nowhere', 'task', 0"),
    "an item of another kind": NEW_ITEM("'held', 'chore', 0"),
    "an item before the first": NEW_ITEM("'held', 'task', -1"),
    "an item with another status": ITEM("status = 'done'", 0),
    "an open item with a reason": ITEM("reason = 'why'", 0),
    "a completed item with a reason": ITEM("status = 'completed'", 1),
    "a deferred item without a reason": ITEM("reason = NULL", 1),
    "a deferred item with an empty reason": ITEM("reason = ''", 1),
    "an artifact of no step": "UPDATE artifacts SET step = 'nowhere'",
    "an artifact numbered zero": "UPDATE artifacts SET id = 0",
    "two artifacts of a plan with one id": (
        "INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at) "
        "VALUES ('p', 1, 'held', 'k', '', 1)"
    ),
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
    "a limit of iterations below one": LOOP("max_iterations = 0"),
    "an iteration below one": LOOP("iteration = 0"),
    "an iteration after the last": LOOP("iteration = 6"),
    "work that is no array": LOOP("work_remaining = 'a'"),
    "a loop with another status": LOOP("status = 'paused'"),
    "a halt without a reason": LOOP("status = 'stuck'"),
    "a reason without a halt": LOOP("halt_reason = 'stuck'"),
    "complete with work remaining": LOOP("status = 'complete'"),
    "a violation that is none": VIOLATION("requires_continuation = true, override = NULL"),
    "an override to what was said": VIOLATION("override = 'forced_false'"),
    "a violation before the first iteration": VIOLATION("iteration = 0"),
    "a violation before the first": VIOLATION("position = -1"),
    "a violation whose work is no array": VIOLATION("work_remaining = 'a'"),
    "a summary of 501 characters": "UPDATE artifacts SET summary = printf('%501c', 'x')",
    "a long summary behind NUL": (
        "UPDATE artifacts SET summary = char(0) || printf('%2000c', 'x')"
    ),
}


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite.open_memory().connection) as fresh:
        fresh.executescript(GOOD_ROWS)
        yield fresh


def test_the_tables_refuse_what_must_not_be_and_every_check_refuses_something() -> None:
    # Given good rows, when one of them is made bad, then that is refused,
    refusals = set()
    for name, statement in BAD_WRITES.items():
        with closing(sqlite.open_memory().connection) as fresh:
            fresh.executescript(GOOD_ROWS)
            try:
                fresh.execute(statement)
                refusals.add(f"taken: {name}")
            except sqlite3.IntegrityError as refused:
                refusals.add(str(refused).removeprefix("CHECK constraint failed: "))
    assert [each for each in refusals if each.startswith("taken")] == []
    # and by every check once.
    checks = re.findall(r"CONSTRAINT (\w+) CHECK", "".join(CHECKED))
    assert set(checks) <= refusals


def test_deleting_a_plan_deletes_all_that_is_its_own(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM plans WHERE path = 'p'")
    own = ("steps", "dependencies", "checklist_items", "artifacts")
    for table in (*own, "review_cycles", "iteration_loops", "iteration_violations"):
        found = connection.execute(f"SELECT plan FROM {table}")
        assert [plan for (plan,) in found] == (["q"] if table == "steps" else [])
