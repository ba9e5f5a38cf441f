"""A program is held before each of its system calls in client_plan, goes on, or is killed there."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL
from threading import Thread

import pytest

from conformance.histories.nemesis.tracing import Tracer, is_traceable
from tests.profiles import requires_nightly_profile

pytestmark = [
    requires_nightly_profile,
    pytest.mark.skipif(not is_traceable(), reason="needs ptrace"),
]

WRITER = """\
import os, sys, threading
if "thread" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
place = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
print("begun", flush=True)
for line in sys.stdin:
    os.write(place, b"x")
    print("done", flush=True)
"""
"""Writes a letter to a file for every line, and says so."""
MOST = 100
NO_BREAKPOINT = 1 << 62

Program = subprocess.Popen[str]


@pytest.fixture(params=["", "thread"])
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    """Return a program, with one thread or two, that is ready for a line."""
    command = [sys.executable, "-c", WRITER, str(tmp_path / "file"), request.param]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, start_new_session=True
    ) as process:
        assert read(process) == "begun\n"
        yield process
        process.kill()


def read(process: Program) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def ask(process: Program, place: int) -> tuple[Tracer, list[str], Thread]:
    """Send a line to a program that is held at a place; return what it has said by then."""
    tracer, said = Tracer(process.pid, place), list[str]()
    tracer.begin()

    def listen() -> None:
        said.append(read(process))
        tracer.answered()

    listener = Thread(target=listen)
    listener.start()
    assert process.stdin is not None
    process.stdin.write("line\n")
    process.stdin.flush()
    tracer.wait()
    return tracer, said, listener


def test_a_program_is_held_before_each_of_its_calls(program: Program, tmp_path: Path) -> None:
    # Given a program that writes to a file and answers,
    file = tmp_path / "file"
    seen = set()
    for place in range(1, MOST):
        written = len(file.read_text())
        # when it is held before its first call, its second, and so on,
        tracer, said, listener = ask(program, place)
        if tracer.is_held:
            seen.add((len(file.read_text()) - written, len(said)))
        # then it goes on when it is released,
        tracer.release()
        listener.join()
        assert said == ["done\n"]
        assert len(file.read_text()) == written + 1
        if not tracer.is_held:
            # until it makes so many calls no more,
            assert 0 < tracer.seen < place
            break
    # and was held before it had written, and after that before it had answered.
    assert {(0, 0), (1, 0)} <= seen


def test_a_program_that_is_killed_where_it_is_held_does_nothing_more(
    program: Program, tmp_path: Path
) -> None:
    # Given a program that is held before its first call, when it is killed there,
    tracer, said, listener = ask(program, 1)
    assert tracer.is_held
    program.send_signal(SIGKILL)
    tracer.release()
    listener.join()
    # then it has neither written nor answered, and whoever started it is told how it ended.
    assert said == [""]
    assert (tmp_path / "file").read_text() == ""
    assert program.wait() == -SIGKILL
