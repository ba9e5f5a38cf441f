"""Commits where git does not do what its exit code says, or is busy with something else."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from impl.git.commits import CannotCommit
from impl.git.repository import GitError, git
from spec.vocabulary.completion import Reconciled
from spec.vocabulary.state import StepStatus
from tests.impl.git.sites import PLAN, Site, add_worktree


def wrapper(site: Site, patch: pytest.MonkeyPatch) -> None:
    """Put a program before git that skips every commit, as sandboxes of agents do."""
    programs = site.root.parent / "bin"
    programs.mkdir()
    wrapped = programs / "git"
    script = f'for a in "$@"; do [ "$a" = commit ] && exit 0; done; exec {which_git()} "$@"'
    wrapped.write_text(f"#!/bin/sh\n{script}\n")
    wrapped.chmod(0o755)
    patch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


def hook_that_takes_it_back(site: Site, _: pytest.MonkeyPatch) -> None:
    """Move HEAD back after each commit."""
    site.hook("post-commit", "git reset --quiet --soft HEAD~1")


def hook_that_commits_something_else(site: Site, _: pytest.MonkeyPatch) -> None:
    """Replace each commit by one of another tree and message."""
    site.hook(
        "post-commit",
        'other=$(git commit-tree -p HEAD~1 -m other "HEAD~1^{tree}") && git reset --soft $other',
    )


def which_git() -> str:
    found = subprocess.run(["which", "git"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


@pytest.mark.parametrize(
    "skip", [wrapper, hook_that_takes_it_back, hook_that_commits_something_else]
)
def test_a_commit_that_git_only_says_it_made_completes_nothing(
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    skip: Callable[[Site, pytest.MonkeyPatch], None],
) -> None:
    # Given a git that ends with 0 and has made no commit of ours, when a step is committed,
    skip(site, monkeypatch)
    with pytest.raises(GitError, match=r"ended without an error in .*, but HEAD"):
        site.commit()
    # then nothing is completed, and nothing of it is in the log.
    assert site.step().status is StepStatus.CLAIMED
    assert not site.log.exists()


def other_branch(site: Site) -> None:
    """Change the same file on the branch `steel` and on the linked worktree's."""
    git(site.root, "switch", "--quiet", "--create=steel")
    for text in ("iron\n", "steel\n"):
        (site.root / "pier.txt").write_text(text)
        git(site.root, "add", "pier.txt")
        git(site.root, "commit", "--quiet", "--message=Steel")
    git(site.linked, "add", "--all")
    git(site.linked, "commit", "--quiet", "--message=Concrete")


@pytest.mark.parametrize(
    ("command", "resolves", "end"),
    [
        (("merge", "steel"), True, "merge --abort"),
        (("rebase", "steel"), True, "rebase --abort"),
        (("cherry-pick", "steel"), True, "cherry-pick --abort"),
        (("cherry-pick", "steel~1", "steel"), "commit", "cherry-pick --continue"),
        (("revert", "--no-edit", "ann~1"), True, "revert --abort"),
        (("am", "patch"), False, "am --abort"),
        (("bisect", "start"), False, "bisect reset"),
    ],
)
def test_nothing_is_committed_in_the_middle_of_something_else(
    site: Site, command: tuple[str, ...], resolves: bool | str, end: str
) -> None:
    # Given a rebase or the like that waits for a person, whose conflicts are resolved,
    other_branch(site)
    site.write("pier.txt", "wood\n")
    git(site.linked, "commit", "--quiet", "--all", "--message=Wood")
    if command[0] == "am":
        patch = site.root.parent / "patch"
        patch.write_text(git(site.root, "format-patch", "--stdout", "-1", "steel"))
        command = ("am", str(patch))
    try:
        git(site.linked, *command)
    except GitError:
        site.write("pier.txt", "both\n")
        git(site.linked, "add", "pier.txt") if resolves else None
    if resolves == "commit":
        git(site.linked, "commit", "--quiet", "--message=By hand")
    before = site.commits()
    # when the step is committed, then it says what is in progress and what ends it.
    with pytest.raises(CannotCommit, match="is in progress") as refused:
        site.commit()
    assert f"`git -C {site.linked} {end}`" in str(refused.value)
    assert site.commits() == before
    assert site.step().status is StepStatus.CLAIMED


def test_trailers_before_a_paragraph_that_a_hook_appends_are_read(site: Site) -> None:
    # Given a hook that appends a paragraph to each message,
    site.hook("prepare-commit-msg", r'printf "\nCo-authored-by: Bot <b@example.org>\n" >> "$1"')
    record = site.commit()
    # when the commit is repeated, then it is recognised, and the log of commits names the step.
    assert record.warnings == ()
    repeated = site.commit()
    assert (repeated.answer.commit_hash, repeated.made.found) == (
        record.answer.commit_hash,
        True,
    )
    assert site.reconcile() == Reconciled(0)
    assert site.step().commit_hash == record.answer.commit_hash


