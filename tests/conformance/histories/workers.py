"""Workers in several worktrees who call `planstate` in turn."""

import io
import random
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from impl.cli.main import main
from impl.git.repository import git
from tests.impl.cli.desk import NOW, make_repository
from tests.impl.git.sites import IDENTITY

SEED, WORKERS = 1, 4
PLANS = ("plans/bridge.md", "plans/tunnel.md")
STEPS = ("deck", "piers", "paint", "opening")
DOCUMENT = """\
## Phase 1.0: A way across {#phase-1}

### Step 1: Lay the deck {#deck}

**Tasks:**
- [ ] Measure
- [ ] Lay

#### Step 1.1: Build the piers {#piers}

- [ ] Pour

### Step 2: Paint it {#paint}

**Tests:**
- [ ] It is dry

### Step 3: Open it {#opening}

**Depends on:** #paint
"""


class Worker(NamedTuple):
    """A worktree, and what is called there."""

    folder: Path
    calls: Iterator[list[str]]


def take_turns(root: Path, journal: Path, calls: int, patch: pytest.MonkeyPatch) -> None:
    """Have workers in worktrees call `planstate` in this process, at times of the test's own."""
    for name, value in (*IDENTITY.items(), ("PLANSTATE_JOURNAL", str(journal))):
        patch.setenv(name, value)
    workers = _workers(root, calls)
    turns = [worker for worker in workers for _ in range(calls // len(workers))]
    random.Random(SEED).shuffle(turns)
    for number, worker in enumerate(turns):
        patch.chdir(worker.folder)
        patch.setenv("PLANSTATE_NOW", str(NOW + 700 * number))
        patch.setattr("sys.stdin", io.StringIO("[]"))
        with redirect_stdout(io.StringIO()):
            words = next(worker.calls)
            assert main(["--json", *words]) in (0, 1), words


def _workers(root: Path, calls: int) -> list[Worker]:
    """Make a repository with plans, and a worktree for each worker."""
    make_repository(root)
    for plan in PLANS:
        (root / plan).parent.mkdir(exist_ok=True)
        (root / plan).write_text(DOCUMENT)
    settings = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
    git(root, "add", "--all")
    git(root, *settings, "commit", "--quiet", "--message=Plan")
    workers = []
    for number in range(WORKERS):
        folder = root.parent / f"worktree-{number}"
        git(root, "worktree", "add", "--quiet", "-b", f"branch-{number}", str(folder))
        chance = random.Random(f"{SEED} {number}")
        workers.append(Worker(folder, _calls(folder, chance, (calls + number) // WORKERS)))
    return workers


def _calls(folder: Path, chance: random.Random, count: int) -> Iterator[list[str]]:
    """Yield the words of calls: the plans are registered first, then anything."""
    for plan in PLANS[:count]:
        yield ["state", "init", plan]
    for _ in range(count - len(PLANS)):
        yield _any_call(folder, chance)


def _any_call(folder: Path, chance: random.Random) -> list[str]:
    plan, step, worktree = chance.choice(PLANS), chance.choice(STEPS), ["--worktree", str(folder)]
    held = [plan, step, *worktree]
    lease = ["--lease-duration", chance.choice(("0", "1", "7200"))]
    calls = {
        ("claim", plan, *worktree, *lease): 8,
        ("claim", plan, *worktree, "--force"): 1,
        ("start", *held): 4,
        ("heartbeat", *held, *lease): 2,
        ("update", *held, "--all", "completed"): 2,
        ("update", *held, "--batch", "--complete-remaining"): 2,
        ("artifact", *held, "--kind", "note", "--summary", "seen"): 2,
        ("complete", *held): 2,
        ("complete", *held, "--force", "--reason", "late"): 1,
        ("release", *held): 2,
        ("reset", plan, step): 3,
        ("ready", plan): 2,
        ("show", plan): 1,
        ("init", plan): 1,
    }
    words = ["state", *chance.choices([*calls], [*calls.values()])[0]]
    if chance.random() < 0.03:
        named = ["--step", step, "--plan", plan, "--message", "Do it", "--summary", "Done"]
        (folder / "work.txt").write_text(str(chance.random()))
        words = ["commit", *worktree, *named]
    return words
