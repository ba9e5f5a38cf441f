"""Processes of `planstate commit`: several at once, and any that are killed at a chosen point."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.impl.cli.calling import Reply, begin, call, run_program
from tests.impl.git.sites import PLAN, Site

KILLED_AT = """
import os, signal, sqlite3, sys
from impl.cli.main import main

POINT = int(sys.argv[1])
OUTSIDE = {
    "posix": {"open", "write", "replace", "unlink", "fsync", "mkdir", "close", "_exit"},
    "_posixsubprocess": {"fork_exec"},
    "fcntl": {"flock"},
}
reached = 0

def watch(frame, event, called):
    global reached
    if event != "c_call":
        return
    of_store = isinstance(getattr(called, "__self__", None), sqlite3.Connection)
    printing = getattr(called, "__self__", None) is sys.stdout
    if of_store or printing or called.__name__ in OUTSIDE.get(called.__module__, ()):
        if reached == POINT:
            os.kill(os.getpid(), signal.SIGKILL)
        reached += 1

sys.setprofile(watch)
code = main(sys.argv[2:])
sys.setprofile(None)
print(reached, file=sys.stderr)
raise SystemExit(code)
"""


def arguments(site: Site, **changes: str) -> list[str]:
    """Return the arguments of a commit of the step that the linked worktree holds."""
    options = {
        "worktree": str(site.linked),
        "step": "piers",
        "plan": PLAN,
        "message": "Pour the piers",
        "summary": "Poured both.",
        **changes,
    }
    named = [word for name, value in options.items() for word in (f"--{name}", value)]
    return ["commit", "--json", *named]


def begin_commit(site: Site, **changes: str) -> subprocess.Popen[bytes]:
    """Begin a commit in a process of its own."""
    return begin(site.root, *arguments(site, **changes))


def committed(site: Site, **changes: str) -> dict[str, Any]:
    """Commit with success, and return what was printed of it."""
    called = call(arguments(site, **changes), site.root)
    assert called.code == 0, called
    data: dict[str, Any] = called.envelope["data"]
    return data


def killed_at(point: int, folder: Path, *words: str) -> bool:
    """Run `planstate` in a process that is killed at one of its points; return whether it was."""
    return run_to(point, folder, *words).code != 0


def run_to(point: int, folder: Path, *words: str, given: str = "{}") -> Reply:
    """Run `planstate` in a process that is killed at one of its points, if it has so many.

    A point is a call that changes, or asks for, something outside of the process.
    """
    reply = run_program(
        *(sys.executable, "-c", KILLED_AT, str(point), *words), folder=folder, given=given
    )
    assert reply.code in (0, -signal.SIGKILL), reply
    return reply
