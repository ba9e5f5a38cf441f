"""The history that a reconciliation reads: exactly the commits that the operation names, in git.

An operation may name any commits in any order. A real commit cannot be moved, since its parents
make its hash; but git can be told, by a replacement, that it has other parents. So the commits of
a history are put in line on the main branch for a while, while all other branches are empty.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from conformance.command_lines.sites import is_plain
from conformance.protocol.serving import UnsupportedRequest
from conformance.repositories import ENVIRONMENT, FIRST_COMMIT_AT, environment
from impl.repository import git
from spec.vocabulary import HistoryEntry

MAIN = "refs/heads/main"
DATE = f"@{FIRST_COMMIT_AT} +0000"
DATED = {**ENVIRONMENT, "GIT_AUTHOR_DATE": DATE, "GIT_COMMITTER_DATE": DATE}


class History:
    """The commits of a repository by the names that operations give them."""

    def __init__(self, root: Path, invented: dict[str, str]) -> None:
        self.root = root
        self.invented = invented
        self._made: dict[HistoryEntry, str] = {}
        self._beginning = git(root, "rev-parse", "HEAD").strip()

    def add(self, entry: HistoryEntry, real: str, completed: bool) -> None:
        """Remember a commit that the program made. The one that completed the step has the name."""
        self.invented[real] = entry.commit_hash
        if completed or entry not in self._made:
            self._made[entry] = real

    @contextmanager
    def only(self, entries: Sequence[HistoryEntry]) -> Iterator[None]:
        """Let git have these commits for a while, the newest first, and no others."""
        with environment(DATED):
            # Git has every commit once.
            commits = list(dict.fromkeys(self._real(entry) for entry in entries))
            before = self._branches()
            replaced = list(self._put_in_line(commits))
            newest = commits[0] if commits else self._beginning
            self._move(dict.fromkeys(before, self._beginning) | {MAIN: newest})
        try:
            yield
        finally:
            with environment(DATED):
                self._move(before)
                if replaced:
                    git(self.root, "replace", "--delete", *replaced)

    def _real(self, entry: HistoryEntry) -> str:
        if entry not in self._made:
            for value in (entry.plan, entry.step):
                if not value or value != value.strip() or not is_plain(value):
                    raise UnsupportedRequest(f"{value!r} cannot stand in a commit's trailer")
            lines = ("Work", "", entry.commit_hash, "", f"Tug-Step: {entry.step}")
            message = "\n".join((*lines, f"Tug-Plan: {entry.plan}", ""))
            tree = f"{self._beginning}^{{tree}}"
            made = git(self.root, "commit-tree", "-F", "-", tree, given=message).strip()
            self.add(entry, made, completed=False)
        return self._made[entry]

    def _branches(self) -> dict[str, str]:
        listed = git(self.root, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")
        return dict(line.split(" ", 1) for line in listed.splitlines())

    def _put_in_line(self, commits: list[str]) -> Iterator[str]:
        """Let every commit follow the next in the list; give those that did not before."""
        if not commits:
            return
        listed = git(self.root, "log", "--no-walk=unsorted", "--format=%H %P", *commits)
        parents = dict(line.split(" ", 1) for line in listed.splitlines())
        for commit, parent in zip(commits, [*commits[1:], self._beginning], strict=True):
            if parents[commit] != parent:
                git(self.root, "replace", "--force", "--graft", commit, parent)
                yield commit

    def _move(self, branches: dict[str, str]) -> None:
        lines = (f"update {name} {commit}\n" for name, commit in branches.items())
        git(self.root, "update-ref", "--stdin", given="".join(lines))
