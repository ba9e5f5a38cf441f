"""A desk to work at: a git repository with plan documents, and `planstate` to call there."""

from pathlib import Path
from typing import Any

import pytest

from impl.git.repository import git
from tests.impl.cli.calling import Reply, call

PLAN = "plans/bridge.md"
NOW = 1_767_225_600_000
"""2026-01-01T00:00:00.000Z, the time at which nothing has been done yet."""

BRIDGE = """\
## Phase 1.0: A bridge {#phase-1}

### Step 1: Lay the deck {#deck}

**Tasks:**
- [ ] Measure
- [ ] Lay

**Tests:**
- [ ] Load it

**Checkpoint:**
- [ ] The engineer agrees

#### Step 1.1: Build the piers {#piers}

**Tasks:**
- [ ] Pour

### Step 2: Paint it {#paint}

### Step 3: Open it {#opening}

**Depends on:** #deck, #paint
"""


class Desk:
    """Calls `planstate` in this process, in a folder of its own, at a time of its own."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.root = root
        self._patch = patch
        self.last = Reply(0, "", "")
        self.at(NOW)
        self.go(root)

    @property
    def store(self) -> Path:
        """The path of the store, which need not be there yet."""
        return self.root / ".planstate" / "state.db"

    def go(self, folder: Path) -> None:
        """Work in this folder from now on."""
        self._patch.chdir(folder)

    def at(self, now: int) -> None:
        """Set the time from now on."""
        self._patch.setenv("PLANSTATE_NOW", str(now))

    def write(self, path: str, text: str = BRIDGE) -> Path:
        """Write a document."""
        document = self.root / path
        document.parent.mkdir(parents=True, exist_ok=True)
        document.write_text(text, encoding="utf-8")
        return document

    def text(self, *arguments: str, given: str = "") -> Reply:
        """Call `planstate` for people."""
        self.last = call(arguments, given=given)
        return self.last

    def json(self, *arguments: str, given: str = "") -> Reply:
        """Call `planstate` for programs."""
        return self.text("--json", *arguments, given=given)

    def state(self, command: str, *arguments: str, given: str = "") -> dict[str, Any]:
        """Call `planstate state` on the plan; it must succeed."""
        return self.json("state", command, PLAN, *arguments, given=given).data

    def refused(self, command: str, *arguments: str, given: str = "") -> tuple[str, str]:
        """Call `planstate state` on the plan, which must be rejected; give code and reason."""
        return refusal(self.json("state", command, PLAN, *arguments, given=given))

    def held(self, step: str = "deck", worktree: str = "ann") -> None:
        """Register the plan and claim its first step, which must be this one."""
        self.state("init")
        assert self.state("claim", "--worktree", worktree)["anchor"] == step


def refusal(reply: Reply, code: int = 1) -> tuple[str, str]:
    """Return the code and the reason of a rejection, after checking its envelope and exit code."""
    assert (reply.code, reply.envelope["status"]) == (code, "error"), reply
    issue, *others = reply.envelope["issues"]
    assert issue["severity"] == "error"
    assert all(each["severity"] == "warning" for each in others)
    assert issue["message"]
    return issue["code"], reply.envelope["data"]["reason"]


def make_repository(root: Path) -> Path:
    """Create a git repository without commits."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet", "--initial-branch=main")
    return root


def commit(desk: Desk, step: str, plan: str = PLAN) -> str:
    """Commit as one who has done a step; give the hash."""
    message = f"Do it\n\nTug-Step: {step}\nTug-Plan: {plan}\n"
    git(desk.root, "commit", "--quiet", "--allow-empty", "--file=-", given=message)
    return git(desk.root, "rev-parse", "HEAD").strip()
