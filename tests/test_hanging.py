"""A test that hangs says so, shows its stacks, and leaves no process behind."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil

from tests.hanging import LEAST_COMPUTED, computed, since

ROOT = Path(__file__).parents[1]

CHILD = "print('ready', flush=True); asleep = input()"
HANGING = f"""
import os, subprocess, sys
from pathlib import Path
from tests.hanging import REAL_STDERR, watch

def waiting_for(child):
    child.wait()

def test_that_hangs(request):
    child = subprocess.Popen(
        [sys.executable, "-c", {CHILD!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    daemon = subprocess.Popen(["sleep", "infinity"], start_new_session=True)
    Path("started").write_text(f"{{child.pid}} {{daemon.pid}}")
    child.stdout.readline()
    watch(request.node.nodeid, request.config.stash[REAL_STDERR], 0)
    waiting_for(child)
"""


def test_a_hanging_test_is_ended_by_name_and_leaves_no_process(tmp_path: Path) -> None:
    # Given a test that waits for a child without end, and a daemon that it has started,
    (tmp_path / "conftest.py").write_text("from tests.hanging import *\n")
    (tmp_path / "test_it.py").write_text(HANGING)
    # when it is run and its time is up,
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    # then the run fails, names the test, and shows where it and its child were;
    assert ended.returncode == 70
    assert "test_it.py::test_that_hangs hangs" in ended.stderr
    assert "waiting_for (test_it.py" in ended.stderr
    assert "<module> (<string>:1)" in ended.stderr
    # and neither child nor daemon is left.
    started = [int(pid) for pid in (tmp_path / "started").read_text().split()]
    assert len(started) == 2
    for pid in started:
        wait_for_end(pid)


def test_a_test_that_computes_is_no_hanging_one() -> None:
    # Given a look at this process and its children, when one more has computed for long,
    before = computed()
    now = {**before, 1: LEAST_COMPUTED}
    # then the test goes on, though another process has ended, as a server does; when none has
    # computed since, it hangs.
    before[2] = 1_000.0
    assert since(before, now) >= LEAST_COMPUTED
    assert since(now, now) < LEAST_COMPUTED


def wait_for_end(pid: int) -> None:
    """Wait until a process has ended, reaped or not; a busy machine takes its time to kill it."""
    with suppress(psutil.NoSuchProcess):
        while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            os.sched_yield()
