"""Commits and commit logs in a shell script: git with the faults and commits that are wanted."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from conformance.adapters.command_line.commands import Invocation
from conformance.adapters.command_line.committing import DATED, LAST_DATE
from conformance.adapters.command_line.invocations import Surroundings, invocation
from conformance.adapters.repositories import FIRST_COMMIT_AT, faults
from conformance.adapters.trailers import message_naming
from impl.store.commits import with_trailers
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Reconcile

HERE = Path("/planspec-here")
"""Stands for the folder of the script until it is written."""
BEGIN = '"$(git rev-list --max-parents=0 --all)"'
"""The first commit of the repository."""
DATES = " ".join(f"{key}={shlex.quote(value)}" for key, value in DATED.items() if "DATE" in key)


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
            self._clean(operation, linked)
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
        self.lines.append(f"begin={BEGIN}")
        names = [self._commit_of(entry) for entry in dict.fromkeys(operation.history)]
        refs = "git for-each-ref refs/heads --format"
        self.lines += [
            f"before=$({refs}='update %(refname) %(objectname)')",
            f'{refs}="update %(refname) $begin" | git update-ref --stdin',
            f'git update-ref refs/heads/main "${[*names, "begin"][0]}"',
            "mkdir -p .git/info && : > .git/info/grafts",
        ]
        for name, parent in pairwise([*names, "begin"]):
            self.lines.append(f'echo "${name} ${parent}" >> .git/info/grafts')
        self.call(invocation(operation, self.at), {})
        self.lines += ["rm .git/info/grafts", 'echo "$before" | git update-ref --stdin']

    def _clean(self, operation: Commit, linked: Path) -> None:
        git = f"git -C {quoted(str(linked))}"
        self.lines.append(f"{git} reset --quiet --hard {BEGIN}")
        self.lines.append(f"{git} clean --quiet --force -d")
        if operation.found_commit is not None:
            message = with_trailers(operation.message, operation.step, operation.plan)
            made = "commit --quiet --allow-empty --no-verify --cleanup=verbatim --file=-"
            self.lines.append(with_input(f"GIT_COMMITTER_DATE='{LAST_DATE}' {git} {made}", message))

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
            made = with_input(
                f'{DATES} git commit-tree -F - "$begin^{{tree}}"', message_naming(entry)
            )
            self.lines.append(f"{name}=$({made}\n)")
        return self.named[entry]


def quoted(text: str) -> str:
    """Return a text as a word of the shell, with the folder of the script in a variable."""
    parts = text.split(str(HERE))
    return '"$here"'.join(shlex.quote(part) if part else "" for part in parts) or "''"


def with_input(command: str, text: str) -> str:
    """Return a command that is given a text as its standard input, which ends with a line feed."""
    end = "END"
    while end in text.splitlines():
        end += "_"
    return f"{command} <<'{end}'\n{text.removesuffix(chr(10))}\n{end}"
