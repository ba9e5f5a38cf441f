"""If git does not commit, nothing has happened: not in the log, not in the store."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from impl.git.commits import CannotCommit
from impl.git.repository import GitError, git
from tests.impl.git.sites import Site


def missing_identity(site: Site, patch: pytest.MonkeyPatch) -> None:
    for variable in [name for name in os.environ if name.startswith(("GIT_AUTHOR", "GIT_COMM"))]:
        patch.delenv(variable)
    patch.delenv("EMAIL", raising=False)
    patch.setenv("HOME", str(site.root.parent))
    # Or git would make an address of the name of the machine, where that has dots.
    git(site.root, "config", "user.useConfigOnly", "true")


def locked_index(site: Site, _: pytest.MonkeyPatch) -> None:
    own = Path(git(site.linked, "rev-parse", "--absolute-git-dir").strip())
    (own / "index.lock").touch()


def signature_that_fails(site: Site, _: pytest.MonkeyPatch) -> None:
    git(site.linked, "config", "commit.gpgSign", "true")
    git(site.linked, "config", "gpg.program", "/nowhere/gpg")


REFUSES = "echo 'not on a Sunday' >&2; exit 1"
OBSTACLES: dict[str, tuple[Callable[[Site, pytest.MonkeyPatch], object], str]] = {
    "refusing_hook": (lambda site, _: site.hook("pre-commit", REFUSES), "not on a Sunday"),
    "refusing_message_hook": (
        lambda site, _: site.hook("commit-msg", REFUSES),
        "not on a Sunday",
    ),
    "missing_identity": (missing_identity, "no email was given"),
    "locked_index": (locked_index, "index.lock, made at .*, is the lock of another git process"),
    "locked_branch": (
        lambda site, _: (site.root / ".git" / "refs" / "heads" / "ann.lock").touch(),
        "cannot lock ref",
    ),
    "signature_that_fails": (signature_that_fails, "gpg failed to sign"),
}
"""What stands in the way of git, and what git says then."""


@pytest.mark.parametrize(("obstacle", "said"), OBSTACLES.values(), ids=OBSTACLES)
def test_a_git_that_does_not_commit_leaves_everything_as_it_was(
    site: Site,
    obstacle: Callable[[Site, pytest.MonkeyPatch], object],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commits, state = site.commits(), site.stored()
    with monkeypatch.context() as patch:
        obstacle(site, patch)
        with pytest.raises((GitError, CannotCommit), match=said):
            site.commit()
    assert site.commits() == commits
    assert site.stored() == state
    assert not site.log.exists()
    assert (site.linked / "pier.txt").read_text() == "concrete\n"


@pytest.mark.parametrize("separator", ["\n", "\r", "\0", "\x1b", "\x85", "\u2028"], ids=ascii)
@pytest.mark.parametrize("name", ["step", "plan"])
def test_nothing_that_could_pass_for_a_trailer_reaches_git(
    site: Site, name: str, separator: str
) -> None:
    commits, state = site.commits(), site.stored()
    forged = {name: f"piers{separator}Tug-Step: other"}
    with pytest.raises(CannotCommit, match=f"the {name} 'piers.* contains a line break"):
        site.commit(**forged)
    assert site.commits() == commits
    assert site.stored() == state
    assert not site.log.exists()


def test_a_message_that_git_cannot_record_is_refused(site: Site) -> None:
    state = site.stored()
    with pytest.raises(GitError, match="NUL byte"):
        site.commit(message="Pour\0it")
    assert site.stored() == state
