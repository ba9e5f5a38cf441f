"""`planstate --journal FILE` records every operation, as the published schema of histories says."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance.histories.calls import calls_of
from conformance.histories.format import read_history
from conformance.histories.judging import judged_plans
from conformance.histories.linearizability import Verdict
from conformance.protocol.histories import history_schemas
from tests.impl.cli.calling import HOUR, PROGRAM, begin, end
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.yard import Yard

SCHEMA = Draft202012Validator(history_schemas()["history-line"])
EVERY_CALL: tuple[tuple[str, ...], ...] = (
    ("state", "init", PLAN),
    ("state", "init", PLAN),
    ("state", "claim", PLAN, "--worktree", "ann", "--fenced"),
    ("state", "start", PLAN, "deck", "--worktree", "bob"),
    ("state", "start", PLAN, "deck", "--worktree", "ann", "--claim-id", "1"),
    ("state", "heartbeat", PLAN, "deck", "--worktree", "ann", "--claim-id", "1"),
    ("state", "update", PLAN, "deck", "--worktree", "ann", "--claim-id", "1", "--task", "1:done"),
    ("state", "update", PLAN, "deck", "--worktree", "ann", "--claim-id", "1", "--batch"),
    ("state", "release", PLAN, "deck", "--worktree", "ann", "--claim-id", "1"),
    ("state", "claim", PLAN, "--worktree", "bob", "--lease-duration", "0"),
    ("state", "artifact", PLAN, "deck", "--worktree", "bob", "--kind", "n", "--summary", "é"),
    ("state", "complete", PLAN, "deck", "--worktree", "bob", "--force", "--reason", "late"),
    ("state", "reset", PLAN, "paint"),
    ("state", "ready", PLAN),
    ("state", "show", PLAN),
    ("state", "show"),
    ("state", "reconcile", PLAN),
    ("iterations", "start", PLAN, "--max-iterations", "3"),
    ("iterations", "show", PLAN),
)


@pytest.fixture
def journal(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the journal that a variable names, in the repository of the desk."""
    monkeypatch.setenv("PLANSTATE_JOURNAL", "journal.jsonl")
    return desk.root / "journal.jsonl"


def lines(journal: Path) -> list[dict[str, Any]]:
    """Return the lines, each of which fits the published schema."""
    found = [json.loads(line) for line in journal.read_text().splitlines() if line]
    for line in found:
        SCHEMA.validate(line)
    return found


def verdicts(journal: Path) -> set[Verdict]:
    return {each.judgement.verdict for each in judged_plans(read_history(journal))}


def test_every_operation_is_recorded_and_explained(desk: Desk, journal: Path) -> None:
    # Given every command that asks the store for an operation
    for words in EVERY_CALL:
        given = '[{"kind": "task", "ordinal": 1, "status": "completed"}]'
        reply = desk.json(*words, given=given)
        assert reply.code in (0, 1), (words, reply)
    # When the journal is read, then each call has its lines, and the rules explain them.
    found = lines(journal)
    asked = [line["operation"]["operation"] for line in found if line["event"] == "invoke"]
    assert [line["event"] for line in found].count("history") == 1
    assert {"register", "claim", "start", "heartbeat", "update", "batch", "release"} <= {*asked}
    assert {"record_artifact", "complete", "reset", "ready", "show", "reconcile"} <= {*asked}
    assert "start_iterations" in asked
    assert all(call.is_certain for call in calls_of(read_history(journal).events))
    assert verdicts(journal) == {Verdict.EXPLAINED}
    # And no command of this process has left it open.
    opened = (os.path.realpath(each) for each in Path("/proc/self/fd").glob("*"))
    assert os.path.realpath(journal) not in set(opened)


def test_the_first_line_has_what_was_stored_before(desk: Desk, journal: Path) -> None:
    # Given a store that was worked on before there was a journal
    desk.held()
    journal.unlink()
    # When a command begins one, then it begins with that, and the answer is explained.
    assert desk.json("state", "start", PLAN, "deck", "--worktree", "ann").code == 0
    [first, *_] = lines(journal)
    assert first["state"]["plans"][0]["steps"][0]["claimed_by"] == "ann"
    assert verdicts(journal) == {Verdict.EXPLAINED}


