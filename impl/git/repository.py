"""Git repositories: the real `git` program, and where worktrees are.

Nothing here depends on the caller's language, pager, prompts or on being called from a git hook.
"""

import os
from pathlib import Path

from impl.git.layout import Worktree, usual_worktree

__all__ = ["GitError", "Worktree", "git", "is_linked_worktree", "main_root", "worktree"]

# A git hook sets these for its own repository; the folder that was given decides instead.
OF_A_HOOK = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
)
ALWAYS = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat", "GIT_EDITOR": "true"}

EXPECTED = (
    "expected a folder in the worktree of a git repository: go into one, or make one by `git init`"
)


class GitError(Exception):
    """Git could not do what was asked. The text says what, and what git said."""


def git(folder: Path, *arguments: str, given: str | None = None) -> str:
    """Run git in a folder and give what it prints; `given` becomes its standard input.

    Bytes that are no UTF-8 survive as `os.fsdecode` makes them. Raises `GitError`.
    """
    import subprocess  # takes as long to import as git to run, and is not always needed

    command = ("git", "-C", str(folder), *arguments)
    environment = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    try:
        done = subprocess.run(
            command,
            input=b"" if given is None else os.fsencode(given),
            capture_output=True,
            env={**environment, **ALWAYS},
            check=False,
        )
    except FileNotFoundError as error:
        raise GitError("the program `git` was not found; install it or mend PATH") from error
    except (OSError, ValueError) as error:
        raise GitError(f"`git {arguments[0]}` could not be run ({error})") from error
    if done.returncode:
        said = os.fsdecode(done.stderr).strip() or f"exit code {done.returncode}"
        subcommand = arguments[2] if arguments[0] == "-c" else arguments[0]
        raise GitError(f"`git {subcommand}` failed in {folder}: {said}")
    return os.fsdecode(done.stdout)


def worktree(folder: Path) -> Worktree:
    """Find the worktree that a folder is in. Raises `GitError` if it is in none."""
    return usual_worktree(folder) or asked_worktree(folder)


def asked_worktree(folder: Path) -> Worktree:
    """Find the worktree that a folder is in by asking git, however it is laid out."""
    asked = ("--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel")
    try:
        places = git(folder, "rev-parse", *asked).removesuffix("\n").split("\n")
    except GitError as error:
        raise GitError(f"{error}; {EXPECTED}") from error
    if len(places) != len(asked) - 1:
        raise GitError(f"the repository of {folder} has a line break in its path; move it")
    git_folder, common_folder, root = (Path(place) for place in places)
    if git_folder == common_folder:
        return Worktree(root, root)
    return Worktree(root, _main_root_of(common_folder))


def main_root(folder: Path) -> Path:
    """Find the root of the main worktree, also from a linked one. Raises `GitError`."""
    return worktree(folder).main_root


def is_linked_worktree(folder: Path) -> bool:
    """Tell whether a folder is in a worktree made by `git worktree add`. Raises `GitError`."""
    return worktree(folder).is_linked


def _main_root_of(common_folder: Path) -> Path:
    """Find the main worktree by the folder that all worktrees of a repository share."""
    if common_folder.name == ".git":
        return common_folder.parent
    # A submodule's repository lies elsewhere and knows where its worktree is.
    configured = git(common_folder, "config", "--default", "", "--get", "core.worktree").strip()
    if not configured:
        raise GitError(
            f"the repository {common_folder} has no main worktree; expected one that was cloned "
            "or made with a worktree of its own, not a bare one"
        )
    return (common_folder / configured).resolve()
