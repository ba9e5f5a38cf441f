"""Git repositories: running `git`, finding worktrees, and the name that all clones share.

Nothing here depends on the caller's language, pager or prompts, or on being run from a git hook.
"""

import os
import re
import sys
from pathlib import Path
from typing import IO

from impl.git.layout import STORE, Worktree, usual_worktree
from impl.given_text import as_utf8
from impl.store.place import Place

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

    Git, its hooks and what these start inherit the descriptors `inherited`. What a hook leaves in
    the background is not waited for, even if it holds the output.
    Bytes that are not UTF-8 are decoded by `os.fsdecode`. Raises `GitError`.
    """
    import subprocess  # its import takes as long as running git, and is not always needed

    command = ("git", "-C", str(folder), *arguments)
    environment = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    try:
        with _captured() as output, _captured() as complaints:
            done = subprocess.run(
                command,
                input=b"" if given is None else os.fsencode(given),
                stdout=output,
                stderr=complaints,
                env={**environment, **ALWAYS},
                check=False,
                pass_fds=inherited,
            )
            written, said = _content(output), _content(complaints).strip()
    except FileNotFoundError as error:
        raise GitError("the program `git` was not found; install it or correct PATH") from error
    except (OSError, ValueError) as error:
        raise GitError(f"`git {arguments[0]}` could not be run ({error})") from error
    if done.returncode:
        ended = f"exit code {done.returncode}"
        if done.returncode < 0:
            ended = f"it was killed by signal {-done.returncode}"
        settings = 2 * arguments.count("-c")  # they come first, each with a value
        subcommand = next(each for each in arguments[settings:] if not each.startswith("-"))
        raise GitError(f"`git {subcommand}` failed in {folder}: {said or ended}")
    return written


def git_command(folder: Path, *arguments: str) -> str:
    """Return a command of git that does the same in whichever folder a person runs it."""
    import shlex

    return shlex.join(("git", "-C", str(folder), *arguments))


def _captured() -> IO[bytes]:
    """Return a file without a name; a pipe would end only with the last process that holds it."""
    if sys.platform == "linux":
        return open(os.memfd_create("git"), "w+b")
    from tempfile import TemporaryFile

    return TemporaryFile()


def _content(file: IO[bytes]) -> str:
    """Return what was written to a file, whose place in it others may still write at."""
    found, size = b"", os.fstat(file.fileno()).st_size
    while len(found) < size:
        found += os.pread(file.fileno(), size - len(found), len(found))
    return os.fsdecode(found)


def rev_parse(folder: Path, *asked: str) -> list[str]:
    """Return what git answers to some options of `rev-parse`. Raises `GitError`."""
    query = ("rev-parse", "--path-format=absolute")
    found = git(folder, *query, *asked).removesuffix("\n").split("\n")
    if len(found) == len(asked):
        return found
    # A path has a line break in it.
    return [git(folder, *query, each).removesuffix("\n") for each in asked]


def worktree(folder: Path) -> Worktree:
    """Return the worktree that contains a folder. Raises `GitError` if there is none."""
    return usual_worktree(folder) or asked_worktree(folder)


def asked_worktree(folder: Path) -> Worktree:
    """Return the worktree that contains a folder by asking git, whatever the layout."""
    try:
        places = rev_parse(folder, "--git-dir", "--git-common-dir", "--show-toplevel")
    except GitError as error:
        raise GitError(f"{error}; {EXPECTED}") from error
    git_folder, common_folder, root = (Path(place) for place in places)
    if git_folder == common_folder:
        return Worktree(root, root)
    return Worktree(root, _main_root_of(common_folder))


def root_within(folder: Path, main: Path) -> Path | None:
    """Return the root of the worktree of a folder, if it is one of the repository of `main`."""
    try:
        found = worktree(folder)
    except GitError:
        return None
    return found.root if found.main_root == main else None


def main_root(folder: Path) -> Path:
    """Return the root of the main worktree, also from a linked one. Raises `GitError`."""
    return worktree(folder).main_root


def _main_root_of(common_folder: Path) -> Path:
    """Return the main worktree for the folder that all worktrees of a repository share."""
    if _setting(common_folder, "core.bare", "--type=bool") == "true":
        return _main_root_of_bare(common_folder)
    if common_folder.name == ".git":
        return common_folder.parent
    # A submodule's repository is elsewhere and names its worktree.
    configured = _setting(common_folder, "core.worktree")
    if not configured:
        setting = git_command(common_folder, "config", "core.worktree", "PATH")
        raise GitError(
            f"the repository {common_folder} does not name its main worktree; expected one, whose "
            f"plans count and which keeps the store: name it by `{setting}`"
        )
    return Path(os.path.realpath(common_folder / configured))


LIST_WORKTREES = ("worktree", "list", "--porcelain", "-z")
"""The command whose output `worktrees_in` reads."""


def _setting(common_folder: Path, name: str, *how: str) -> str:
    """Return what a repository is configured to be, or `""`."""
    return _asked(common_folder, "config", *how, "--default", "", "--get", name).strip()


def _asked(common_folder: Path, *arguments: str) -> str:
    """Run git in a repository's own folder, also where git takes a bare one only by name."""
    return git(common_folder, "--git-dir=.", *arguments)


