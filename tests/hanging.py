"""A test that hangs is ended by name, with the stacks of its processes, and leaves none behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping

import psutil
import pytest

LOOK_SECONDS = 600
"""How often a test that runs is looked at."""
LEAST_COMPUTED = 20.0
"""A test that computes for less than so many seconds between two looks waits for what never comes.

It may need as long as it likes: a machine that is busy for others makes no test hang. A browser
that waits in vain for an element computes for some nine seconds.
"""
LOOKS = 9
"""How often a test is looked at in vain: what then still runs goes round without end."""

OWNER = "PLANSPEC_TEST_PROCESS"
"""A variable of each process that tests start, also of a daemon: the process of the tests."""

REAL_STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the standard error that pytest replaces while a test runs."""
    config.stash[REAL_STDERR] = os.dup(2)
    os.environ[OWNER] = str(os.getpid())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run a test, and end this process if it hangs."""
    ended = watch(item.nodeid, item.config.stash[REAL_STDERR], LOOK_SECONDS)
    try:
        return (yield)
    finally:
        ended.set()


def watch(test: str, stderr: int, seconds: float) -> threading.Event:
    """Watch a test from a thread, every so many seconds, until the returned event is set."""
    ended = threading.Event()
    threading.Thread(target=look, args=(test, stderr, seconds, ended), daemon=True).start()
    return ended


def look(test: str, stderr: int, seconds: float, ended: threading.Event) -> None:
    """End this process when a test hangs."""
    before = computed()
    for number in range(1, LOOKS + 1):
        if ended.wait(seconds):
            return
        now = computed()
        if number == LOOKS or since(before, now) < LEAST_COMPUTED:
            end(test, stderr, number * seconds)
        before = now


def computed() -> dict[int, float]:
    """Return for how many seconds this process and each that it started computed, by its id.

    What a process has waited for until it ended is counted for it.
    """
    found = {}
    for process in (psutil.Process(), *started_processes()):
        with contextlib.suppress(psutil.NoSuchProcess):
            found[process.pid] = sum(process.cpu_times()[:4])
    return found


def since(before: Mapping[int, float], now: Mapping[int, float]) -> float:
    """Return for how many seconds processes computed between two looks."""
    return sum(seconds - before.get(pid, 0) for pid, seconds in now.items())


def end(test: str, stderr: int, seconds: float) -> None:
    """Write the name of a test and all stacks, end what it started, then this process."""
    os.write(stderr, f"\n{test} hangs: no end after {seconds:.0f} s\n".encode())
    spy = os.path.join(os.path.dirname(sys.executable), "py-spy")
    pythons = [each for each in started_processes() if "python" in each.info["name"]]
    for pid in (os.getpid(), *(each.pid for each in pythons)):
        command = [spy, "dump", "--pid", str(pid)]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr)
    left, own = [each.pid for each in started_processes()], os.getpid()
    if os.fork() == 0:
        # A process that the test waits for is ended only when the test cannot go on any more.
        while os.getppid() == own:
            time.sleep(0.01)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        os._exit(0)
    os._exit(70)


def started_processes() -> list[psutil.Process]:
    """Return what this process started, at any depth, and that still runs; also daemons."""
    descendants = {each.pid for each in psutil.Process().children(recursive=True)}
    return [each for each in psutil.process_iter(["name"]) if is_started(each, descendants)]


def is_started(process: psutil.Process, descendants: set[int]) -> bool:
    """Whether a process runs and is a descendant, or a daemon that one of them left."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE and (
            process.pid in descendants
            or (process.environ().get(OWNER) == str(os.getpid()) and process.pid != os.getpid())
        )
    except (psutil.AccessDenied, psutil.NoSuchProcess):
        return False
