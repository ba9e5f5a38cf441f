"""The name of a repository, which all its clones share: chosen by people, and committed."""

import re
from pathlib import Path

from impl.git.repository import GitError, git, git_command
from impl.given_text import as_utf8

FILE = Path("planstate.toml")
KEY = "repository"

NAME = re.compile(r"(?!pg_)[a-z][a-z0-9_]{0,62}")
"""What may be the name of a schema without quotation marks."""

EXPECTED = (
    'expected `repository = "NAME"` in it, with a name of small letters, digits and _ that begins '
    "with a letter, has at most 63 signs and does not begin with pg_"
)


class Unnamed(GitError):
    """A repository has no name: what was found, what was expected, what to do."""


def repository_name(root: Path) -> str:
    """Return the name of a repository, as it is committed. Raises `Unnamed`.

    The last commit counts, and not the file in the worktree, or each clone could have its own.
    """
    try:
        text = git(root, "show", f"HEAD:./{FILE}")
    except GitError as error:
        raise Unnamed(_not_committed(root, error)) from error
    import tomllib

    try:
        name = tomllib.loads(text).get(KEY)
    except ValueError as error:
        raise Unnamed(
            f"{root / FILE} as it is committed is not TOML ({error}); {EXPECTED}"
        ) from error
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Unnamed(
            f"{root / FILE} as it is committed does not name the repository; {EXPECTED}, committed"
        )
    return name


def names_of(root: Path) -> tuple[str, ...]:
    """Return the names by which a repository is known in a file: where it is, or what it is called.

    Clones are one repository only if they have a name. Raises `Unnamed` for one that is malformed.
    """
    place = as_utf8(str(root))
    return (repository_name(root), place) if (root / FILE).is_file() else (place,)


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