def _main_root_of_bare(common_folder: Path) -> Path:
    """Return the worktree of a bare repository that has its store.

    Before there is one, it is the worktree on the branch that the repository's HEAD names.
    """
    roots = worktrees_in(_asked(common_folder, *LIST_WORKTREES))
    head = _asked(common_folder, "symbolic-ref", "HEAD").strip()
    having_store = (each for each in roots if (each / STORE).is_file())
    for root in (*having_store, *(each for each in roots if roots[each] == head)):
        return root
    branch = head.removeprefix("refs/heads/")
    add = git_command(common_folder, "worktree", "add", "PATH", branch)
    raise GitError(
        f"the repository {common_folder} is bare and has no worktree on its branch {branch}; "
        f"expected one, whose plans count and which keeps the store: make it by `{add}`"
    )


def worktrees_in(listed: str) -> dict[Path, str | None]:
    """Return the worktrees with a commit that git lists, and the branch that each is on, if any."""
    blocks = listed.split("\0\0")
    entries = [dict(line.partition(" ")[::2] for line in each.split("\0")) for each in blocks]
    return {Path(each["worktree"]): each.get("branch") for each in entries if each.get("HEAD")}


def keep_worktree(root: Path) -> bool:
    """Lock the worktree of a bare repository that keeps the store; return whether that was new.

    Git would remove the worktree with the store, which it ignores.
    """
    if not (root / ".git").is_file():
        return False
    own, common_folder = rev_parse(root, "--git-dir", "--git-common-dir")
    if own == common_folder or (Path(own) / "locked").exists():
        return False
    git(root, "worktree", "lock", "--reason", "planstate keeps the state of its plans here", ".")
    return True


FILE = Path("planstate.toml")
KEY = "repository"

NAME = re.compile(r"(?!pg_)[a-z][a-z0-9_]{0,62}")
"""What may be the name of a schema without quotation marks."""

EXPECTED_NAME = (
    'expected `repository = "NAME"` in it, with a name of small letters, digits and _ that begins '
    "with a letter, has at most 63 signs and does not begin with pg_"
)


def repository_name(root: Path) -> str:
    """Return the name of a repository, as it is committed. Raises `GitError`.

    The last commit counts, and not the file in the worktree, or each clone could have its own.
    """
    try:
        text = git(root, "show", f"HEAD:./{FILE}")
    except GitError as error:
        raise GitError(_not_committed(root, error)) from error
    import tomllib

    try:
        name = tomllib.loads(text).get(KEY)
    except ValueError as error:
        raise GitError(
            f"{root / FILE} as it is committed is not TOML ({error}); {EXPECTED_NAME}"
        ) from error
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise GitError(
            f"{root / FILE} as it is committed does not name the repository; {EXPECTED_NAME}, "
            "committed"
        )
    return name


def names_of(root: Path) -> tuple[str, ...]:
    """Return the names by which a repository is known in a file: where it is, or what it is called.

    Clones are one repository only if they have a name. Raises `GitError` for one that is malformed.
    """
    place = as_utf8(str(root))
    return (repository_name(root), place) if (root / FILE).is_file() else (place,)


def names_in(place: Place, root: Path) -> tuple[str, ...]:
    """Return the names of a repository, if a store may hold the plans of others too.

    A server keeps the plans of each in a schema of its own, and the store below the root holds no
    others.
    """
    return names_of(root) if isinstance(place, Path) and place != root / STORE else ()


def _not_committed(root: Path, error: GitError) -> str:
    adding = git_command(root, "add", str(FILE))
    committing = git_command(root, "commit", "-m", "Name the repository", str(FILE))
    commit = f"`{adding} && {committing}`"
    why = "a server keeps the plans of a repository under a name that all its clones share"
    if (root / FILE).is_file():
        return f"{root / FILE} is not committed, and {why}: run {commit} ({error})"
    name = f'`{KEY} = "NAME"`'
    return (
        f"there is no {root / FILE}, and {why}: write {name} into it, then run {commit} ({error})"
    )
