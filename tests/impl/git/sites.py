"""A real repository with a plan, a linked worktree that holds a step, and the store of both."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from impl.documents.reader import parse_document
from impl.git.commit_log import commit_log
from impl.git.committing import CommitRecord, CommitRequest, commit_step
from impl.git.repository import GitError, git
from impl.store.store import Store
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State, Step

PLAN = "plans/bridge.md"
DOCUMENT = """## Phase 1: A bridge

### Step 0: Build the piers {#piers}

**Tasks:**
- [ ] Pour
- [ ] Dry

### Step 1: Lay the deck {#deck}

**Depends on:** #piers

**Tasks:**
- [ ] Lay
"""
ANN = "ann's worktree"

IDENTITY = {
    **{f"GIT_{role}_NAME": "ann" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "ann@example.org" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_CONFIG_{whose}": os.devnull for whose in ("GLOBAL", "SYSTEM")},
}
"""What makes git know ann, and nothing of whoever runs the tests."""


@dataclass(frozen=True)
class Site:
    """The main worktree's root and the folder of ann's linked one."""

    root: Path
    linked: Path

    @property
    def document(self) -> Path:
        """The plan's document, in the main worktree."""
        return self.root / PLAN

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.root / ".planstate" / "state.db"

    @property
    def log(self) -> Path:
        """The implementation log of the linked worktree."""
        return self.linked / ".planstate" / "implementation-log.md"

    def document_hash(self) -> str:
        """Hash the document as it is now."""
        return parse_document(self.document.read_bytes()).definition.document_hash

    def do(self, *operations: Operation) -> Outcome:
        """Do operations, none of which is rejected, and give the last answer."""
        with Store.open(self.store) as store:
            for operation in operations:
                outcome = store.apply(operation)
                assert not isinstance(outcome, Rejected)
        return outcome

    def register(self) -> None:
        """Register the document as it is now."""
        definition = parse_document(self.document.read_bytes()).definition
        self.store.parent.mkdir(exist_ok=True)
        self.do(Register(PLAN, definition, 0))

    def claim(self, worktree: str = ANN, now: int = 10) -> None:
        """Claim the next step."""
        self.do(Claim(PLAN, worktree, self.document_hash(), now, lease=1_000))

    def finish(self, step: str = "piers", worktree: str = ANN) -> None:
        """Complete every item of a step."""
        self.do(Batch(PLAN, step, worktree, (), self.document_hash(), 20, True))

    def reconcile(self) -> Outcome:
        """Reconcile the plan with the real commit log."""
        return self.do(Reconcile(PLAN, tuple(commit_log(self.root)), 90))

    def state(self) -> State:
        """Return everything in the store, after an integrity check."""
        with Store.open(self.store) as store:
            assert store.integrity_problems() == []
            return store.snapshot_state()

    def step(self, anchor: str = "piers") -> Step:
        """Return a step as it is stored."""
        plan = self.state().plan(PLAN)
        assert plan is not None
        return next(step for step in plan.steps if step.anchor == anchor)

    def write(self, name: str = "pier.txt", text: str = "concrete\n") -> None:
        """Change something in the linked worktree."""
        (self.linked / name).write_text(text)

    def hook(self, name: str, script: str) -> None:
        """Install a hook for all worktrees."""
        path = self.root / ".git" / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def commit(self, **changes: Any) -> CommitRecord:
        """Commit the step that ann holds."""
        request = CommitRequest(
            self.linked, ANN, PLAN, "piers", "Pour the piers", "Poured both.", 60
        )
        return commit_step(replace(request, **{"timeout_seconds": 0.05, **changes}))

    def commits(self) -> list[str]:
        """List the hashes of the linked worktree's commits, newest first."""
        try:
            return git(self.linked, "rev-list", "HEAD").split()
        except GitError:
            return []

    def message(self, commit_hash: str = "HEAD") -> str:
        """Return a commit's exact message."""
        return git(self.linked, "cat-file", "commit", commit_hash).partition("\n\n")[2]

    def staged(self) -> str:
        """Return what is staged and not committed."""
        return git(self.linked, "diff", "--cached", "--name-only")


def build_site(folder: Path) -> Site:
    """Create a repository with a registered plan, and a worktree that has finished a step."""
    site = Site(folder / "bridge", folder / "bridge-ann")
    (site.root / "plans").mkdir(parents=True)
    git(site.root, "init", "--quiet", "--initial-branch=main")
    site.document.write_text(DOCUMENT)
    git(site.root, "add", "--all")
    git(site.root, "commit", "--quiet", "--message=Plan a bridge")
    git(site.root, "worktree", "add", "--quiet", "-b", "ann", str(site.linked))
    site.register()
    site.claim()
    site.finish()
    site.write()
    return site
