"""Real processes that call `planstate` on one store: they work at once, stop, and are killed.

Each is forked from this one, which has everything imported and no threads: so hundreds can be had
in seconds. Run as a script with the name of a scene and a repository, it prints what was seen.
"""

import io
import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from impl.cli.main import main
from impl.cli.registry import STATE
from impl.store.store import Store
from spec.properties.invariants import broken_invariants
from tests.profiles import THOROUGH

PLAN = "plan.md"
PLANS = ("plan.md", "second plan.md")
LEDGER = "ledger.md"
WORKERS, STEPS = 8, 40
CLAIMANTS, CLAIMABLE = 16, 5
KILLS, KILLS_OF_A_STORE = (100, 25) if THOROUGH else (50, 25)
MOST_ANSWERS_BEFORE = 6
LONGEST_SPIN = 400_000
KILLS_OF_MAKERS, LONGEST_SPIN_OF_MAKERS = 4, 600_000


class Reply(NamedTuple):
    """The exit code of a call, and what it printed."""

    code: int
    data: dict[str, Any]


def call(*arguments: str, now: int = 0, given: str = "[]") -> Reply:
    """Call `planstate` in this process."""
    os.environ["PLANSTATE_NOW"] = str(now)
    sys.stdin, sys.stdout = io.StringIO(given), io.StringIO()
    code = main(["--json", "--wait", "60", *arguments])
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


def write_plan(path: str, steps: int, needs: Callable[[int], list[int]], version: int = 0) -> None:
    """Write a document with this many steps, every third with a substep, and items in all."""
    text = "## Phase 1.0: A plan {#phase-1}\n"
    for number in range(steps):
        text += f"\n### Step {number}: A step {{#step-{number}}}\n"
        if needed := needs(number):
            text += f"\n**Depends on:** {', '.join(f'#step-{other}' for other in needed)}\n"
        text += f"\n**Tasks:**\n- [ ] Do it {version}\n- [ ] Do more\n\n**Tests:**\n- [ ] Try it\n"
        if number % 3 == 0:
            text += f"\n#### Step {number}.1: Below {{#below-{number}}}\n\n- [ ] Do this too\n"
    text += f"\n### Step {steps}: New {{#new-{version}}}\n" if version else ""
    Path(path).write_text(text)


def nothing(_: int) -> list[int]:
    """Return no dependencies."""
    return []


def work_until_done(worktree: str) -> Callable[[TextIO], None]:
    """Claim, do and complete steps until all are completed."""

    def work(tell: TextIO) -> None:
        while not (claim := call("state", "claim", PLAN, "--worktree", worktree)).data[
            "all_completed"
        ]:
            if not claim.data["claimed"]:
                continue
            step, named = claim.data["anchor"], ("--worktree", worktree)
            print("claimed", step, file=tell)
            below = (
                [f"below-{step.partition('-')[2]}"] if int(step.partition("-")[2]) % 3 == 0 else []
            )
            for part in (*below, step):
                calls = [
                    call("state", "start", PLAN, part, *named),
                    call("state", "update", PLAN, part, *named, "--batch", "--complete-remaining"),
                    call("state", "complete", PLAN, part, *named),
                ]
                assert [reply.code for reply in calls] == [0, 0, 0], calls
            print("completed", step, file=tell)

    return work


def scene_workers() -> dict[str, Any]:
    """Workers finish a plan together."""
    write_plan(PLAN, STEPS, lambda number: [n for n in (number - 3, number - 7) if n >= 0])
    call("state", "init", PLAN)
    children = [Child(work_until_done(f"worker {number}")) for number in range(WORKERS)]
    told = [child.finish() for child in children]
    return {"told": told, "status": [child.status for child in children], **look()}


def scene_claims() -> dict[str, Any]:
    """Many workers register a plan, creating the store, and claim, all at the same moment."""
    write_plan(PLAN, CLAIMABLE, nothing)
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