def test_a_commit_is_recorded_with_its_answer(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a step that is committed, and then recovered
    journal = yard.root.parent / "journal.jsonl"
    monkeypatch.setenv("PLANSTATE_JOURNAL", str(journal))
    failed = yard.commit()["data"]
    reason = ("--reason", failed["state_failure_reason"])
    assert yard.recover(*reason, "--review", yard.review).code == 0
    # When the journal is read, then the commit and the calls of the recovery are explained.
    asked = [line["operation"]["operation"] for line in lines(journal) if "operation" in line]
    assert asked[0] == "commit"
    assert {"batch", "complete"} <= {*asked}
    assert verdicts(journal) == {Verdict.EXPLAINED}


def test_processes_that_begin_a_journal_at_once_write_one_first_line(
    desk: Desk, journal: Path
) -> None:
    # Given processes that all begin before there is a journal
    desk.state("init")
    journal.unlink()
    said = ("--kind", "n", "--summary", "s")
    words = ("--wait", HOUR, "state", "artifact", PLAN, "deck", "--worktree", "ann", *said)
    calls = [begin(desk.root, *words) for _ in range(6)]
    # When they have ended, then the journal is whole.
    for call in calls:
        assert end(call).code in (0, 1)
    events = [line["event"] for line in lines(journal)]
    assert (events[0], events.count("history"), events.count("invoke")) == ("history", 1, 6)
    assert [*journal.parent.glob(".journal*")] == []
    assert verdicts(journal) == {Verdict.EXPLAINED}


KILLED = """
import os, signal, sys
from impl.store.database import sqlite
sqlite.commit = lambda connection: os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_an_operation_without_an_answer(desk: Desk, journal: Path) -> None:
    # Given a process that is killed before it commits a claim
    desk.state("init")
    command = [sys.executable, "-c", KILLED + PROGRAM, "state", "claim", PLAN, "--worktree", "ann"]
    done = subprocess.run(command, check=False)
    assert done.returncode == -signal.SIGKILL
    # When another goes on, then the outcome of the first is unknown, and all is explained.
    assert desk.state("claim", "--worktree", "bob")["anchor"] == "deck"
    certain = [call.is_certain for call in calls_of(read_history(journal).events)]
    assert certain == [True, False, True]
    assert verdicts(journal) == {Verdict.EXPLAINED}


def test_an_operation_that_fails_is_recorded_with_an_unknown_outcome(
    desk: Desk, journal: Path
) -> None:
    # Given a store whose write lock is taken
    desk.state("init")
    with closing(sqlite3.connect(desk.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # When a claim does not get it, then its outcome is recorded as unknown.
        assert desk.json("--wait", "0", "state", "claim", PLAN, "--worktree", "ann").code == 4
    assert "timed out waiting for the write lock" in lines(journal)[-1]["reason"]


UNWRITABLE = {
    "no folder": ("none/journal.jsonl", "the journal cannot be written (No such file"),
    "a folder": (".", "the journal cannot be written (Is a directory)"),
    "another file": (PLAN, "is not a journal, and nothing was done: name a file that does not"),
    "a device": ("/dev/null", "is not a journal"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_what_cannot_be_recorded_is_not_done(case: str, desk: Desk) -> None:
    # Given a journal that cannot be written
    desk.state("init")
    path, problem = UNWRITABLE[case]
    before = (desk.root / PLAN).read_bytes()
    # When a command is to record in it, then it says so and does nothing.
    reply = desk.json("state", "claim", PLAN, "--worktree", "ann", "--journal", path)
    assert (reply.code, reply.document["issues"][0]["code"]) == (4, "E046")
    assert problem in reply.document["issues"][0]["message"]
    assert desk.state("show")["plan"]["steps"][0]["status"] == "pending"
    assert (desk.root / PLAN).read_bytes() == before


def test_a_journal_is_of_one_store(desk: Desk, journal: Path) -> None:
    # Given the journal of a store
    desk.state("init")
    before = journal.read_bytes()
    # When a command on another store is to record in it, then it does nothing.
    reply = desk.json("--store", "other.db", "state", "init", PLAN)
    assert reply.code == 4
    assert "is the journal of another store" in reply.document["issues"][0]["message"]
    assert journal.read_bytes() == before


FULL = """
import os, sys
from impl.store import journal
append, lines = journal.append_line, []
def full(descriptor, line):
    lines.append(line)
    if len(lines) == 2:
        raise OSError(28, "No space left on device")
    append(descriptor, line)
journal.append_line = full
"""


def test_an_answer_that_cannot_be_recorded_is_given_with_a_warning(
    desk: Desk, journal: Path
) -> None:
    # Given a disk that is full once an operation is done
    desk.state("init")
    words = ("state", "claim", PLAN, "--worktree", "ann", "--json")
    done = subprocess.run([sys.executable, "-c", FULL + PROGRAM, *words], capture_output=True)
    # When it is answered, then the answer is given, with a warning,
    envelope = json.loads(done.stdout)
    assert (done.returncode, envelope["data"]["anchor"]) == (0, "deck")
    [issue] = envelope["issues"]
    assert (issue["code"], issue["severity"]) == ("W003", "warning")
    assert "could not be recorded (No space left on device)" in issue["message"]
    # and what the journal has is explained.
    assert desk.json("state", "ready", PLAN).code == 0
    assert verdicts(journal) == {Verdict.EXPLAINED}


def test_the_path_in_the_variable_must_be_text(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "PLANSTATE_JOURNAL", "\udc80")
    reply = desk.text("state", "init", PLAN)
    assert reply.code == 2
    assert "expected the path of a journal: correct it or unset it" in reply.err
