"""Git is the real program; worktrees, submodules and commit logs are real ones too."""

from pathlib import Path

import pytest

from impl.cli.workers import stored_name
from impl.git.commit_log import commit_log
from impl.git.layout import STORE, usual_worktree
from impl.git.repository import (
    GitError,
    asked_worktree,
    git,
    keep_worktree,
    main_root,
    worktree,
)
from spec.vocabulary.completion import CommitLogEntry
from tests.impl.cli.desk import make_repository
from tests.impl.git.sites import add_worktree, use_ann


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    use_ann(monkeypatch)
    root = make_repository(tmp_path / "a repository, ünïcode")
    commit(root, "Begin")
    return root


def commit(folder: Path, message: str, second: int = 0) -> str:
    date = f"2026-01-01T00:00:{second:02}Z"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GIT_COMMITTER_DATE", date)
        git(folder, "commit", "--quiet", "--allow-empty", "--file=-", given=message)
    return git(folder, "rev-parse", "HEAD").strip()


def step_commit(folder: Path, step: str, second: int, plan: str = "plan.md") -> str:
    return commit(folder, f"Do it\n\nTug-Step: {step}\nTug-Plan: {plan}\n", second)


def test_the_main_root_is_found_from_anywhere_in_the_repository(repository: Path) -> None:
    inner = repository / "deep" / "er"
    inner.mkdir(parents=True)
    elsewhere = add_worktree(repository, "other tree")
    assert main_root(repository) == main_root(inner) == main_root(elsewhere) == repository
    assert worktree(elsewhere).root == elsewhere
    assert worktree(inner).root == repository


def test_what_is_read_is_what_git_says(repository: Path) -> None:
    inner = repository / "deep"
    inner.mkdir()
    elsewhere = add_worktree(repository, "other tree")
    nested = add_worktree(repository, f"{repository.name}/inside")
    for folder in (repository, inner, elsewhere, nested):
        usual = usual_worktree(folder)
        assert usual is not None
        assert usual == asked_worktree(folder)


def test_an_unusual_repository_is_left_to_git(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "core.worktree", str(tmp_path))
    assert usual_worktree(repository) is None
    assert main_root(repository) == tmp_path


def test_a_submodule_is_a_repository_of_its_own(repository: Path) -> None:
    git(
        repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./", "sub"
    )  # fmt: skip
    sub = repository / "sub"
    elsewhere = add_worktree(sub, "sub tree")
    assert main_root(sub) == main_root(elsewhere) == sub


def test_a_folder_in_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not a git repository"):
        main_root(tmp_path)


@pytest.fixture(params=["bridge.git", "bridge/.git"])
def bare(repository: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Make a bare clone, beside its worktrees or above them."""
    name: str = request.param
    git(tmp_path, "clone", "--quiet", "--bare", str(repository), name)
    return tmp_path / name


def test_a_bare_repository_has_its_store_in_the_worktree_of_its_branch(bare: Path) -> None:
    # Given a bare repository with a worktree on another branch than its HEAD names,
    with pytest.raises(GitError, match="work tree"):
        main_root(bare)
    elsewhere = add_worktree(bare, "bare tree")
    with pytest.raises(GitError, match=r"no worktree on its branch main; .*worktree add PATH main"):
        main_root(elsewhere)
    # when one is added as advised, then it is the main one,
    root = bare.parent / "other\nmain"
    git(bare, "worktree", "add", "--quiet", str(root), "main")
    assert main_root(root) == main_root(elsewhere) == root
    assert stored_name(str(elsewhere), root / STORE, root) == "../bare tree"
    # and stays it on another branch, for the sake of its store, which git does not remove.
    (root / STORE).parent.mkdir()
    (root / STORE).touch()
    git(root, "checkout", "--quiet", "-b", "trial")
    assert main_root(elsewhere) == root
    assert [keep_worktree(each) for each in (root, root)] == [True, False]
    with pytest.raises(GitError, match="locked"):
        git(bare, "worktree", "remove", str(root))


def test_a_bare_repository_is_found_where_git_takes_it_only_by_name(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = bare.parent / "main"
    git(bare, "worktree", "add", "--quiet", str(root), "main")
    (tmp_path / "config").write_text("[safe]\n\tbareRepository = explicit\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    assert main_root(root) == root


def test_an_ordinary_worktree_is_not_locked(repository: Path) -> None:
    assert not keep_worktree(repository)


def test_a_repository_elsewhere_that_names_no_worktree_is_told_how(repository: Path) -> None:
    # Given a repository that is kept elsewhere, and a linked worktree, where only git knows it,
    git(repository, "init", "--quiet", f"--separate-git-dir={repository.parent / 'kept'}")
    elsewhere = add_worktree(repository, "other tree")
    # when the advice is followed, then the main one is found.
    with pytest.raises(GitError, match=r"does not name its main worktree; .*core.worktree PATH"):
        main_root(elsewhere)
    git(repository, "config", "core.worktree", str(repository))
    assert main_root(elsewhere) == repository


def test_a_machine_without_git_is_told_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="`git` was not found; install it"):
        main_root(tmp_path)


def test_commit_log_is_that_of_all_worktrees_newest_first(repository: Path) -> None:
    tree = add_worktree(repository, "tree")
    first = step_commit(tree, "deck", 1)
    second = step_commit(repository, "#paint", 2, "plans/brücke 1.md")
    git(tree, "checkout", "--quiet", "--detach")
    third = step_commit(tree, "deck", 3)
    assert list(commit_log(repository)) == [
        CommitLogEntry("plan.md", "deck", third),
        CommitLogEntry("plans/brücke 1.md", "paint", second),
        CommitLogEntry("plan.md", "deck", first),
    ]


def test_only_commits_with_both_trailers_are_in_the_commit_log(repository: Path) -> None:
    commit(repository, "Talk of Tug-Step: deck\n\nand of more")
    commit(repository, "Half\n\nTug-Step: deck")
    commit(repository, "Other half\n\nTug-Plan: plan.md")
    assert list(commit_log(repository)) == []


def test_a_stash_is_not_in_the_commit_log(repository: Path) -> None:
    (repository / "file").write_text("work")
    git(repository, "stash", "push", "-u", "-m", "x\n\nTug-Step: deck\nTug-Plan: plan.md")
    assert list(commit_log(repository)) == []


def test_settings_of_the_user_do_not_disturb_the_commit_log(repository: Path) -> None:
    for setting in ("log.showSignature=true", "grep.patternType=perl", "color.ui=always"):
        git(repository, "config", *setting.split("="))
    done = step_commit(repository, "deck", 1)
    assert list(commit_log(repository)) == [CommitLogEntry("plan.md", "deck", done)]
