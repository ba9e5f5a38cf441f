"""`planstate store check`: what is wrong with a store, which it does not change."""

import sqlite3
from contextlib import closing
from pathlib import Path

from impl.store.database import schema
from tests.impl.cli.desk import Desk
from tests.impl.store.older_stores import write_store


def damage(store: Path, *statements: str) -> None:
    """Change a store as no program does."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_sound_store_has_no_problems(desk: Desk) -> None:
    desk.held()
    data = desk.json("store", "check").data
    assert data == {"store": str(desk.store), "version": schema.VERSION, "plans": 1, "problems": []}
    line = f"{desk.store} is a store of version {schema.VERSION}: 1 plans, no problems\n"
    assert desk.text("store", "check").out == line


def test_what_the_database_can_tell_is_told(desk: Desk) -> None:
    # Given a step with a status that does not exist, and one whose plan does not,
    desk.held()
    damage(
        desk.store,
        "UPDATE steps SET status = 'lost' WHERE anchor = 'paint'",
        "UPDATE checklist_items SET step = 'gone' WHERE step = 'piers'",
    )
    # when the store is checked, then both are told.
    reply = desk.json("store", "check")
    problems = reply.envelope["data"]["problems"]
    assert reply.code == 1
    assert "CHECK constraint failed in steps" in problems
    assert "a row of checklist_items refers to a missing row of steps" in problems


def test_a_wrong_count_is_told(desk: Desk) -> None:
    # Given a store whose counts somebody has changed,
    desk.held()
    for change in (
        "UPDATE plans SET unfinished_steps = unfinished_steps + 1",
        "UPDATE plans SET unfinished_steps = unfinished_steps - 1, ready_steps = ready_steps + 1",
        "UPDATE plans SET ready_steps = ready_steps - 1; "
        "UPDATE steps SET open_dependencies = 7 WHERE anchor = 'opening'",
    ):
        damage(desk.store, *change.split("; "))
        # when the store is checked, then that is told.
        reply = desk.text("store", "check")
        assert reply.code == 1
        assert "plans/bridge.md: the kept counts of its steps are wrong" in reply.out


def test_what_the_rules_forbid_is_told_though_the_database_allows_it(desk: Desk) -> None:
    # Given a completed step with an open item, which no operation can bring about,
    desk.held()
    damage(
        desk.store,
        "UPDATE steps SET status = 'completed', completed_at = 1, lease_expires_at = NULL "
        "WHERE anchor = 'deck'",
    )
    # when the store is checked, then the invariants that it violates are told,
    reply = desk.text("store", "check")
    assert reply.code == 1
    first, *problems = reply.out.splitlines()
    assert first.endswith(f"1 plans, {len(problems)} problems")
    assert problems
    assert all(problem.startswith("plans/bridge.md: ") for problem in problems)


def test_a_store_that_is_missing_or_of_another_version_is_refused(desk: Desk) -> None:
    reply = desk.json("store", "check")
    assert (reply.code, reply.envelope["issues"][0]["code"]) == (4, "E046")
    assert "does not exist; expected one" in reply.envelope["issues"][0]["message"]
    write_store(4, desk.root / "old.db")
    reply = desk.json("store", "check", "--store", "old.db")
    assert "run `planstate store migrate`" in reply.envelope["issues"][0]["message"]
    assert reply.code == 4
