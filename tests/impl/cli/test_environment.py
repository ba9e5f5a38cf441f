"""A broken environment is E046 and 4, says what to do, and loses nothing."""

import os
import pty
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from impl.store.store import Store
from tests.impl.cli.calling import Reply, run_program
from tests.impl.cli.desk import PLAN, Desk

ANN = ("--worktree", "ann")
CLAIM = ("state", "claim", PLAN, *ANN, "--wait", "0")


PLANSTATE = (sys.executable, "-m", "impl.cli")


BATCH = ("state", "update", PLAN, "deck", *ANN, "--batch")


def test_a_name_that_no_file_can_have_is_told_in_short(desk: Desk) -> None:
    reply = desk.text("state", "claim", PLAN, "--worktree", "a" * 10_000)
    assert reply.code == 4
    assert "File name too long" in reply.err
    assert len(reply.err) < 500


def then_broken(reply: Reply, *expected: str) -> None:
    """Check a reply: E046, exit code 4, and words of the message."""
    envelope = reply.envelope
    [issue] = envelope["issues"]
    found = (reply.code, envelope["status"], issue["code"], issue["severity"])
    assert found == (4, "error", "E046", "error")
    for words in expected:
        assert words in issue["message"]


def test_no_repository(desk: Desk, tmp_path: Path) -> None:
    desk.go(tmp_path)
    then_broken(desk.json(*CLAIM), "not a git repository", "make one by `git init`")
    reply = desk.text(*CLAIM)
    assert (reply.code, reply.out) == (4, "")
    assert reply.err.startswith("error: E046: `git rev-parse` failed in ")
    assert reply.err.count("\n") == 1


def test_a_document_that_is_a_folder_or_no_text(desk: Desk) -> None:
    (desk.root / "folder").mkdir()
    (desk.root / "bytes").write_bytes(b"### Step 1: \xff")
    for name, expected in (("folder", "cannot be read"), ("bytes", "0xff in line 1 is not UTF-8")):
        reply = desk.text("state", "init", name)
        assert reply.code == 1
        assert reply.err.startswith("error: E047: ")
        assert expected in reply.err
    assert not desk.store.parent.exists()


def test_a_store_that_is_not_there_is_one_without_plans(desk: Desk) -> None:
    assert desk.json("state", "show").data == {"plans": []}
    reply = desk.text(*CLAIM)
    assert reply.err == (
        f"error: E047: {PLAN} is not registered (the store {desk.store} does not exist yet); "
        f"register it: run `planstate state init {PLAN}` (planspec explain E047)\n"
    )
    assert not desk.store.parent.exists()


def test_a_file_where_the_folder_of_the_store_shall_be(desk: Desk) -> None:
    desk.write(".planstate", "")
    then_broken(desk.json("state", "init", PLAN), "Not a directory", ".planstate")
    for asked in (("show",), ("show", PLAN), ("ready", PLAN)):
        then_broken(desk.json("state", *asked), ".planstate is a file", "move the file away")


def test_a_store_that_another_is_writing_to(desk: Desk) -> None:
    desk.state("init")
    with closing(sqlite3.connect(desk.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        then_broken(desk.json(*CLAIM), "locked", "try again", "--wait")
        assert desk.state("ready")["ready"]  # asking needs no lock
    assert desk.json(*CLAIM).data["claimed"]


def test_a_store_with_damaged_pages(desk: Desk) -> None:
    desk.state("init")
    whole = desk.store.read_bytes()
    desk.store.write_bytes(whole[:8192] + b"\xaa" * (len(whole) - 8192))
    then_broken(desk.json(*CLAIM), "malformed", "restore the file from a backup", "reconcile")
    desk.store.write_bytes(whole)
    assert desk.json(*CLAIM).data["claimed"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 300 kB."""
    disk = tmp_path / "small disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Fill the disk."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (4096, 512, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return filler


def test_a_full_disk_loses_nothing(desk: Desk, small_disk: Path) -> None:
    store = ("--store", str(small_disk / "state.db"))
    assert desk.json("state", "init", PLAN, *store).code == 0
    filler = fill(small_disk)
    then_broken(desk.json(*CLAIM, *store), "full")
    filler.unlink()
    assert desk.json("state", "ready", PLAN, *store).data["ready"]
    assert desk.json(*CLAIM, *store).data["claimed"]
    with Store.open(small_disk / "state.db") as opened:
        assert opened.integrity_problems() == []


def test_a_disk_that_can_only_be_read(desk: Desk, small_disk: Path) -> None:
    store = ("--store", str(small_disk / "state.db"))
    assert desk.json("state", "init", PLAN, *store).code == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    then_broken(desk.json(*CLAIM, *store))
    then_broken(desk.json("state", "init", PLAN, "--store", str(small_disk / "other.db")))


def test_a_batch_is_utf_8_whatever_the_machine_takes_text_for(desk: Desk) -> None:
    desk.held()
    entry = '[{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "zu früh"}]'
    latin = {"PYTHONIOENCODING": "latin-1"}
    assert run_program(*PLANSTATE, *BATCH, given=entry, variables=latin, encoding="utf-8").code == 0
    items = desk.state("show")["plan"]["checklist_items"]
    assert [item["reason"] for item in items if item["status"] == "deferred"] == ["zu früh"]


def test_a_file_that_may_not_grow_loses_nothing(desk: Desk) -> None:
    desk.state("init")
    size = desk.store.stat().st_size

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, size))

    then_broken(run_program(*PLANSTATE, "--json", *CLAIM, preexec_fn=limit))
    assert desk.state("ready")["ready"]
    assert desk.json(*CLAIM).data["claimed"]


def test_an_answer_that_cannot_be_written(desk: Desk) -> None:
    desk.state("init")
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PLANSTATE, *CLAIM], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4
    assert done.stderr.startswith("error: E046: the output could not be written (No space left")
    assert "but the command has run" in done.stderr


def test_an_output_that_is_closed(desk: Desk) -> None:
    desk.state("init")
    reply = run_program("bash", "-c", f"exec {sys.executable} -m impl.cli state ready {PLAN} >&-")
    assert (reply.code, reply.err) == (0, "")


def test_an_interrupt_while_it_reads_from_a_terminal(desk: Desk) -> None:
    desk.held()
    ours, theirs = pty.openpty()
    # A test run in the background ignores interrupts, and so would the process.
    usual = signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(
        [*PLANSTATE, *BATCH], stdin=theirs, stderr=subprocess.PIPE, text=True
    )
    signal.signal(signal.SIGINT, usual)
    with process:
        assert process.stderr is not None
        assert "from the terminal; end it with ctrl-D" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 3
    assert said.startswith("planstate: interrupted, outcome unknown; run `planstate state show`")
