"""Committing all changes of a worktree with git, and finding out whether git has committed."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from impl.git.repository import GitError, git


class CannotCommit(Exception):
    """Nothing was committed, for a reason that git does not check."""


# A process that git leaves in the background would keep the lock that it inherits.
ALONE = (
    *("-c", "gc.autoDetach=false"),
    *("-c", "maintenance.autoDetach=false"),
    *("-c", "core.fsmonitor=false"),
)


class LinkedWorktree(NamedTuple):
    """The root of a linked worktree, and the git folder that is its own."""

    root: Path
    own_folder: Path


def linked_worktree(folder: Path) -> LinkedWorktree | None:
    """Return the linked worktree that contains a folder, or `None` in the main one.

    The main worktree need not exist. Raises `GitError` if the folder is not in a worktree.
    """
    asked = ("--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    root, own, shared = git(folder, "rev-parse", *asked).removesuffix("\n").rsplit("\n", 2)
    return None if own == shared else LinkedWorktree(Path(root), Path(own))


def require_no_conflicts(root: Path) -> None:
    """Refuse unresolved conflicts of a merge: staging everything would mark them as resolved."""
    unmerged = git(root, "diff", "--name-only", "--diff-filter=U", "-z").split("\0")[:-1]
    if unmerged:
        raise CannotCommit(
            f"{', '.join(unmerged)} have merge conflicts; resolve them, then `git add` them"
        )


def stage_everything(root: Path, ignored: Iterable[str], lock: int) -> tuple[str, ...]:
    """Stage all changes in a worktree, and these ignored files; return what is staged.

    Paths are relative to the worktree's root. Git inherits the descriptor `lock`. Raises
    `GitError`.
    """
    git(root, *ALONE, "add", "--all", inherited=(lock,))
    git(root, *ALONE, "add", "--force", "--", *ignored, inherited=(lock,))
    staged = git(root, "diff", "--cached", "--name-only", "--no-renames", "-z")
    return tuple(sorted(staged.split("\0")[:-1]))


def stage_again(root: Path, paths: Iterable[str]) -> None:
    """Stage some files again, as far as git is able to."""
    for path in paths:
        command = ("add", "--force") if (root / path).exists() else ("rm", "--cached", "--quiet")
        try:
            git(root, *command, "--", path)
        except GitError:
            continue


def is_clean(root: Path) -> bool:
    """Return whether a worktree has nothing to commit: no change, no new file, no merge."""
    status = ("status", "--porcelain", "--untracked-files=normal", "--ignore-submodules=dirty")
    if git(root, *status):
        return False
    try:
        git(root, "rev-parse", "--verify", "--quiet", "MERGE_HEAD")
    except GitError:
        return True
    return False


def make_commit(root: Path, message: str, marker: Path, lock: int) -> tuple[str, ...]:
    """Commit what is staged with exactly this message, running git's hooks.

    `marker` is a file that is like the last commit's only if git has committed; git inherits the
    descriptor `lock`. Returns the errors that git printed although it has committed. Raises
    `GitError` if it has not.
    """
    command = (*ALONE, "-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet")
    try:
        git(root, *command, "--cleanup=verbatim", "--file=-", given=message, inherited=(lock,))
    except GitError as error:
        # Git also fails if it cannot clean up after the commit is made and on its branch.
        if not is_recorded(root, marker):
            raise
        return (f"git has committed, but: {error}",)
    return ()


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


def last_commit(root: Path) -> str:
    """Return the hash of the worktree's last commit, or an empty string if git has none."""
    try:
        return git(root, "rev-parse", "--verify", "--quiet", "HEAD").strip()
    except GitError:
        return ""


def recorded_message(root: Path, commit_hash: str) -> str:
    """Return the message of a commit exactly as git has recorded it."""
    return git(root, "cat-file", "commit", commit_hash).partition("\n\n")[2]
