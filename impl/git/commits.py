"""Committing all changes of a worktree with git, and finding out whether git has committed."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from impl.git.repository import GitError, git, git_command, rev_parse
from impl.given_text import as_utf8


class CannotCommit(Exception):
    """Nothing was committed, for a reason that git does not check."""


# A process that git leaves in the background would keep the lock that it inherits. What is
# answered must be on the disk: git flushes neither objects nor references by itself.
ALONE = (
    *("-c", "core.fsync=committed,reference"),
    *("-c", "gc.autoDetach=false"),
    *("-c", "maintenance.autoDetach=false"),
    *("-c", "core.fsmonitor=false"),
)

UNMERGED_FIELDS = 10
CHANGED_FIELDS = 8
"""How many fields stand before the path of an entry of `git status --porcelain=v2`."""

NEW_LINK = re.compile(r":(?!160000)[0-7]{6} 160000 ")
"""An entry of `git diff --raw` for a repository of which a link is added."""

SPARSE = Path("info", "sparse-checkout")
"""Which files of a worktree git keeps, where it does not keep all."""

SEQUENCE = Path("sequencer", "todo")
"""Which commits are still to be picked or reverted."""


class LinkedWorktree(NamedTuple):
    """The root of a linked worktree, and the git folder that is its own."""

    root: Path
    own_folder: Path

    @property
    def everywhere(self) -> tuple[str, ...]:
        """The option to stage files that the worktree need not have (a sparse checkout)."""
        return ("--sparse",) if (self.own_folder / SPARSE).exists() else ()


def linked_worktree(folder: Path) -> LinkedWorktree | None:
    """Return the linked worktree that contains a folder, or `None` in the main one.

    The main worktree need not exist. Raises `GitError` if the folder is not in a worktree.
    """
    root, own, shared = rev_parse(folder, "--show-toplevel", "--git-dir", "--git-common-dir")
    return None if own == shared else LinkedWorktree(Path(root), Path(own))


class Status(NamedTuple):
    """What is to be committed in a worktree, before the log is written.

    `head` is its last commit, empty if there is none; `branch` is empty for a detached `HEAD`.
    `clean` means that there is nothing to commit; `uncovered` are the submodules and nested
    repositories whose own changes no commit of the worktree contains.
    """

    head: str
    branch: str
    clean: bool
    uncovered: tuple[str, ...]


def status_of(root: Path) -> Status:
    """Return the status of a worktree. Raises `CannotCommit` if it has unresolved conflicts.

    Staging everything would mark them as resolved.
    """
    shown = ("--porcelain=v2", "--branch", "-z", "--untracked-files=normal")
    lines = git(root, "status", *shown, "--no-renames", "--ignore-submodules=none").split("\0")
    headers = dict(line[2:].split(" ", 1) for line in lines if line.startswith("# "))
    entries = [line for line in lines[:-1] if not line.startswith("# ")]
    unmerged = [line.split(" ", UNMERGED_FIELDS)[-1] for line in entries if line[0] == "u"]
    if unmerged:
        raise CannotCommit(
            f"{', '.join(unmerged)} have merge conflicts; resolve them, then run "
            f"`{git_command(root, 'add', '--', *unmerged)}`"
        )
    inside = [line for line in entries if re.match(r"1 .[MT.] S.(M.|.U)", line)]
    only_inside = [line for line in inside if line.startswith("1 .M S.")]
    head, branch = headers["branch.oid"], headers["branch.head"]
    return Status(
        "" if head == "(initial)" else head,
        "" if branch == "(detached)" else as_utf8(branch),
        len(entries) == len(only_inside),
        tuple(line.split(" ", CHANGED_FIELDS)[-1] for line in inside),
    )


# What git leaves in the git folder of a worktree while it waits for a person, the command that
# continues and aborts it, and what it is called.
UNDER_WAY = (
    ("rebase-merge", "rebase", "a rebase"),
    ("rebase-apply/applying", "am", "the application of patches"),
    ("rebase-apply", "rebase", "a rebase"),
    ("MERGE_HEAD", "merge", "a merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick", "a cherry-pick"),
    ("REVERT_HEAD", "revert", "a revert"),
    ("BISECT_LOG", "bisect", "a bisect"),
)


def require_nothing_under_way(worktree: LinkedWorktree) -> None:
    """Refuse to commit in the middle of a rebase, merge or the like: ending it loses the commit."""
    own = worktree.own_folder
    found = [(command, what) for file, command, what in UNDER_WAY if (own / file).exists()]
    # Between two commits of several there is no file but the list of those that are left.
    with suppress(OSError):
        word = "revert" if (own / SEQUENCE).read_bytes()[:6] == b"revert" else "cherry-pick"
        found.append((word, f"a {word} of several commits"))
    for command, what in found[:1]:
        words = ("reset",) if command == "bisect" else ("--continue", "--abort")
        end = " or ".join(f"`{git_command(worktree.root, command, word)}`" for word in words)
        raise CannotCommit(
            f"{what} is in progress in this worktree, and a commit would be lost with it or become "
            f"a part of it; end it with {end}, then repeat the command"
        )


def bring_back(worktree: LinkedWorktree, path: Path) -> None:
    """Check out a tracked file that a sparse worktree does not have."""
    root = worktree.root
    if worktree.everywhere and not os.path.lexists(root / path):
        with suppress(GitError):
            git(root, "checkout", "--ignore-skip-worktree-bits", "--", path.as_posix())


def stage_everything(
    worktree: LinkedWorktree, added: Iterable[str], lock: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Stage all changes in a worktree, and these ignored files. Raises `GitError`.

    Return the files that are staged, and the nested repositories of which only a link is, relative
    to the worktree's root. Git inherits the descriptor `lock`.
    """
    root, add = worktree.root, ("add", *worktree.everywhere)
    git(root, *ALONE, *add, "--all", inherited=(lock,))
    git(root, *ALONE, *add, "--force", "--", *added, inherited=(lock,))
    raw = git(root, "diff", "--cached", "--raw", "--no-renames", "-z").split("\0")
    modes, files = raw[:-1:2], raw[1::2]
    new_links = [file for mode, file in zip(modes, files, strict=True) if NEW_LINK.match(mode)]
    if new_links:
        with suppress(GitError):  # the worktree declares no submodules
            named = git(root, "config", "--file", ".gitmodules", "-z", "--get-regexp", r"\.path$")
            submodules = {each.partition("\n")[2] for each in named.split("\0")}
            new_links = [file for file in new_links if file not in submodules]
    return tuple(sorted(files)), tuple(new_links)


