"""Committing all changes of a worktree with git, and finding out whether git has committed."""

from collections.abc import Iterable
from pathlib import Path

from impl.git.repository import GitError, git


class CannotCommit(Exception):
    """Nothing was committed, for a reason that git does not check."""


def linked_root(folder: Path) -> Path | None:
    """Return the root of the linked worktree that contains a folder, or `None` in the main one.

    The main worktree need not exist. Raises `GitError` if the folder is not in a worktree.
    """
    asked = ("--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    root, own, shared = git(folder, "rev-parse", *asked).removesuffix("\n").rsplit("\n", 2)
    return None if own == shared else Path(root)


def require_no_conflicts(root: Path) -> None:
    """Refuse unresolved conflicts of a merge: staging everything would mark them as resolved."""
    unmerged = git(root, "diff", "--name-only", "--diff-filter=U", "-z").split("\0")[:-1]
    if unmerged:
        raise CannotCommit(
            f"{', '.join(unmerged)} have merge conflicts; resolve them, then `git add` them"
        )


def stage_everything(root: Path, ignored: Iterable[str]) -> tuple[str, ...]:
    """Stage all changes in a worktree, and these ignored files; return what is staged.

    Paths are relative to the worktree's root. Raises `GitError`.
    """
    git(root, "add", "--all")
    git(root, "add", "--force", "--", *ignored)
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


def make_commit(root: Path, message: str) -> tuple[str, ...]:
    """Commit what is staged with exactly this message, running git's hooks.

    Returns the errors that git printed although it has committed. Raises `GitError` if it has not.
    """
    before = last_commit(root)
    command = ("-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet")
    try:
        git(root, *command, "--cleanup=verbatim", "--file=-", given=message)
    except GitError as error:
        # Git also fails if it cannot clean up after the commit is made and on its branch.
        head = last_commit(root)
        if head in ("", before) or recorded_message(root, head) != message:
            raise
        return (f"git has committed, but: {error}",)
    return ()


def last_commit(root: Path) -> str:
    """Return the hash of the worktree's last commit, or an empty string if git has none."""
    try:
        return git(root, "rev-parse", "--verify", "--quiet", "HEAD").strip()
    except GitError:
        return ""


def recorded_message(root: Path, commit_hash: str) -> str:
    """Return the message of a commit exactly as git has recorded it."""
    return git(root, "cat-file", "commit", commit_hash).partition("\n\n")[2]
