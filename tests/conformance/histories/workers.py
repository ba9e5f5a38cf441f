"""Workers in several worktrees who call `planstate` in processes of its own, all at once."""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from impl.git.repository import git
from tests.impl.cli.calling import PROGRAM
from tests.impl.cli.desk import make_repository
from tests.impl.git.sites import IDENTITY

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


def work(root: Path, journal: Path, workers: int, calls: int, seed: int) -> None:
    """Make a repository with plans, and have each worker make its share of calls, at once."""
    make_repository(root)
    for plan in PLANS:
        (root / plan).parent.mkdir(exist_ok=True)
        (root / plan).write_text(DOCUMENT)
    environment = {**os.environ, **IDENTITY, "PLANSTATE_JOURNAL": str(journal)}
    for name in ("PLANSTATE_STORE", "PLANSTATE_NOW"):
        environment.pop(name, None)
    subprocess.run(["git", "add", "--all"], cwd=root, env=environment, check=True)
    first = ["git", "commit", "--quiet", "--message=Plan"]
    subprocess.run(first, cwd=root, env=environment, check=True)
    threads = []
    for number in range(workers):
        folder = root.parent / f"worktree-{number}"
        git(root, "worktree", "add", "--quiet", "-b", f"branch-{number}", str(folder))
        chance = random.Random(f"{seed} {number}")
        share = (calls + number) // workers
        arguments = (folder, environment, chance, share)
        threads.append(threading.Thread(target=_call_often, args=arguments))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _call_often(
    folder: Path, environment: dict[str, str], chance: random.Random, count: int
) -> None:
    for words in _calls(folder, chance, count):
        command = [sys.executable, "-c", PROGRAM, "--wait", "60", "--json", *words]
        settings = {"cwd": folder, "env": environment, "capture_output": True, "text": True}
        done = subprocess.run(command, input="[]", check=False, **settings)  # type: ignore[call-overload]
        assert done.returncode in (0, 1), (words, done)


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


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.mkdir(parents=True)
    work(where / "root", where / "journal.jsonl", 4, int(sys.argv[2]), 1)