def scene_stopped() -> dict[str, Any]:
    """Stop a worker past its lease, let another take its step over, and let the first go on."""
    write_plan(PLAN, 1, nothing)
    call("state", "init", PLAN)
    named = ("--worktree", "slow", "--lease-duration", "60")

    def claim_and_complete_later(tell: TextIO) -> None:
        call("state", "claim", PLAN, *named)
        os.kill(os.getpid(), signal.SIGSTOP)
        late = call("state", "complete", PLAN, "step-0", *named[:2], "--force", now=70_000)
        print(late.code, late.data["reason"], file=tell)

    child = Child(claim_and_complete_later)
    _, stopped = os.waitpid(child.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(stopped)
    taken = call("state", "claim", PLAN, "--worktree", "quick", now=60_001)
    os.kill(child.pid, signal.SIGCONT)
    return {"taken": taken.data, "told": child.finish(), "status": child.status, **look()}


def disturb(seed: int) -> Callable[[TextIO], None]:
    """Do anything, without end, and tell every note that was acknowledged."""

    def work(tell: TextIO) -> None:
        chance = random.Random(seed)
        print("begun", file=tell)
        while True:
            command, *arguments = anything(chance)
            reply = call("state", command, *arguments, now=chance.randrange(100_000))
            note = reply.data.get("artifact_id", "") if arguments[0] == LEDGER else ""
            assert reply.code in (0, 1), (command, arguments, reply)
            print(note, file=tell)

    return work


def anything(chance: random.Random) -> list[str]:
    """Choose a call: half of them notes in the ledger, the others on the other plans."""
    if chance.random() < 0.4:
        return [
            "artifact",
            LEDGER,
            "step-0",
            "--worktree",
            "clerk",
            "--kind",
            "n",
            "--summary",
            "n",
        ]
    plan, step = chance.choice(PLANS), f"{chance.choice(('step', 'below'))}-{chance.randrange(4)}"
    named = ["--worktree", chance.choice(("ann", "bob"))]
    choices = [
        ["init", plan],
        ["claim", plan, *named, "--lease-duration", "10"],
        ["claim", plan, *named, "--force"],
        ["start", plan, step, *named],
        ["heartbeat", plan, step, *named],
        ["update", plan, step, *named, "--all", "completed"],
        ["update", plan, step, *named, "--batch", "--complete-remaining"],
        ["complete", plan, step, *named, *chance.choice(([], ["--force"]))],
        ["release", plan, step, "--force"],
        ["reset", plan, step],
    ]
    return chance.choice(choices)


def scene_killed() -> dict[str, Any]:
    """Kill workers at random moments, and look at the store each time."""
    chance = random.Random(20_260_101)
    seen: dict[str, Any] = {"kills": 0, "problems": [], "lost": [], "stores": 0, "finished": []}
    noted: set[int] = set()
    for kill in range(KILLS):
        if kill % KILLS_OF_A_STORE == 0:
            start_store(kill)
            noted, seen["stores"] = set(), seen["stores"] + 1
        write_plan(chance.choice(PLANS), 4, lambda n: [n - 1] if n % 2 else [], version=kill + 1)
        noted |= kill_one(chance, seed=kill)
        seen["kills"] += 1
        seen["problems"] += look()["problems"]
        seen["lost"] += sorted(noted - notes())
        if (kill + 1) % KILLS_OF_A_STORE == 0:
            seen["finished"] += [finish(plan) for plan in PLANS]
            seen["notes"] = seen.get("notes", 0) + len(noted)
    return seen


def start_store(number: int) -> None:
    """Create a store with a ledger and plans, after others were killed while creating it."""
    for path in (*PLANS, LEDGER):
        write_plan(path, 4, nothing, version=number)
    for seed in range(KILLS_OF_MAKERS):
        os.environ["PLANSTATE_STORE"] = f"store-{number}-{seed}.db"
        child = Child(lambda tell: print(call("state", "init", LEDGER).code, file=tell))
        spin(random.Random(number + seed), LONGEST_SPIN_OF_MAKERS)
        os.kill(child.pid, signal.SIGKILL)
        child.finish()
        for path in (*PLANS, LEDGER):
            assert call("state", "init", path).code == 0
        assert look()["problems"] == []
    assert call("state", "claim", LEDGER, "--worktree", "clerk").data["anchor"] == "step-0"


def kill_one(chance: random.Random, seed: int) -> set[int]:
    """Start a worker, read some of its answers, and kill it; return the notes that it reported."""
    child = Child(disturb(seed))
    heard = [child.told.readline() for _ in range(chance.randrange(1, MOST_ANSWERS_BEFORE))]
    spin(chance, LONGEST_SPIN)
    os.kill(child.pid, signal.SIGKILL)
    heard += child.finish()
    assert os.WIFSIGNALED(child.status), "it ended by itself"
    return {int(line) for line in heard if line.strip().isdecimal()}


def spin(chance: random.Random, longest: int) -> None:
    """Spin for a random time: not to wait for something, but to hit any moment."""
    for _ in range(chance.randrange(longest)):
        pass


def finish(plan: str) -> bool:
    """Finish a plan whatever became of it; tell whether it is done."""
    call("state", "init", plan)
    named = ("--worktree", "last")
    while (claim := call("state", "claim", plan, *named, "--force")).data["claimed"]:
        done = call("state", "complete", plan, claim.data["anchor"], *named, "--force")
        assert done.code == 0
    return bool(claim.data["all_completed"])


def store_path() -> str:
    """Return the path of the store."""
    return os.environ.get("PLANSTATE_STORE", ".planstate/state.db")


def look() -> dict[str, Any]:
    """Check the store, and give the holders and statuses of the steps of the first plan."""
    with Store.open(store_path()) as store:
        plans = store.snapshot_state().plans
        problems = store.integrity_problems()
    problems += [problem for plan in plans for problem in broken_invariants(plan)]
    steps = [step for plan in plans if plan.path == PLAN for step in plan.steps]
    held = {step.anchor: [step.claimed_by, step.status] for step in steps if step.parent is None}
    return {"problems": problems, "steps": held}


def notes() -> set[int]:
    """Return the numbers of all notes in the ledger."""
    with Store.open(store_path()) as store:
        plan = store.snapshot(LEDGER)
    return {note.id for step in plan.steps for note in step.artifacts} if plan else set()


def scenes() -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
    """Yield all scenes by name."""
    for name, value in globals().items():
        if name.startswith("scene_"):
            yield name.removeprefix("scene_"), value


if __name__ == "__main__":
    scene, repository = sys.argv[1:]
    os.chdir(repository)
    import_module("impl.store.database.migrations")  # for all children at once
    import_module("impl.documents.reader")
    for entry in STATE:
        entry.load()
    printing = sys.stdout
    result = dict(scenes())[scene]()
    print(json.dumps(result), file=printing)
