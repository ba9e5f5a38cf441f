"""A real git repository in which the faults of commits are real ones, and come when wanted."""

import os
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping
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
FIRST_COMMIT_AT = 1_700_000_000
HOOK = ".git/hooks/pre-commit"
REFUSING = f"mkdir -p .git/hooks && printf '#!/bin/sh\\nexit 1\\n' > {HOOK} && chmod +x {HOOK}"


def faults(operation: Commit, worktree: str, store: str) -> Iterator[tuple[str, str]]:
    """Yield a line of the shell for each fault of a commit, and the line that takes it back.

    They are run in the root, of which `$here` is the parent. `worktree` is the name of the linked
    worktree, `store` a pattern of the program's store.
    """
    if not operation.git_succeeds:
        yield REFUSING, f"rm {HOOK}"
    if not operation.store_reachable:
        found = f"store=$(ls -d {store})"
        yield (
            f'{found} && mv "$store" "$store.aside" && mkdir "$store"',
            f'{found} && rm -r "$store" && mv "$store.aside" "$store"',
        )
    if not operation.root_found:  # The repository is a bare one: it has linked worktrees only.
        pointer = f'"$here/linked/{worktree}/.git"'
        moved = f'mv .git "$here/bare.git" && cp {pointer} "$here/pointer"'
        yield (
            f'{moved} && echo "gitdir: $here/bare.git/worktrees/{worktree}" > {pointer}',
            f'mv "$here/bare.git" .git && mv "$here/pointer" {pointer}',
        )


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

    @contextmanager
    def committing(self, operation: Commit, linked: Path, store: Path | None) -> Iterator[None]:
        """Prepare a worktree with the faults of the operation, and with work if it has any."""
        if not operation.clean:
            (linked / "work").write_text(f"{self.commits}\n")
        self.commits += 1
        # Git orders commits by their time, in seconds.
        time = {"GIT_COMMITTER_DATE": f"@{FIRST_COMMIT_AT + self.commits} +0000"}
        faulty = faults(operation, linked.name, shlex.quote(str(store)))
        with environment({**ENVIRONMENT, **time}), self.changed(faulty):
            yield

    @contextmanager
    def changed(self, lines: Iterable[tuple[str, str]]) -> Iterator[None]:
        """Run lines of the shell, and in the end those that take them back, the last one first."""
        with ExitStack() as taking_back:
            for before, after in lines:
                self.run(before)
                taking_back.callback(self.run, after)
            yield

    def run(self, line: str) -> str:
        """Run a line of the shell in the root, and return what it prints."""
        known = {**os.environ, **ENVIRONMENT, "here": str(self.folder)}
        command = ["sh", "-ec", line]
        return subprocess.run(
            command, cwd=self.root, env=known, check=True, stdout=subprocess.PIPE, encoding="utf-8"
        ).stdout

    def linked(self, name: str) -> Path:
        """Return the folder of a new linked worktree, whose branch has its name."""
        linked = self.folder / "linked" / name
        with environment(ENVIRONMENT):
            git(self.root, "worktree", "add", "--quiet", "-b", name, str(linked))
        return linked


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
