"""Processes that wait for the one step of a plan, and get it one after the other."""

from collections.abc import Callable
from multiprocessing.connection import wait

from tests.impl.cli.calling import HOUR, begin, end
from tests.impl.cli.desk import PLAN, Desk

ONE_STEP = "## Phase 1: One {#phase-1}\n\n### Step 1: Do it {#only}\n"
WAITERS = 4


def register(desk: Desk) -> None:
    """Register a plan of one step, which ann holds."""
    desk.write(PLAN, ONE_STEP)
    desk.held("only", "ann")


def claiming(name: str) -> tuple[str, ...]:
    """Return a command that waits for an hour."""
    return ("--json", "state", "claim", PLAN, "--worktree", name, "--wait", HOUR)


def take_turns(desk: Desk, disturb: Callable[[], None] = lambda: None) -> None:
    """Start processes that wait, then disturb them.

    At each release of the step exactly one of them must get it.
    """
    waiters = {f"w{n}": begin(desk.root, *claiming(f"w{n}")) for n in range(WAITERS)}
    holder = "ann"
    try:
        disturb()
        while waiters:
            desk.state("release", "only", "--worktree", holder, "--wait", HOUR)
            streams = {each.stdout: name for name, each in waiters.items() if each.stdout}
            [ready, *others] = wait([stream.fileno() for stream in streams])
            assert others == []
            holder = next(name for stream, name in streams.items() if stream.fileno() == ready)
            reply = end(waiters.pop(holder))
            assert reply.data["claimed"], reply
            [step] = desk.state("show")["plan"]["steps"]
            assert step["claimed_by"].endswith(holder)
    finally:
        for each in waiters.values():
            each.kill()
            end(each)