def stage_again(worktree: LinkedWorktree, paths: Iterable[str]) -> None:
    """Stage some files again, as far as git is able to."""
    root = worktree.root
    for path in paths:
        command = ("add", "--force") if (root / path).exists() else ("rm", "--cached", "--quiet")
        try:
            git(root, *command, *worktree.everywhere, "--", path)
        except GitError:
            continue


class NewCommit(NamedTuple):
    """A commit: its hash, its message as git has recorded it, and what git complained of."""

    commit_hash: str
    message: str
    trouble: tuple[str, ...] = ()


def make_commit(root: Path, message: str, head: str, marker: Path, lock: int) -> NewCommit:
    """Commit what is staged with exactly this message, running git's hooks.

    `head` is the commit before. `marker` is a file that is like the last commit's only if git has
    committed; git inherits the descriptor `lock`. Raises `GitError` if git has not committed,
    whatever its exit code: hooks, aliases and wrappers may skip or take back a commit.
    """
    command = (*ALONE, "-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet")
    failure: GitError | None = None
    try:
        git(root, *command, "--cleanup=verbatim", "--file=-", given=message, inherited=(lock,))
    except GitError as error:
        # Git also fails if it cannot clean up after the commit is made and on its branch.
        failure = error
    made = recorded(root)
    trailers = message.rstrip("\n").rpartition("\n\n")[2].split("\n")
    moved = made.commit_hash not in ("", head)
    if moved and (set(trailers) <= set(made.message.split("\n")) or is_recorded(root, marker)):
        trouble = f"git has committed, but: {failure}" if failure else ""
        return made._replace(trouble=(trouble,) if trouble else ())
    if failure:
        raise failure
    found = f"is at {made.commit_hash}, which is not this commit" if moved else "has not moved"
    raise GitError(
        f"`git commit` ended without an error in {root}, but HEAD {found}: a hook, an alias or a "
        "wrapper of git has skipped the commit or taken it back; correct that, then repeat the "
        "command"
    )


def is_recorded(root: Path, path: Path) -> bool:
    """Return whether a file is in the last commit as it is in the worktree."""
    try:
        recorded = git(root, "rev-parse", "--verify", "--quiet", f"HEAD:{path.as_posix()}")
        return recorded == git(root, "hash-object", "--", path.as_posix())
    except GitError:
        return False


def committed_files(root: Path, commit_hash: str) -> tuple[str, ...]:
    """Return the files that a commit has changed, relative to the worktree's root."""
    shown = ("--format=", "--name-only", "--no-renames", "--diff-merges=first-parent", "-z")
    return tuple(sorted(git(root, "show", *shown, commit_hash).split("\0")[:-1]))


def recorded(root: Path, commit: str = "HEAD") -> NewCommit:
    """Return a commit exactly as git has recorded it; its hash is empty if git has none."""
    try:
        found = git(root, "cat-file", "--batch", given=f"{commit}\n")
    except GitError:
        return NewCommit("", "")
    header, _, content = found.partition("\n")
    commit_hash, kind = header.split(" ")[:2]
    if kind != "commit":
        return NewCommit("", "")
    return NewCommit(commit_hash, content.partition("\n\n")[2].removesuffix("\n"))


def missing_commits(root: Path, hashes: Iterable[str]) -> tuple[str, ...]:
    """Return those of some commits that the repository does not have. Raises `GitError`.

    A loss of power may leave a commit empty, or without its files.
    """
    asked = list(dict.fromkeys(hashes))
    given = "".join(f"{each}^{{tree}}\n" for each in asked)
    found = git(root, "cat-file", "--batch-check", given=given).splitlines()
    return tuple(
        each for each, line in zip(asked, found, strict=True) if line.split(" ")[1:2] != ["tree"]
    )
