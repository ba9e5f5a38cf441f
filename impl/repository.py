"""Git repositories: the real `git` program, where worktrees are, and what the commits say is done.

Nothing here depends on the caller's language, pager, prompts or on being called from a git hook.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from impl.git_layout import Worktree, usual_worktree
from spec.vocabulary import HistoryEntry

__all__ = ["GitError", "Worktree", "git", "history", "is_linked_worktree", "main_root", "worktree"]

STEP_TRAILER = "Tug-Step"
PLAN_TRAILER = "Tug-Plan"

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

# The commits of all local and remote branches, tags and worktrees, detached ones too: work is
# committed on the branches of worktrees, and is history before anybody merges it. A stash and a
# note are no work. No commit comes before one that follows it; else the later date comes first.
HISTORY = (
    "log",
    "--exclude=refs/stash",
    "--exclude=refs/notes/*",
    "--all",
    "--date-order",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--fixed-strings",
    "--regexp-ignore-case",
    f"--grep={STEP_TRAILER}:",
    "-z",
    f"--format=%H%x00%(trailers:key={STEP_TRAILER},valueonly,unfold)"
    f"%x00%(trailers:key={PLAN_TRAILER},valueonly,unfold)",
)
FIELDS = 3

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


def history(root: Path) -> Iterator[HistoryEntry]:
    """Give what the trailers of all commits say is done, the newest commit first.

    A commit counts when it has both trailers; of several plans the last one, of several steps each,
    with or without `#`. Raises `GitError`.
    """
    fields = git(root, *HISTORY).split("\0")
    for start in range(0, len(fields) - FIELDS + 1, FIELDS):
        commit_hash, steps, plans = fields[start : start + FIELDS]
        for step in _values(steps):
            for plan in _values(plans)[-1:]:
                yield HistoryEntry(plan, step.removeprefix("#"), commit_hash.strip())


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


def _values(trailers: str) -> list[str]:
    """Split the values of a trailer, leaving out what is no UTF-8: nothing is called like that."""
    lines = (line.strip() for line in trailers.split("\n"))
    return [line for line in lines if line and line == line.encode(errors="ignore").decode()]
