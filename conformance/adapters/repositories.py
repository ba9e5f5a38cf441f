"""A real git repository in which the faults of commits are real ones, and come when wanted."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from impl.git.repository import git
from spec.vocabulary.commits import Commit

# Git is to know whoever works here, and nothing of the configuration of whoever checks.
ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "planspec",
    "GIT_AUTHOR_EMAIL": "planspec@example.org",
    "GIT_COMMITTER_NAME": "planspec",
    "GIT_COMMITTER_EMAIL": "planspec@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
REFUSING = "PLANSPEC_HOOK_REFUSES"
HOOK = f'#!/bin/sh\nexit "${{{REFUSING}:-0}}"\n'
FIRST_COMMIT_AT = 1_700_000_000


class GitRepository:
    """A repository in a folder, with linked worktrees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.root = self.folder / "main"
        self.commits = 0
        self.root.mkdir()
        with environment(ENVIRONMENT):
            git(self.root, "init", "--quiet", "--initial-branch=main", "--template=")
            git(self.root, "commit", "--quiet", "--allow-empty", "--message=Begin")
        hook = self.root / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(HOOK)
        hook.chmod(0o755)

    @contextmanager
    def committing(self, operation: Commit, linked: Path, store: Path) -> Iterator[None]:
        """Prepare a worktree with the faults of the operation, and with work if it has any."""
        if not operation.clean:
            (linked / "work").write_text(f"{self.commits}\n")
        self.commits += 1
        # Git orders commits by their time, in seconds.
        time = {"GIT_COMMITTER_DATE": f"@{FIRST_COMMIT_AT + self.commits} +0000"}
        hook = {} if operation.git_succeeds else {REFUSING: "1"}
        with ExitStack() as around:
            around.enter_context(environment({**ENVIRONMENT, **time, **hook}))
            if not operation.store_reachable:
                around.enter_context(folder_instead(store))
            if not operation.root_found:
                around.enter_context(self.without_main_worktree(linked))
            yield

    def linked(self, name: str) -> Path:
        """Return the folder of a new linked worktree, whose branch has its name."""
        linked = self.folder / "linked" / name
        with environment(ENVIRONMENT):
            git(self.root, "worktree", "add", "--quiet", "-b", name, str(linked))
        return linked

    @contextmanager
    def without_main_worktree(self, linked: Path) -> Iterator[None]:
        """Make the repository a bare one for a while: it has linked worktrees only."""
        usual, bare = self.root / ".git", self.folder / "bare.git"
        pointer = linked / ".git"
        before = pointer.read_text()
        usual.rename(bare)
        pointer.write_text(before.replace(str(usual), str(bare)))
        try:
            yield
        finally:
            bare.rename(usual)
            pointer.write_text(before)


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables for a while, for the programs that are run."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def folder_instead(file: Path) -> Iterator[None]:
    """Put a folder in the place of a file, which need not be there, for a while."""
    aside = file.with_suffix(".aside")
    if file.exists():
        file.rename(aside)
    file.mkdir(parents=True)
    try:
        yield
    finally:
        shutil.rmtree(file)
        if aside.exists():
            aside.rename(file)
