"""What is done with git before a program is called, as lines of the shell that are run in the root.

A reconciliation reads a commit log of exactly the commits that the operation names, in any order. A
real commit cannot be moved, since its parents make its hash; but git can be told that it has other
parents, by a file that it calls grafts. So its commits are put in line on the main branch for a
while, while all other branches are empty. (References to replacements would do too, but `git log
--all` lists these as commits.)
"""

import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from conformance.adapters.repositories import FIRST_COMMIT_AT
from conformance.adapters.trailers import message_naming
from impl.store.commits import with_trailers
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry

HERE = Path("/planspec-here")
"""Stands for the folder of a script until it is written."""
BEGIN = '"$(git rev-list --max-parents=0 HEAD)"'
"""The first commit of the repository."""
GRAFTS = ".git/info/grafts"
DATE = f"'@{FIRST_COMMIT_AT} +0000'"
LAST_DATE = "'@253402300799 +0000'"
"""The last second of the year 9999."""


def cleaning(operation: Commit, linked: Path) -> Iterator[str]:
    """Yield what leaves a worktree with nothing to commit, and with the commit that is found.

    That commit, if there is one, is later than any claim. Its author's time makes it another commit
    for another hash, and the same one for the same hash.
    """
    git = f"git -C {quoted(str(linked))}"
    yield f"{git} reset --quiet --hard {BEGIN}"
    yield f"{git} clean --quiet --force -d"
    if operation.found_commit is not None:
        written = int.from_bytes(operation.found_commit.encode()) % FIRST_COMMIT_AT
        dates = f"GIT_COMMITTER_DATE={LAST_DATE} GIT_AUTHOR_DATE='@{written} +0000'"
        made = "commit --quiet --allow-empty --no-verify --cleanup=verbatim --file=-"
        message = with_trailers(operation.message, operation.step, operation.plan)
        yield with_input(f"{dates} {git} {made}", message)


def making(entry: CommitLogEntry) -> str:
    """Return what makes a commit that a commit log names, and prints its hash."""
    dates = f"GIT_AUTHOR_DATE={DATE} GIT_COMMITTER_DATE={DATE}"
    return with_input(f"{dates} git commit-tree -F - {BEGIN}'^{{tree}}'", message_naming(entry))


def lined_up(commits: Sequence[str]) -> tuple[str, str]:
    """Return what limits the history to commits, the newest first, and what takes that back."""
    refs = "git for-each-ref refs/heads --format"
    line = [*commits, '"$begin"']
    before = [
        f"begin={BEGIN}",
        f"{refs}='update %(refname) %(objectname)' > \"$here/heads\"",
        f'{refs}="update %(refname) $begin" | git update-ref --stdin',
        f"git update-ref refs/heads/main {line[0]}",
        f"mkdir -p .git/info && : > {GRAFTS}",
        *(f"echo {commit} {parent} >> {GRAFTS}" for commit, parent in pairwise(line)),
    ]
    return "\n".join(before), f'rm {GRAFTS}\ngit update-ref --stdin < "$here/heads"'


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
