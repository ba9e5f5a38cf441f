"""Commits and commit logs in a shell script: git with the faults and commits that are wanted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from conformance.adapters.command_line.commands import Invocation
from conformance.adapters.command_line.git_lines import cleaning, lined_up, making, quoted
from conformance.adapters.command_line.invocations import Surroundings, invocation
from conformance.adapters.repositories import FIRST_COMMIT_AT, faults
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Reconcile


@dataclass
class ScriptedCommits:
    """Adds `lines` that commit and reconcile by calling the program.

    `at` knows the folders of workers; `store` is a pattern of the program's store.
    """

    lines: list[str]
    call: Callable[[Invocation, Mapping[str, str]], None]
    at: Surroundings
    store: str
    made: int = 0
    named: dict[object, str] = field(default_factory=dict)

    def commit(self, operation: Commit) -> None:
        """Commit with the faults that the operation names."""
        linked = self.at.worktree(operation.worktree)
        self.made += 1
        if operation.clean:
            self.lines += cleaning(operation, linked)
        else:
            self.lines.append(f"echo {self.made} > {quoted(str(linked / 'work'))}")
        made = [*faults(operation, linked.name, self.store)]
        self.lines += [before for before, _ in made]
        self.call(
            invocation(operation, self.at),
            {"GIT_COMMITTER_DATE": f"@{FIRST_COMMIT_AT + self.made} +0000"},
        )
        self.lines += [after for _, after in reversed(made)]
        self._remember(operation, linked)

    def reconcile(self, operation: Reconcile) -> None:
        """Reconcile while git knows the commits that the operation names, and no others."""
        names = [self._commit_of(entry) for entry in dict.fromkeys(operation.history)]
        before, after = lined_up([f'"${name}"' for name in names])
        self.lines.append(before)
        self.call(invocation(operation, self.at), {})
        self.lines.append(after)

    def _remember(self, operation: Commit, linked: Path) -> None:
        """Keep the hash of a commit, by which it is found in a commit log."""
        made = operation.commit_hash
        if operation.clean and operation.found_commit is not None:
            made = operation.found_commit
        # Which claim it names, the program knows.
        commit = (operation.plan, operation.step, made)
        name = self.named.setdefault(commit, f"commit_{len(self.named) + 1}")
        self.lines.append(f"{name}=$(git -C {quoted(str(linked))} rev-parse HEAD)")

    def _commit_of(self, entry: CommitLogEntry) -> str:
        """Return the variable with the hash of a commit, which is made if none was."""
        commit = (entry.plan, entry.step, entry.commit_hash)
        if commit in self.named:
            return self.named[commit]
        if entry not in self.named:
            name = self.named[entry] = f"commit_{len(self.named) + 1}"
            self.lines.append(f"{name}=$({making(entry)}\n)")
        return self.named[entry]
