"""What the role that can only work may do on a server: all but create and change the tables."""

import json
from collections import defaultdict
from collections.abc import Iterator

import psycopg
import pytest

from conformance.protocol.documents.planstate import PLANSTATE_DATA
from impl.git.repository import git
from tests.impl.cli.calling import Reply
from tests.impl.cli.desk import PLAN, Desk, refusal
from tests.impl.cli.every_command import TWO_STEPS, every_command, prepare
from tests.impl.cli.yard import APPROVED
from tests.servers import server_url

ANN = ("deck", "--worktree", "ann")

GRANTS = """
GRANT USAGE ON SCHEMA {name} TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {name} TO {role};
REVOKE INSERT, UPDATE, DELETE ON {name}.planspec_store FROM {role};
"""
"""What the guide grants the workers."""


@pytest.fixture
def worker(desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection]:
    """Work as a role that has what the guide grants; return a session of the store's owner."""
    desk.json("store", "migrate")
    role, owner = f"{name}_worker", server_url()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        try:
            connection.execute(GRANTS.format(name=name, role=role).encode())
            monkeypatch.setenv("PGUSER", role)
            monkeypatch.setenv("PLANSTATE_STORE", owner.replace("postgres@", ""))
            yield connection
        finally:
            connection.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


def work(desk: Desk) -> dict[str, list[Reply]]:
    """Return what each command answers, in an order in which each has something to do."""
    tree = desk.root.parent / "ann"
    desk.write(PLAN, TWO_STEPS)
    prepare(desk.root)
    review = desk.write("review.json", json.dumps(APPROVED))
    git(desk.root, "add", "--all")
    git(desk.root, "commit", "--quiet", "--message", "Plan")
    git(desk.root, "worktree", "add", "--quiet", str(tree))
    (tree / "deck.txt").write_text("planks\n")
    replies = defaultdict(list)
    for command, arguments, given in every_command(PLAN, tree, str(review)):
        replies[command].append(desk.json(*command.split(), *arguments, given=given))
    return replies


@pytest.mark.usefixtures("worker")
def test_a_worker_may_do_all_that_is_work(desk: Desk) -> None:
    # Given a role that can only work, when every command is called under it,
    replies = work(desk)
    assert replies.keys() == PLANSTATE_DATA.keys()
    # then none fails, for the lack of a permission or for another reason of the server.
    assert [
        each for found in replies.values() for each in found if each.envelope["status"] != "ok"
    ] == []


def test_a_worker_cannot_migrate_and_is_told_whom_to_ask(
    desk: Desk, worker: psycopg.Connection, name: str
) -> None:
    # Given a store of an older version, when a worker migrates it,
    worker.execute(f"UPDATE {name}.planspec_store SET version = 6".encode())
    reply = desk.json("store", "migrate")
    # then it is refused, whoever can do it is named, and nothing is changed.
    assert refusal(reply, 4) == ("E046", "store_unavailable")
    assert "ask the owner of the database" in reply.out
    assert [*worker.execute(f"SELECT version FROM {name}.planspec_store".encode())] == [(6,)]
    # And whoever works on it meanwhile is told to migrate.
    assert "run `planstate store migrate`" in desk.json("state", "show", PLAN).out


def test_a_permission_that_was_not_granted_is_named_and_nothing_is_lost(
    desk: Desk, worker: psycopg.Connection, name: str
) -> None:
    # Given a role that may not write one of the tables,
    desk.held()
    worker.execute(f"REVOKE INSERT ON {name}.artifacts FROM {name}_worker".encode())
    # when it records a note, then it is told which, and that nothing was changed,
    reply = desk.json("state", "artifact", PLAN, *ANN, "--kind", "note", "--summary", "done")
    assert refusal(reply, 4) == ("E046", "store_unavailable")
    assert "permission denied for table artifacts" in reply.out
    assert "nothing was changed: ask the owner" in reply.out
    # and it goes on working on what it holds.
    assert desk.state("heartbeat", *ANN)["anchor"] == "deck"
