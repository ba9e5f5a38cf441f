"""The commit log that a reconciliation reads: exactly the commits that the operation names, in git.

An operation may name any commits in any order. A real commit cannot be moved, since its parents
make its hash; but git can be told that it has other parents, by a file that it calls grafts. So
its commits are put in line on the main branch for a while, while all other branches
are empty. (References to replacements would do too, but `git log --all` lists these as commits.)
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from conformance.adapters.command_line.sandbox import is_plain
from conformance.adapters.repositories import ENVIRONMENT, FIRST_COMMIT_AT, environment
from conformance.adapters.sut import UnsupportedRequest
from conformance.adapters.trailers import message_naming
from impl.git.repository import git
from spec.vocabulary.completion import CommitLogEntry

GRAFTS = ".git/info/grafts"
MAIN = "refs/heads/main"
DATE = f"@{FIRST_COMMIT_AT} +0000"
DATED = {**ENVIRONMENT, "GIT_AUTHOR_DATE": DATE, "GIT_COMMITTER_DATE": DATE}


class RealCommits:
    """The commits of a repository by the names that operations give them."""

    def __init__(self, root: Path, name_map: dict[str, str]) -> None:
        self.root = root
        self.name_map = name_map
        self._made: dict[CommitLogEntry, str] = {}
        self.beginning = git(root, "rev-parse", "HEAD").strip()
        git(root, "config", "advice.graftFileDeprecated", "false")
        (root / GRAFTS).parent.mkdir(exist_ok=True)

    def add(self, entry: CommitLogEntry, real: str, completed: bool) -> None:
        """Remember a commit that the program made. The one that completed the step has the name."""
        self.name_map[real] = entry.commit_hash
        if completed or entry not in self._made:
            self._made[entry] = real

    def forget(self, plan: str, step: str) -> None:
        """Forget the commits of a step that has changed, which name its earlier text."""
        for entry in [each for each in self._made if (each.plan, each.step) == (plan, step)]:
            del self._made[entry]

    @contextmanager
    def only(
        self, entries: Sequence[CommitLogEntry], recorded: Callable[[], Collection[str]]
    ) -> Iterator[None]:
        """Limit what git knows to these commits for a while, the newest first.

        Raises `UnsupportedRequest` if the program has `recorded` a commit by a name that they give
        to another one, as the operation says that both are the same.
        """
        with environment(DATED):
            # Git has every commit once.
            commits = list(dict.fromkeys(self._real(entry) for entry in entries))
            if (namesakes := self._namesakes(entries)) and namesakes & set(recorded()):
                name = self.name_map[namesakes.pop()]
                raise UnsupportedRequest(f"{name} was recorded, and names another commit")
            before = self._branches()
            newest = commits[0] if commits else self.beginning
            self._move(dict.fromkeys(before, self.beginning) | {MAIN: newest})
        grafts = self.root / GRAFTS
        parents = pairwise([*commits, self.beginning])
        grafts.write_text("".join(f"{commit} {parent}\n" for commit, parent in parents))
        try:
            yield
        finally:
            grafts.unlink()
            with environment(DATED):
                self._move(before)

    def _real(self, entry: CommitLogEntry) -> str:
        if entry not in self._made:
            for value in (entry.plan, entry.step):
                if not value or value != value.strip() or not is_plain(value):
                    raise UnsupportedRequest(f"{value!r} cannot stand in a commit's trailer")
            tree, message = f"{self.beginning}^{{tree}}", message_naming(entry)
            made = git(self.root, "commit-tree", "-F", "-", tree, given=message).strip()
            self.add(entry, made, completed=False)
        return self._made[entry]

    def _namesakes(self, entries: Sequence[CommitLogEntry]) -> set[str]:
        """Return the other commits that have the name of one of these."""
        reals = {entry.commit_hash: set[str]() for entry in entries}
        for real, name in self.name_map.items():
            reals.get(name, set()).add(real)
        return {
            each for entry in entries for each in reals[entry.commit_hash] - {self._made[entry]}
        }

    def _branches(self) -> dict[str, str]:
        listed = git(self.root, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")
        return dict(line.split(" ", 1) for line in listed.splitlines())

    def _move(self, branches: dict[str, str]) -> None:
        lines = (f"update {name} {commit}\n" for name, commit in branches.items())
        git(self.root, "update-ref", "--stdin", given="".join(lines))
