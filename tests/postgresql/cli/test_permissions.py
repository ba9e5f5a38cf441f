"""What the role that can only work may do on a server: all but create and change the tables."""

from collections.abc import Iterator, Sequence

import psycopg
import pytest

from impl.cli.registry import ENTRIES, CommandGroup, Entry
from impl.git.repository import git
from tests.impl.cli.calling import Reply, begin, end
from tests.impl.cli.desk import PLAN, Desk, refusal
from tests.servers import server_url

FOLDER = ".taskie/plans/bridge"
REVIEWS = ("--plan-folder", FOLDER)
ANN = ("deck", "--worktree", "ann")
REPORT = '{"summary_path": "summary.md", "work_remaining": "", "requires_continuation": false}'
STOP = b'{"session_id": "1", "hook_event_name": "Stop"}'

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


def names(entries: Sequence[Entry | CommandGroup] = ENTRIES, group: str = "") -> Iterator[str]:
    """Yield the names of all commands."""
    for entry in entries:
        if isinstance(entry, CommandGroup):
            yield from names(entry.entries, f"{entry.name} ")
        else:
            yield group + entry.name


def work(desk: Desk) -> dict[str, Reply]:
    """Return what each command answers, in an order in which each has something to do."""
    tree = desk.root.parent / "bob"
    bob = ("--worktree", str(tree))
    (desk.root / FOLDER).mkdir(parents=True)
    (desk.root / "summary.md").write_text("x" * 2_000)
    git(desk.root, "add", "--all")
    git(desk.root, "commit", "--quiet", "--message", "Plan")
    git(desk.root, "worktree", "add", "--quiet", str(tree))
    (tree / "paint.txt").write_text("red\n")
    commit = ("--plan", PLAN, "--step", "paint", "--message", "Paint", "--summary", "Painted.")
    script: dict[str, tuple[tuple[str, ...], str]] = {
        "store migrate": ((), ""),
        "state init": ((PLAN,), ""),
        "state claim": ((PLAN, "--worktree", "ann"), ""),
        "state start": ((PLAN, *ANN), ""),
        "state heartbeat": ((PLAN, *ANN), ""),
        "state update": ((PLAN, *ANN, "--all", "completed"), ""),
        "state artifact": ((PLAN, *ANN, "--kind", "note", "--summary", "done"), ""),
        "state complete": ((PLAN, *ANN, "--force"), ""),
        "state show": ((PLAN,), ""),
        "state ready": ((PLAN,), ""),
        "state reset": ((PLAN, "deck"), ""),
        "state release": ((PLAN, "paint", "--worktree", str(tree)), ""),
        "commit": ((*bob, *commit), ""),
        "recover": ((PLAN, "deck", "--worktree", "ann", "--reason", "drift"), ""),
        "state reconcile": ((PLAN,), ""),
        "review new-plan": (REVIEWS, ""),
        "review create-tasks": (REVIEWS, ""),
        "review next-task": (("1", *REVIEWS), ""),
        "review complete-task": (("1", *REVIEWS), ""),
        "review post-review": (REVIEWS, ""),
        "review complete-plan": (REVIEWS, ""),
        "review set": (("--max-reviews", "2", *REVIEWS), ""),
        "review show": (REVIEWS, ""),
        "review continue": (REVIEWS, ""),
        "iterations start": ((PLAN,), ""),
        "iterations report": ((PLAN,), REPORT),
        "iterations show": ((PLAN,), ""),
        "iterate": ((PLAN,), REPORT),
        "check-command": ((), '{"command": "ls"}'),
        "store check": ((), ""),
    }
    replies = {
        name: desk.json(*name.split(), *arguments, given=given)
        for name, (arguments, given) in script.items()
    }
    hook = begin(desk.root, "--json", "review", "stop-hook", *REVIEWS)
    return {**replies, "review stop-hook": end(hook, STOP)}


@pytest.mark.usefixtures("worker")
def test_a_worker_may_do_all_that_is_work(desk: Desk) -> None:
    # Given a role that can only work, when every command is called under it,
    replies = work(desk)
    assert set(replies) == set(names())
    # then none fails for the lack of a permission, or for another reason of the server.
    assert {name for name, reply in replies.items() if reply.code not in (0, 1)} == set()
    assert not [name for name, reply in replies.items() if "permission" in reply.out + reply.err]


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
