"""Several processes iterate at once, and their errors log keeps whole lines, come what may."""

import fcntl
import os

import pytest

from tests.impl.cli.calling import HOUR, together
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.iterate.reports import BLOCK, CONTRADICTING, log_of, logged

PROCESSES = 6


def test_reports_at_once_begin_one_loop_and_log_every_violation(desk: Desk) -> None:
    arguments = ("iterate", PLAN, "--json", "--max-iterations", "9", "--wait", HOUR)
    replies = together(desk.root, arguments, [CONTRADICTING] * PROCESSES)
    found = sorted(reply.data["iteration"] for reply in replies)
    assert found == list(range(2, PROCESSES + 2))
    assert [line["iteration"] for line in logged(desk.root)] == list(range(1, PROCESSES + 1))


def test_who_waits_too_long_for_another_is_told_and_nothing_is_done(desk: Desk) -> None:
    assert desk.json("iterate", PLAN, given=BLOCK).data["iteration"] == 2
    with log_of(desk.root).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        reply = desk.json("iterate", PLAN, "--wait", "0", given=BLOCK)
    assert reply.code == 4
    (issue,) = reply.envelope["issues"]
    assert issue["code"] == "E046"
    assert "timed out waiting for the lock on" in issue["message"]
    assert desk.json("iterate", PLAN, given=BLOCK).data["iteration"] == 3


def test_a_log_that_cannot_be_written_is_a_warning_and_the_decision_stands(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("impl.cli.output.errors_log.os.write", lambda *_: 3)
    reply = desk.json("iterate", PLAN, given=CONTRADICTING)
    monkeypatch.undo()
    assert reply.code == 0
    codes = [issue["code"] for issue in reply.envelope["issues"]]
    assert codes == ["validation_error", "log_unwritten"]
    assert os.fspath(log_of(desk.root)) in reply.envelope["issues"][1]["message"]


def test_the_log_stands_beside_a_store_in_another_place(desk: Desk) -> None:
    elsewhere = desk.root / "elsewhere"
    elsewhere.mkdir()
    store = ("--store", str(elsewhere / "plans.db"))
    desk.json("state", "init", PLAN, *store)
    desk.json("iterate", PLAN, *store, given=CONTRADICTING)
    assert (elsewhere / "errors.jsonl").read_text().count("\n") == 1
    assert not log_of(desk.root).exists()
