"""Real processes that call `planstate` on one store: they work at once, and are killed.

Each is forked from this one, which has everything imported and no threads: so hundreds can be had
in seconds. Run as a script with the name of a scene and a repository, it prints what was seen.
"""

import io
import json
import os
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TextIO

from impl.cli.main import main
from impl.cli.registry import STATE
from impl.store.store import Store
from spec.properties.invariants import broken_invariants
from spec.vocabulary.state import Plan
from tests.profiles import AT_NIGHT

PLAN = "plan.md"
FOLDER, TEMPLATE = Path(".planstate"), Path("template")
STORE = FOLDER / "state.db"
HOUR = "3600"
"""Longer than a test may take, so that nobody who waits gives up before the event comes."""

CLAIMANTS, CLAIMABLE = 16, 5

ANN, BOB = ("--worktree", "ann"), ("--worktree", "bob")
CALLS: dict[str, tuple[str, ...]] = {
    "register": ("init", PLAN),
    "register again": ("init", PLAN),
    "claim": ("claim", PLAN, *BOB),
    "take over": ("claim", PLAN, *BOB, "--force"),
    "start": ("start", PLAN, "step-0", *ANN),
    "heartbeat": ("heartbeat", PLAN, "step-0", *ANN),
    "update": ("update", PLAN, "step-0", *ANN, "--batch", "--complete-remaining"),
    "artifact": ("artifact", PLAN, "step-0", *ANN, "--kind", "n", "--summary", "n"),
    "complete": ("complete", PLAN, "step-0", *ANN, "--force"),
    "release": ("release", PLAN, "step-0", "--force"),
    "reset": ("reset", PLAN, "step-0"),
}
"""What is killed: the first where no store is, all others where ann holds the first step."""

OUTSIDE = {"open", "write", "replace", "unlink", "fsync", "mkdir", "close"}
"""The functions of `posix` that change, or ask for, something outside of the process."""

POINTS = range(0, 1_000, 1 if AT_NIGHT else 11)


class Reply(NamedTuple):
    """The exit code of a call, and what it printed."""

    code: int
    data: dict[str, Any]


def call(*arguments: str, now: int = 0, given: str = "[]") -> Reply:
    """Call `planstate` in this process."""
    os.environ["PLANSTATE_NOW"] = str(now)
    sys.stdin, sys.stdout = io.StringIO(given), io.StringIO()
    code = main(["--json", "--wait", HOUR, *arguments])
    printed = sys.stdout.getvalue()
    return Reply(code, json.loads(printed)["data"])


class Child:
    """A process that does something, and tells what it did in lines."""

    def __init__(self, work: Callable[[TextIO], None]) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            os._exit(_done(work, writing))
        os.close(writing)
        self.told = os.fdopen(reading)

    def finish(self) -> list[str]:
        """Wait for its end; give the lines not read yet, an unfinished one left out."""
        lines = [line.rstrip("\n") for line in self.told if line.endswith("\n")]
        self.told.close()
        _, self.status = os.waitpid(self.pid, 0)
        return lines


def _done(work: Callable[[TextIO], None], writing: int) -> int:
    try:
        with os.fdopen(writing, "w", buffering=1) as tell:
            work(tell)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def write_plan(steps: int, version: int = 0) -> None:
    """Write a document with this many steps, every third with a substep, and items in all."""
    text = "## Phase 1.0: A plan {#phase-1}\n"
    for number in range(steps):
        text += f"\n### Step {number}: A step {{#step-{number}}}\n"
        text += f"\n**Tasks:**\n- [ ] Do it {version}\n- [ ] Do more\n\n**Tests:**\n- [ ] Try it\n"
        if number % 3 == 0:
            text += f"\n#### Step {number}.1: Below {{#below-{number}}}\n\n- [ ] Do this too\n"
    text += f"\n### Step {steps}: New {{#new-{version}}}\n" if version else ""
    Path(PLAN).write_text(text)


