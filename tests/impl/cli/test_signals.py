"""Signals at any moment, and readers who have quit: an answer or an end, and never a traceback."""

import os
import signal
import subprocess
import sys

import pytest

from impl.cli.answers import DONE, FAILED, INTERRUPTED
from tests.impl.cli.calling import Reply, run_program
from tests.impl.cli.desk import PLAN, Desk

POINTS = 24
"""At how many points, from the first import to the end, a process gets a signal."""

FIRST = 3
"""The first call after the first line."""

SIGNALLED = """
import sys
POINT, NUMBER = int(sys.argv[1]), int(sys.argv[2])
reached = 0
def watch(frame, event, called):
    global reached
    # What comes before is Python's own, and nothing of a package is there to help it.
    if not reached and frame.f_globals.get("__name__") != "impl.cli.__main__":
        return
    reached += 1
    if reached == POINT:
        import os
        os.kill(os.getpid(), NUMBER)
sys.argv[1:] = sys.argv[3:]
sys.setprofile(watch)
try:
    from impl.cli.__main__ import run
    code = run()
finally:
    sys.setprofile(None)
if not POINT:
    print(reached, file=sys.stderr)
sys.exit(code)
"""


def signalled(point: int, number: int, *arguments: str, code: str = SIGNALLED) -> Reply:
    """Run `planstate` in a process that gets a signal after so many calls of functions."""
    # A test run in the background ignores interrupts, and so would the process.
    usual = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return run_program(sys.executable, "-c", code, str(point), str(int(number)), *arguments)
    finally:
        signal.signal(signal.SIGINT, usual)


def is_clear(reply: Reply, number: int) -> bool:
    """Return whether a process ended by a signal, or has said what there is to know."""
    told = {
        -number: "",
        DONE: "",
        FAILED: "interrupted before it began",
        INTERRUPTED: "outcome unknown",
    }
    if "Traceback" in reply.err or "ignored in" in reply.err or reply.code not in told:
        return False
    is_whole = reply.code != DONE or reply.data["anchor"] in ("deck", "paint")
    return is_whole and told[reply.code] in reply.err


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name
)
def test_a_signal_at_any_moment_ends_a_command_or_its_answer_is_whole(
    desk: Desk, number: signal.Signals
) -> None:
    # Given a command of which it is known how many calls it makes, when it gets a signal
    # at one of them, from the first import to the end,
    desk.state("init")
    count = int(signalled(0, number, "state", "claim", PLAN, "--worktree", "ann").err)

    points = POINTS if number == signal.SIGINT else POINTS // 4
    claim = ("state", "claim", PLAN, "--worktree", "ann", "--json")
    replies = {
        point: signalled(point, number, *claim) for point in range(FIRST, count, count // points)
    }
    # then it ends by the signal, says that nothing or what may have been changed, or answers,
    wrong = {point: reply for point, reply in replies.items() if not is_clear(reply, number)}
    assert wrong == {}
    # and the store is whole.
    assert desk.text("store", "check").code == 0


def test_an_interrupt_where_python_can_raise_nothing_is_lost_without_a_word(desk: Desk) -> None:
    # Given a command, and the first call in it by which Python forgets the lock of a module,
    desk.state("init")
    lost = 'frame.f_code.co_name != "cb"'
    code = SIGNALLED.replace(
        "    reached += 1\n", f"    if reached and {lost}:\n        return\n    reached += 1\n"
    )
    claim = ("state", "claim", PLAN, "--worktree", "ann", "--json")
    # when it is interrupted there,
    reply = signalled(2, signal.SIGINT, *claim, code=code)
    # then its answer is whole.
    assert (reply.code, reply.err, reply.data["claimed"]) == (DONE, "", True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        *((words, DONE) for words in (("--help",), ("state", "--help"), ("--version",))),
        (("state", "claim", "--help"), DONE),
        (("state", "show", PLAN, "--json"), DONE),
        (("state", "show", "plans/no.md", "--json"), FAILED),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_reader_who_has_quit_is_no_error_and_leaves_the_exit_code(
    desk: Desk, arguments: tuple[str, ...], code: int
) -> None:
    # Given a reader that sees nothing of what is printed,
    desk.state("init")
    reading, writing = os.pipe()
    os.close(reading)
    # when a command is run, then it ends as it would with a reader.
    command = [sys.executable, "-m", "impl.cli", *arguments]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (code, "")
