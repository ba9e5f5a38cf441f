"""A test that hangs is ended by name, with the stacks of its processes, and leaves none behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

LONGEST_SECONDS = 600
"""How long a test may run. No test comes near it; it is no limit that a slow machine meets."""

OWNER = "PLANSPEC_TEST_PROCESS"
"""A variable of each process that tests start, also of a daemon: the process of the tests."""

REAL_STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the standard error that pytest replaces while a test runs."""
    config.stash[REAL_STDERR] = os.dup(2)
    os.environ[OWNER] = str(os.getpid())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run a test, and end this process if that takes too long."""
    timer = watch(item.nodeid, item.config.stash[REAL_STDERR], LONGEST_SECONDS)
    try:
        return (yield)
    finally:
        timer.cancel()


def watch(test: str, stderr: int, seconds: float) -> threading.Timer:
    """Return the running timer that ends this process after some seconds."""
    timer = threading.Timer(seconds, end, (test, stderr))
    timer.daemon = True
    timer.start()
    return timer


def end(test: str, stderr: int) -> None:
    """Write the name of a test and all stacks, end what it started, then this process."""
    os.write(stderr, f"\n{test} hangs: no end after {LONGEST_SECONDS} s\n".encode())
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