def test_the_steps_of_a_squashed_branch_are_read(site: Site) -> None:
    # Given a branch of two steps that was merged as one commit with both messages,
    messages = [f"Do {step}\n\nTug-Step: {step}\nTug-Plan: {PLAN}\n" for step in ("piers", "deck")]
    squashed = "A bridge (#1)\n\n" + "\n".join(messages) + "\nReviewed-by: bob\n"
    git(site.root, "commit", "--quiet", "--allow-empty", "--file=-", given=squashed)
    # when the plan is reconciled, then both steps are completed.
    assert site.reconcile() == Reconciled(2)


def test_a_hook_that_removes_the_trailers_is_reported(site: Site) -> None:
    site.hook("commit-msg", 'echo "Something else" > "$1"')
    [warning] = site.commit().warnings
    assert "a hook has removed or changed the lines Tug-Step and Tug-Plan" in warning


@pytest.mark.parametrize(
    "fixer",
    [
        "sed -i 's/[[:blank:]]*$//' $LOG; exit 1",
        "echo '<!-- formatted -->' >> $LOG; exit 1",
        "rm $LOG; exit 1",
    ],
)
def test_a_hook_that_changes_the_log_and_fails_leaves_no_entry(site: Site, fixer: str) -> None:
    # Given an entry in the log, and a hook that changes the log and fails,
    first = site.commit()
    site.hook("pre-commit", f"LOG=.planstate/implementation-log.md\n{fixer}")
    before = site.log.read_bytes()
    site.write("deck.txt")
    # when commits fail, then the log is as before,
    for _ in range(2):
        with pytest.raises(GitError):
            site.commit(step="deck", summary="Laid it. ")
        assert site.log.read_bytes() == before
    # and one entry is there once one succeeds.
    (site.root / ".git" / "hooks" / "pre-commit").unlink()
    record = site.commit(step="deck")
    assert record.answer.commit_hash != first.answer.commit_hash
    assert site.log.read_text().count("\n## ") == 2


def nested(site: Site, name: str) -> Path:
    """Create a repository with a commit inside the linked worktree."""
    inner = site.linked / name
    inner.mkdir()
    git(inner, "init", "--quiet")
    (inner / "stone").write_text("granite\n")
    git(inner, "add", "--all")
    git(inner, "commit", "--quiet", "--message=Stone")
    return inner


def test_changes_inside_a_submodule_are_reported(site: Site) -> None:
    # Given a submodule with a change that is not committed, and a nested repository with another,
    quarry, mill = nested(site, "quarry"), nested(site, "mill")
    git(site.linked, "config", "-f", ".gitmodules", "submodule.quarry.path", "quarry")
    git(site.linked, "config", "-f", ".gitmodules", "submodule.quarry.url", "./quarry")
    git(site.linked, "add", "--all")
    git(site.linked, "commit", "--quiet", "--message=Add both")
    (quarry / "stone").write_text("marble\n")
    (mill / "new").write_text("wheel\n")
    # when the step is committed, then it is completed, and says what the commit lacks.
    record = site.commit()
    assert not record.answer.state_update_failed
    inside = "the repository {} inside the worktree has changes of its own"
    assert [
        inside.format(name) in found
        for name, found in zip(("mill", "quarry"), record.warnings, strict=True)
    ] == [True, True]


def test_what_is_answered_is_on_the_disk(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a git that counts what it flushes to the disk, when a step is committed,
    trace = site.root.parent / "trace"
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(trace))
    site.commit()
    flushed = [line for line in trace.read_text().splitlines() if "hardware-flush" in line]
    # then both staging and committing have flushed objects, and committing the branch.
    assert sum(int(line.rpartition('"value":"')[2].partition('"')[0]) for line in flushed) >= 6


def test_the_logs_of_two_branches_merge(site: Site) -> None:
    # Given two branches on which a step was committed each, with the same summary,
    site.commit()
    bob = add_worktree(site.root, "bob", "bob")
    (bob / "deck.txt").write_text("planks\n")
    site.commit(folder=bob, step="deck", now=70)
    # when both are merged, then the log has both entries, one whole after the other.
    git(site.linked, "merge", "--quiet", "bob")
    entries = site.log.read_text().split("\n## ")[1:]
    lines = [[line for line in entry.splitlines() if line] for entry in entries]
    assert [(entry[0].split()[1], *entry[1:]) for entry in lines] == [
        (step, "Poured both.", f"Plan: {PLAN} (1970-01-01T00:00:00.{ms}Z {step})")
        for step, ms in (("piers", "060"), ("deck", "070"))
    ]


@pytest.mark.parametrize("hook", ["pre-commit", "post-commit"])
def test_what_a_hook_leaves_in_the_background_is_not_waited_for(site: Site, hook: str) -> None:
    # Given a hook that leaves a program which holds the output, and ends when it is told to,
    end, begun = site.root.parent / "end", site.root.parent / "begun"
    os.mkfifo(end)
    site.hook(hook, f"(echo $$ > '{begun}'; cat '{end}'; echo late) &")
    # when the step is committed, then that does not wait for it.
    record = site.commit()
    assert record.made.commit_hash
    # The program is still there: it takes what ends it.
    end.write_text("bye\n")
    assert begun.exists()
