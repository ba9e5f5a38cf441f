"""If git does not commit, nothing has happened: not in the log, not in the store."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from impl.git.committing import CannotCommit, GitError
from impl.git.repository import git
from tests.impl.git.sites import Site


def refusing_hook(site: Site, _: pytest.MonkeyPatch) -> None:
    site.hook("pre-commit", "echo 'not on a Sunday' >&2; exit 1")


def refusing_message_hook(site: Site, _: pytest.MonkeyPatch) -> None:
    site.hook("commit-msg", "echo 'not on a Sunday' >&2; exit 1")


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


def locked_branch(site: Site, _: pytest.MonkeyPatch) -> None:
    (site.root / ".git" / "refs" / "heads" / "ann.lock").touch()


def signature_that_fails(site: Site, _: pytest.MonkeyPatch) -> None:
    git(site.linked, "config", "commit.gpgSign", "true")
    git(site.linked, "config", "gpg.program", "/nowhere/gpg")


# What stands in the way of git, and what git says then.
OBSTACLES: dict[Callable[[Site, pytest.MonkeyPatch], None], str] = {
    refusing_hook: "not on a Sunday",
    refusing_message_hook: "not on a Sunday",
    missing_identity: "no email was given",
    locked_index: "index.lock, made at .*, is the lock of another git process",
    locked_branch: "cannot lock ref",
    signature_that_fails: "gpg failed to sign",
}


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__)
def test_a_git_that_does_not_commit_leaves_everything_as_it_was(
    site: Site,
    obstacle: Callable[[Site, pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commits, state = site.commits(), site.stored()
    with monkeypatch.context() as patch:
        obstacle(site, patch)
        with pytest.raises((GitError, CannotCommit), match=OBSTACLES[obstacle]):
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
