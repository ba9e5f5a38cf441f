"""A repository has a name, which is committed, or an error says what to do."""

from pathlib import Path

import pytest

from impl.git.repository import GitError, git, repository_name
from tests.impl.cli.desk import make_repository
from tests.impl.cli.servers.naming import name_repository
from tests.impl.git.sites import use_ann


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    use_ann(monkeypatch)
    return make_repository(tmp_path / "bridge")


@pytest.mark.parametrize("name", ["bridge", "a", "b_2", "x" * 63])
def test_the_committed_name_counts(root: Path, name: str) -> None:
    # Given a committed name, and another one in the worktree,
    name_repository(root, f'repository = "{name}"\n')
    (root / "planstate.toml").write_text('repository = "other"\n')
    # when it is read, then it is the committed one.
    assert repository_name(root) == name


def test_a_missing_name_is_asked_for(root: Path) -> None:
    git(root, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    with pytest.raises(GitError) as found:
        repository_name(root)
    for advice in ('write `repository = "NAME"` into it', " add planstate.toml && git -C "):
        assert advice in str(found.value)


@pytest.mark.parametrize("has_commits", [False, True])
def test_a_name_has_to_be_committed(root: Path, has_commits: bool) -> None:
    if has_commits:
        git(root, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    (root / "planstate.toml").write_text('repository = "bridge"\n')
    with pytest.raises(GitError, match="is not committed, and a server keeps the plans"):
        repository_name(root)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "repository = 1\n",
        'repository = ""\n',
        'repository = "Bridge"\n',
        'repository = "a-b"\n',
        'repository = "2b"\n',
        'repository = "pg_bridge"\n',
        'repository = "bridge\\n"\n',
        f'repository = "{"x" * 64}"\n',
        '[x]\nrepository = "bridge"\n',
    ],
)
def test_a_name_of_another_form_is_refused(root: Path, text: str) -> None:
    name_repository(root, text)
    with pytest.raises(GitError, match="does not name the repository; expected"):
        repository_name(root)


def test_what_is_not_toml_is_refused(root: Path) -> None:
    name_repository(root, "repository: bridge\n")
    with pytest.raises(GitError, match="is not TOML"):
        repository_name(root)
