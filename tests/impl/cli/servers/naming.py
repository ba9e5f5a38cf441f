"""Giving a repository its name."""

from pathlib import Path

from impl.git.repository import FILE, git

NAME = "bridge"


def name_repository(root: Path, text: str = f'repository = "{NAME}"\n') -> None:
    """Commit the name of a repository."""
    (root / FILE).write_text(text, encoding="utf-8")
    git(root, "add", str(FILE))
    git(root, "commit", "--quiet", "--message", "Name the repository")
