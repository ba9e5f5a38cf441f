"""Git repositories: running `git`, and finding worktrees.

Nothing here depends on the caller's language, pager or prompts, or on being run from a git hook.
"""

import os
from pathlib import Path

from impl.git.layout import Worktree, usual_worktree

__all__ = ["GitError", "Worktree", "git", "main_root", "worktree"]

# A git hook sets these for its own repository, but the given folder must decide.
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
ALWAYS = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "GIT_EDITOR": "true",
    "GIT_OPTIONAL_LOCKS": "0",  # no query locks the index
}

EXPECTED = (
    "expected a folder in the worktree of a git repository: go into one, or make one by `git init`"
)


class GitError(Exception):
    """Git failed: the command, and the error that git printed."""


def git(
    folder: Path, *arguments: str, given: str | None = None, inherited: tuple[int, ...] = ()
) -> str:
    """Run git in a folder and return its output; `given` becomes its standard input.

    Git, its hooks and what these start inherit the descriptors `inherited`.
    Bytes that are not UTF-8 are decoded by `os.fsdecode`. Raises `GitError`.
    """
    import subprocess  # its import takes as long as running git, and is not always needed

    command = ("git", "-C", str(folder), *arguments)
    environment = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    try:
        done = subprocess.run(
            command,
            input=b"" if given is None else os.fsencode(given),
            capture_output=True,
            env={**environment, **ALWAYS},
            check=False,
            pass_fds=inherited,
        )
    except FileNotFoundError as error:
        raise GitError("the program `git` was not found; install it or correct PATH") from error
    except (OSError, ValueError) as error:
        raise GitError(f"`git {arguments[0]}` could not be run ({error})") from error
    if done.returncode:
        ended = f"exit code {done.returncode}"
        if done.returncode < 0:
            ended = f"it was killed by signal {-done.returncode}"
        said = os.fsdecode(done.stderr).strip() or ended
        settings = 2 * arguments.count("-c")  # they come first, each with a value
        subcommand = arguments[settings]
        raise GitError(f"`git {subcommand}` failed in {folder}: {said}")
    return os.fsdecode(done.stdout)


def worktree(folder: Path) -> Worktree:
    """Return the worktree that contains a folder. Raises `GitError` if there is none."""
    return usual_worktree(folder) or asked_worktree(folder)


def asked_worktree(folder: Path) -> Worktree:
    """Return the worktree that contains a folder by asking git, whatever the layout."""
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
    """Return the root of the main worktree, also from a linked one. Raises `GitError`."""
    return worktree(folder).main_root


def _main_root_of(common_folder: Path) -> Path:
    """Return the main worktree for the folder that all worktrees of a repository share."""
    if common_folder.name == ".git":
        return common_folder.parent
    # A submodule's repository is elsewhere and names its worktree.
    configured = git(common_folder, "config", "--default", "", "--get", "core.worktree").strip()
    if not configured:
        raise GitError(
            f"the repository {common_folder} has no main worktree; expected one that was cloned "
            "or made with a worktree of its own, not a bare one"
        )
    return Path(os.path.realpath(common_folder / configured))
