"""A yard to build in: a repository with a linked worktree, and `planstate` to call there."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from impl.documents.reader import parse_document
from impl.git.layout import make_own_folder
from impl.store.store import Store
from spec.vocabulary.claims import Claim
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State, Step
from tests.impl.cli.calling import PROGRAM, Reply, call
from tests.impl.git.sites import IDENTITY, copy_repository

PLAN = "plans/the bridge's.md"
STEP = "deck"
DOCUMENT = """\
## Phase 1.0: A bridge {#phase-1}

### Step 1: Lay the deck {#deck}

**Tasks:**
- [ ] Measure
- [ ] Lay

**Checkpoint:**
- [ ] The engineer agrees
- [ ] It carries a truck
"""
SUBSTEP = "\n#### Step 1.1: Build the piers {#piers}\n"

PASSED = {"ordinal": 0, "judgement": "PASS"}
FAILED = {"ordinal": 1, "judgement": "FAIL", "reason": "it swings"}
APPROVED = {"verdict": "APPROVE", "checkpoints": [PASSED, FAILED]}

OPEN = [("open", None)] * 4
CLOSED = [("completed", None)] * 3 + [("deferred", "it swings")]


class Yard:
    """A repository whose plan is registered, and whose step the linked worktree holds."""

    def __init__(self, folder: Path, document: str) -> None:
        self.root = folder / "bridge"
        self.linked = folder / "bridge 'ann'"
        self.programs = folder / "bin"
        self._install()
        self._document = self.root / PLAN
        copy_repository(self.root, self.linked, PLAN, document)
        (self.linked / "deck.txt").write_text("planks\n")
        self._claim()
        self.review = self.given(APPROVED, "review.json")

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.root / ".planstate" / "state.db"

    @property
    def holder(self) -> str:
        """The name of the linked worktree as `planstate` stores it."""
        return f"../{self.linked.name}"

    def given(self, document: object, name: str) -> str:
        """Write JSON to a file beside the repository, and give its name."""
        path = self.root.parent / name
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return str(path)

    def run(self, *arguments: str, given: str = "", folder: Path | None = None) -> Reply:
        """Run `planstate`."""
        return call(arguments, folder or self.root, given)

    def shell(self, script: str, shell: str = "sh") -> Reply:
        """Run a script as somebody would who types it, in the linked worktree."""
        searched = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [shell, "-c", script],
            cwd=self.linked,
            env={**os.environ, "PATH": searched},
            capture_output=True,
            text=True,
            check=False,
        )
        return Reply(done.returncode, done.stdout, done.stderr)

    def state(self, *arguments: str, given: str = "") -> dict[str, Any]:
        """Run `planstate state`, which must succeed, and give what it answered."""
        called = self.run("state", *arguments, "--json", given=given)
        assert called.code == 0, called
        data: dict[str, Any] = called.envelope["data"]
        return data

    def recover(self, *arguments: str, given: str = "", step: str = STEP) -> Reply:
        """Run `planstate recover` for the worktree, with JSON as its answer."""
        named = (PLAN, step, "--worktree", str(self.linked))
        return self.run("recover", *named, "--json", *arguments, given=given)

    def commit(self) -> dict[str, Any]:
        """Run `planstate commit` for the step; git must commit, whatever becomes of the step."""
        called = self.run(*self.commit_arguments())
        assert called.code == 0, called
        return called.envelope

    def commit_arguments(self) -> tuple[str, ...]:
        """Return the arguments of a commit."""
        named = ("--worktree", str(self.linked), "--step", STEP, "--plan", PLAN)
        return ("commit", "--json", *named, "--message", "Lay the deck", "--summary", "Laid.")

    def edit(self) -> None:
        """Change the document, as a person does who corrects a word."""
        self._document.write_text(self._document.read_text().replace("Measure", "Measure twice"))

    def stored(self) -> State:
        """Return everything in the store, after an integrity check."""
        with Store.open(self.store) as store:
            assert store.integrity_problems() == []
            return store.snapshot_state()

    def step(self, anchor: str = STEP) -> Step:
        """Return a step as it is stored."""
        plan = self.stored().plan(PLAN)
        assert plan is not None
        return next(step for step in plan.steps if step.anchor == anchor)

    def items(self) -> list[tuple[str, str | None]]:
        """Return status and reason of each item of the step."""
        return [(item.status, item.reason) for item in self.step().items]

    def _claim(self) -> None:
        """Register the plan, and claim its step."""
        definition = parse_document(self._document.read_bytes()).definition
        now = time.time_ns() // 1_000_000
        make_own_folder(self.root)
        with Store.open(self.store) as store:
            store.apply(Register(PLAN, definition, now))
            store.apply(Claim(PLAN, self.holder, definition.document_hash, now))

    def _install(self) -> None:
        """Install `planstate` where a shell finds it."""
        self.programs.mkdir()
        program = self.programs / "planstate"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n')
        program.chmod(0o755)


def use_ann(patch: pytest.MonkeyPatch) -> None:
    """Set git's author to ann, whoever runs the tests."""
    for name, value in IDENTITY.items():
        patch.setenv(name, value)
    for name in ("PLANSTATE_STORE", "PLANSTATE_NOW"):
        patch.delenv(name, raising=False)
