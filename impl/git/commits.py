"""Making the git commit of all that a worktree holds, or none, and telling the two apart."""

from collections.abc import Iterable
from pathlib import Path

from impl.git.repository import GitError, git


class CannotCommit(Exception):
    """Nothing was committed, for a reason that git would not see: says what to do instead."""


def linked_root(folder: Path) -> Path | None:
    """Find the root of the linked worktree that a folder is in; none if it is in the main one.

    The main worktree need not be there. Raises `GitError` if the folder is in no worktree.
    """
    asked = ("--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    root, own, shared = git(folder, "rev-parse", *asked).removesuffix("\n").rsplit("\n", 2)
    return None if own == shared else Path(root)


def require_no_conflicts(root: Path) -> None:
    """Refuse a merge under way with conflicts: staging everything would call them resolved."""
    unmerged = git(root, "diff", "--name-only", "--diff-filter=U", "-z").split("\0")[:-1]
    if unmerged:
        raise CannotCommit(
            f"{', '.join(unmerged)} have conflicts of a merge; resolve them and `git add` them"
        )


def stage_everything(root: Path, ignored: Iterable[str]) -> tuple[str, ...]:
    """Stage all that has changed in a worktree, and files that git ignores. Gives what is staged.

    Paths are relative to the worktree's root. Raises `GitError`.
    """
    git(root, "add", "--all")
    git(root, "add", "--force", "--", *ignored)
    staged = git(root, "diff", "--cached", "--name-only", "--no-renames", "-z")
    return tuple(sorted(staged.split("\0")[:-1]))


def stage_again(root: Path, paths: Iterable[str]) -> None:
    """Bring what is staged of some files in line with them, as far as git is able to."""
    for path in paths:
        command = ("add", "--force") if (root / path).exists() else ("rm", "--cached", "--quiet")
        try:
            git(root, *command, "--", path)
        except GitError:
            continue


def make_commit(root: Path, message: str) -> tuple[str, ...]:
    """Let git commit what is staged, hooks included, under exactly this message.

    Gives what git complained of although it has committed. Raises `GitError` if it has not.
    """
    before = last_commit(root)
    command = ("-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet")
    try:
        git(root, *command, "--cleanup=verbatim", "--file=-", given=message)
    except GitError as error:
        # Git fails, too, if it cannot tidy up after the commit is made and on its branch.
        head = last_commit(root)
        if head in ("", before) or recorded_message(root, head) != message:
            raise
        return (f"git has committed, but: {error}",)
    return ()


def last_commit(root: Path) -> str:
    """Give the hash of the worktree's last commit; empty if there is none or git cannot tell."""
    try:
        return git(root, "rev-parse", "--verify", "--quiet", "HEAD").strip()
    except GitError:
        return ""


def recorded_message(root: Path, commit_hash: str) -> str:
    """Give the message of a commit, as git has recorded it to the byte."""
    return git(root, "cat-file", "commit", commit_hash).partition("\n\n")[2]
