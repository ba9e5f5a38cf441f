"""If the store fails while it commits, nobody knows what is stored: exit code 3 says so."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from impl.cli.main import show_command
from impl.store.store import Store
from spec.vocabulary.state import StepStatus
from tests.impl.cli.calling import Reply, run_program
from tests.impl.cli.committers import arguments
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.git.sites import Site

FULL_AT = """
import resource, sys
from impl.cli.main import main

limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
raise SystemExit(main(sys.argv[2:]))
"""

FAILING_AFTER_STORING = """
import sqlite3, sys
from impl.cli.main import main

connect, stored = sqlite3.connect, False

class Failing(sqlite3.Connection):
    def execute(self, statement, *values):
        global stored
        if stored:
            raise sqlite3.OperationalError("disk I/O error")
        found = super().execute(statement, *values)
        stored = statement == "COMMIT" and self.total_changes > 0
        return found

sqlite3.connect = lambda *given, **named: connect(*given, factory=Failing, **named)
raise SystemExit(main(sys.argv[1:]))
"""


@contextmanager
def open_log(store: Path) -> Iterator[int]:
    """Keep the write-ahead log of a store in use, and yield its size, which is that of no other."""
    log, shared = (store.with_name(f"{store.name}-{ending}") for ending in ("wal", "shm"))
    with Store.open(store) as other:
        other.load(other.snapshot_state())
        while log.stat().st_size <= shared.stat().st_size:
            other.load(other.snapshot_state())
        yield log.stat().st_size


def full_at(limit: int, folder: Path, *words: str) -> Reply:
    """Call `planstate` in a process none of whose files can grow past a limit."""
    return run_program(sys.executable, "-c", FULL_AT, str(limit), *words, folder=folder)


def test_a_store_that_fails_to_commit_is_said_to_be_unknown(desk: Desk) -> None:
    desk.state("init")
    claim = ("state", "claim", PLAN, "--worktree", "ann", "--json")
    # Given a store whose log has no room for the pages of a claim
    with open_log(desk.store) as size:
        reply = full_at(size, desk.root, *claim)
    # Then the answer is that the outcome is unknown, and what to do,
    assert reply.code == 3, reply
    [issue] = json.loads(reply.out)["issues"]
    assert issue["message"].startswith("outcome unknown: the store failed while it committed")
    assert "run `planstate state show`" in issue["message"]
    # and the next command tells what became of it.
    assert desk.state("show")["plan"]["steps"][0]["claimed_by"] is None
    assert desk.text(*claim).code == 0


def test_a_commit_says_that_its_state_update_is_unknown_and_can_be_repeated(site: Site) -> None:
    # Given a store whose log has no room for the state update
    site.claim(site.holder, now=2_000)
    site.finish(worktree=site.holder)
    with open_log(site.store) as size:
        reply = full_at(size, site.root, *arguments(site))
    # Then git has committed, and the warning says that the rest is unknown.
    assert reply.code == 0
    data = json.loads(reply.out)["data"]
    assert (data["state_update_failed"], data["state_failure_reason"]) == (True, "db_error")
    assert "for step piers the outcome unknown" in data["warnings"][0]
    # When the command is repeated, then the step is completed with that commit.
    assert full_at(2**40, site.root, *arguments(site)).code == 0
    step = site.step()
    assert (step.status, step.commit_hash) == (StepStatus.COMPLETED, data["commit_hash"])


def test_an_error_after_a_part_was_stored_does_not_say_that_nothing_was_changed(
    desk: Desk,
) -> None:
    desk.state("init")
    (desk.root / "s.md").write_text("x" * 1_000)
    report = "requires_continuation: true\nwork_remaining: a\nsummary_path: s.md\n"
    command = (sys.executable, "-c", FAILING_AFTER_STORING, "iterate", PLAN)
    # Given a store that fails after the loop was started, and then after the decision was stored,
    for _ in range(2):
        reply = run_program(*command, folder=desk.root, given=report)
        # then the answer is that the outcome is unknown, and which command shows the loop.
        assert reply.code == 3, reply
        assert "run `planstate iterations show` to see what is stored" in reply.err
        assert "outcome unknown: the store failed after a part of the work was" in reply.err
        assert "nothing was changed" not in reply.err


@pytest.mark.parametrize(
    ("name", "show"),
    [
        ("iterate", "iterations"),
        ("iterations report", "iterations"),
        ("review set", "review"),
        *[(name, "state") for name in ("state claim", "commit", "recover")],
    ],
)
def test_an_unknown_outcome_names_the_command_that_shows_what_is_stored(
    desk: Desk, name: str, show: str
) -> None:
    # Given a command that was interrupted, then the command that is named is one of ours.
    assert show_command(name) == f"planstate {show} show"
    assert desk.text(show, "show", "--help").code == 0
