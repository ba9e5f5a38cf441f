"""A real repository with a plan, a linked worktree that holds a step, and the store of both."""

import os
import shutil
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from impl.documents.reader import parse_document
from impl.git.commit_log import commit_log
from impl.git.committing import CommitRecord, commit_step
from impl.git.repository import GitError, git
from impl.git.state_update import CommitRequest
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


def use_ann(environment: pytest.MonkeyPatch) -> None:
    """Make git know ann, and `planstate` nothing of whoever runs the tests."""
    for name, value in IDENTITY.items():
        environment.setenv(name, value)
    for name in ("PLANSTATE_STORE", "PLANSTATE_NOW"):
        environment.delenv(name, raising=False)


@dataclass(frozen=True)
class Repository:
    """The roots of the main worktree and of ann's linked one, the plan, and the step she holds."""

    root: Path
    linked: Path
    plan: str
    held: str

    @property
    def document(self) -> Path:
        """The plan's document, in the main worktree."""
        return self.root / self.plan

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.root / ".planstate" / "state.db"

    @property
    def log(self) -> Path:
        """The implementation log of the linked worktree."""
        return self.linked / ".planstate" / "implementation-log.md"

    @property
    def holder(self) -> str:
        """The name of the linked worktree as `planstate` stores it."""
        return f"../{self.linked.name}"

    def stored(self) -> State:
        """Return everything in the store, after an integrity check."""
        with Store.open(self.store) as store:
            assert store.integrity_problems() == []
            return store.snapshot_state()

    def step(self, anchor: str | None = None) -> Step:
        """Return a step as it is stored: the one that she holds, unless another is named."""
        plan = self.stored().plan(self.plan)
        assert plan is not None
        return next(step for step in plan.steps if step.anchor == (anchor or self.held))

    def write(self, name: str = "pier.txt", text: str = "concrete\n") -> None:
        """Change something in the linked worktree."""
        (self.linked / name).write_text(text)

    def hook(self, name: str, script: str) -> None:
        """Install a hook for all worktrees."""
        path = self.root / ".git" / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)


class Site(Repository):
    """The repository of a bridge."""

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

    def commit(self, **changes: Any) -> CommitRecord:
        """Commit the step that ann holds."""
        told = ("Pour the piers", "Poured both.", 60)
        request = CommitRequest(self.linked, ANN, PLAN, "piers", *told, self.store)
        request = replace(request, open_store=partial(Store.open, timeout_seconds=0.05))
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
    site = Site(folder / "bridge", folder / "bridge-ann", PLAN, "piers")
    copy_repository(site.root, site.linked, PLAN, DOCUMENT)
    site.store.parent.mkdir()
    shutil.copyfile(Path(_finished_store().name) / "state.db", site.store)
    site.write()
    return site


def held_site(folder: Path) -> Site:
    """Create the same, where the worktree has finished the step under the name of its folder."""
    folder.mkdir(exist_ok=True)
    site = build_site(folder)
    site.claim(site.holder, now=2_000)
    site.finish(worktree=site.holder)
    return site


def add_worktree(root: Path, name: str, branch: str | None = None) -> Path:
    """Add a linked worktree beside a repository, on a new branch, of its name if none is given."""
    folder = root.parent / name
    git(root, "worktree", "add", "--quiet", "-b", branch or name.replace(" ", "-"), str(folder))
    return folder


def copy_repository(root: Path, linked: Path, plan: str, document: str) -> None:
    """Create a repository with a plan's document, and a linked worktree on a branch of ann's."""
    template = Path(_repository(root.name, linked.name, plan, document).name)
    shutil.copytree(template / root.name, root, symlinks=True, dirs_exist_ok=True)
    shutil.copytree(template / linked.name, linked)
    [own] = (root / ".git" / "worktrees").iterdir()
    (own / "gitdir").write_text(f"{linked}/.git\n")
    (linked / ".git").write_text(f"gitdir: {own}\n")


@cache
def _repository(root: str, linked: str, plan: str, document: str) -> TemporaryDirectory[str]:
    """Create what is copied, once: ten processes of git take longer than a test."""
    folder = TemporaryDirectory()
    path = Path(folder.name) / root / plan
    path.parent.mkdir(parents=True)
    path.write_text(document)
    with patch.dict(os.environ, IDENTITY):
        git(path.parent, "init", "--quiet", "--template=", "--initial-branch=main", "..")
        git(path.parent, "add", "--all")
        git(path.parent, "commit", "--quiet", "--message=Plan a bridge")
        git(path.parent, "worktree", "add", "--quiet", "-b", "ann", f"{folder.name}/{linked}")
    return folder


@cache
def _finished_store() -> TemporaryDirectory[str]:
    """Create a store in which ann has finished a step."""
    folder = TemporaryDirectory()
    definition = parse_document(DOCUMENT.encode()).definition
    hashed = definition.document_hash
    with Store.open(Path(folder.name) / "state.db") as store:
        store.apply(Register(PLAN, definition, 0))
        store.apply(Claim(PLAN, ANN, hashed, 10, lease=1_000))
        store.apply(Batch(PLAN, "piers", ANN, (), hashed, 20, True))
    return folder
