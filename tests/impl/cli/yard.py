"""A yard to build in: a repository with a linked worktree, and `planstate` to call there."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from impl.documents.reader import parse_document
from impl.git.layout import make_own_folder
from impl.store.store import Store
from spec.vocabulary.claims import Claim
from spec.vocabulary.plans import Register
from tests.impl.cli.calling import PROGRAM, Reply, call, run_program
from tests.impl.git.sites import Repository, copy_repository

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


class Yard(Repository):
    """A repository whose plan is registered, and whose step the linked worktree holds."""

    def __init__(self, folder: Path, document: str) -> None:
        super().__init__(folder / "bridge", folder / "bridge 'ann'", PLAN, STEP)
        self._install()
        copy_repository(self.root, self.linked, PLAN, document)
        self.write("deck.txt", "planks\n")
        self._claim()
        self.given(APPROVED, "review.json")

    @property
    def programs(self) -> Path:
        """The folder in which a shell finds `planstate`."""
        return self.root.parent / "bin"

    @property
    def review(self) -> str:
        """The path of a review."""
        return str(self.root.parent / "review.json")

    @property
    def ann(self) -> tuple[str, str]:
        """The option that names the linked worktree."""
        return "--worktree", str(self.linked)

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
        searched = {"PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}"}
        return run_program(shell, "-c", script, folder=self.linked, variables=searched)

    def state(self, *arguments: str, given: str = "") -> dict[str, Any]:
        """Run `planstate state`, which must succeed, and give what it answered."""
        return self.run("state", *arguments, "--json", given=given).data

    def finish(self) -> None:
        """Complete all items of the step."""
        self.state("update", PLAN, STEP, *self.ann, "--all", "completed")

    def recover(self, *arguments: str, given: str = "", step: str = STEP) -> Reply:
        """Run `planstate recover` for the worktree, with JSON as its answer."""
        return self.run("recover", PLAN, step, *self.ann, "--json", *arguments, given=given)

    def commit(self) -> dict[str, Any]:
        """Run `planstate commit` for the step; git must commit, whatever becomes of the step."""
        called = self.run(*self.commit_arguments())
        assert called.code == 0, called
        return called.envelope

    def commit_arguments(self) -> tuple[str, ...]:
        """Return the arguments of a commit."""
        named = (*self.ann, "--step", STEP, "--plan", PLAN)
        return ("commit", "--json", *named, "--message", "Lay the deck", "--summary", "Laid.")

    def edit(self) -> None:
        """Change the document, as a person does who corrects a word."""
        self.document.write_text(self.document.read_text().replace("Measure", "Measure twice"))

    def items(self) -> list[tuple[str, str | None]]:
        """Return status and reason of each item of the step."""
        return [(item.status, item.reason) for item in self.step().items]

    def _claim(self) -> None:
        """Register the plan, and claim its step."""
        definition = parse_document(self.document.read_bytes()).definition
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