def claims() -> dict[str, Any]:
    """Many workers register a plan, creating the store, and claim, all at the same moment."""
    write_plan(CLAIMABLE)
    barrier, gate = os.pipe()

    def claim_at_once(worktree: str) -> Callable[[TextIO], None]:
        def claim(tell: TextIO) -> None:
            os.close(gate)
            print("ready", file=tell)
            os.read(barrier, 1)  # until the gate is closed everywhere
            call("state", "init", PLAN)
            print(
                call("state", "claim", PLAN, "--worktree", worktree).data.get("anchor"), file=tell
            )

        return claim

    children = [Child(claim_at_once(f"worker {number}")) for number in range(CLAIMANTS)]
    for child in children:
        child.told.readline()
    os.close(gate)
    told = [child.finish() for child in children]
    return {"told": told, "status": [child.status for child in children], **look()}


class Killed(NamedTuple):
    """How a process ended that was to be killed."""

    has_ended: bool
    """Whether it came to its end before."""
    has_answered: bool


def kill_all() -> dict[str, Any]:
    """Kill every call at its points; give how often, and what was wrong with the store then."""
    kills, wrong = dict.fromkeys(CALLS, 0), []
    problems: list[str] = []
    write_plan(2)
    call("state", "init", PLAN)
    call("state", "claim", PLAN, *ANN)
    FOLDER.rename(TEMPLATE)
    for name in CALLS:
        prepare(name)
        before, _ = stored()
        do(name)
        after, _ = stored()
        assert before != after, name
        for point in POINTS:
            prepare(name)
            killed = at_point(name, point)
            kills[name] += not killed.has_ended
            left, damage = stored()
            if left not in ([after] if killed.has_answered else [before, after]):
                wrong.append(f"{name}, killed at {point}: {killed}, {left}")
            if left == before:
                do(name)
                left, _ = stored()
                if left != after:
                    wrong.append(f"{name}, killed at {point} and repeated: {left}")
            problems += damage
            if killed.has_ended:
                break
    return {"kills": kills, "wrong": wrong, "problems": problems}


def prepare(name: str) -> None:
    """Put the store in place with which a call begins, and the document."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    if name != "register":
        shutil.copytree(TEMPLATE, FOLDER)
    write_plan(2, version=int(name == "register again"))


def do(name: str) -> None:
    """Make a call, which must succeed."""
    reply = call("state", *CALLS[name], now=5)
    assert reply.code == 0, (name, reply)


def at_point(name: str, point: int) -> Killed:
    """Kill a call at one of its points: before something outside of the process is changed."""

    def work(tell: TextIO) -> None:
        reached = count()

        def watch(_frame: FrameType, event: str, called: Any) -> None:
            if event != "c_call":
                return
            owner = getattr(called, "__self__", None)
            is_point = (
                isinstance(owner, (sqlite3.Connection, sqlite3.Cursor))
                or owner is sys.stdout
                or (called.__module__ == "posix" and called.__name__ in OUTSIDE)
            )
            if is_point and next(reached) == point:
                print("answered" if printed() else "killed", file=tell)
                os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(watch)
        do(name)
        sys.setprofile(None)

    child = Child(work)
    told = child.finish()
    return Killed(child.status == 0, told == ["answered"])


def printed() -> str:
    """Return what the call that runs has printed."""
    assert isinstance(sys.stdout, io.StringIO)
    return sys.stdout.getvalue()


def stored() -> tuple[tuple[Plan, ...], list[str]]:
    """Return all plans of the store, which need not be there yet, and what is damaged."""
    if not STORE.exists():
        return (), []
    with Store.open(str(STORE)) as store:
        plans, damage = store.snapshot_state().plans, store.integrity_problems()
    return plans, [*damage, *(str(each) for plan in plans for each in broken_invariants(plan))]


def look() -> dict[str, Any]:
    """Check the store, and give the holders and statuses of the steps of the plan."""
    [plan], problems = stored()
    held = {step.anchor: [step.claimed_by, step.status] for step in plan.steps if not step.parent}
    return {"problems": problems, "steps": held}


SCENES = {"claims": claims, "killed": kill_all}


if __name__ == "__main__":
    scene, repository = sys.argv[1:]
    os.chdir(repository)
    import_module("impl.store.database.changes")  # for all children at once
    import_module("impl.documents.reader")
    for entry in STATE:
        entry.load()
    printing = sys.stdout
    result = SCENES[scene]()
    print(json.dumps(result), file=printing)
