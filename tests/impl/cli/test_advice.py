"""Commands of git in messages: each does what it is named for, wherever it is pasted."""

import ast
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from impl.git.repository import GitError, git
from tests.impl.cli.calling import Reply
from tests.impl.cli.yard import PLAN, STEP, Yard

IMPL = Path(__file__).parents[3] / "impl"
COMMAND = re.compile(r"`((?:git|planstate) [^`]*)`")

FOR_PEOPLE = {
    *("git worktree add", "git worktree move", "git init", "git pull", "git commit"),
    *("planstate commit", "planstate commit --json", "planstate iterate"),
    *("planstate iterations report", "planstate state init", "planstate state reconcile"),
    *("planstate review continue", "planstate store migrate"),
    *("planstate state show", "planstate iterate --help"),
}
"""Names of commands for what only a person can decide, and commands that have no arguments."""


def other_change(yard: Yard) -> None:
    """Commit a change of the same file on the branch `steel`, which is none of the worktree's."""
    git(yard.linked, "stash", "--include-untracked", "--quiet")
    git(yard.linked, "switch", "--quiet", "--create", "steel")
    (yard.linked / "deck.txt").write_text("steel\n")
    git(yard.linked, "add", "--all")
    git(yard.linked, "commit", "--quiet", "--message", "Steel")
    git(yard.linked, "switch", "--quiet", "ann")
    git(yard.linked, "stash", "pop", "--quiet")


def claim_again(yard: Yard) -> None:
    """Claim the step as a worker does, on the branch of the worktree."""
    yard.state("release", PLAN, STEP, "--force")
    yard.state("claim", PLAN, "--worktree", str(yard.linked))


def switched(yard: Yard) -> None:
    claim_again(yard)
    git(yard.linked, "switch", "--quiet", "--create", "other")


def detached(yard: Yard) -> None:
    claim_again(yard)
    git(yard.linked, "switch", "--quiet", "--detach")


def in_progress(*command: str) -> Callable[[Yard], None]:
    """Return what begins something that waits for a person."""

    def begin(yard: Yard) -> None:
        other_change(yard)
        git(yard.linked, "add", "--all")
        git(yard.linked, "commit", "--quiet", "--message", "Planks")
        if command[0] == "bisect":
            git(yard.linked, *command)
        else:
            with pytest.raises(GitError):
                git(yard.linked, *command)

    return begin


def resolved(*command: str) -> Callable[[Yard], None]:
    """Return what begins something whose conflict a person has then resolved."""

    def resolve(yard: Yard) -> None:
        in_progress(*command)(yard)
        (yard.linked / "deck.txt").write_text("planks on steel\n")
        git(yard.linked, "add", "--all")

    return resolve


def in_conflict(yard: Yard) -> None:
    """Leave a conflict behind that nothing in progress explains."""
    (yard.linked / PLAN).write_text("changed here\n")
    git(yard.linked, "stash", "--quiet", "--", PLAN)
    (yard.linked / PLAN).write_text("changed there\n")
    git(yard.linked, "commit", "--quiet", "--message", "There", "--", PLAN)
    with pytest.raises(GitError):
        git(yard.linked, "stash", "pop")
    (yard.linked / PLAN).write_text("changed by both\n")


REFUSED: dict[str, tuple[Callable[[Yard], None], int]] = {
    "git switch, from a branch": (switched, 0),
    "git switch, from a commit": (detached, 0),
    "git rebase --abort": (in_progress("rebase", "steel"), 1),
    "git merge --abort": (in_progress("merge", "steel"), 1),
    "git cherry-pick --abort": (in_progress("cherry-pick", "steel"), 1),
    "git rebase --continue": (resolved("rebase", "steel"), 0),
    "git merge --continue": (resolved("merge", "steel"), 0),
    "git cherry-pick --continue": (resolved("cherry-pick", "steel"), 0),
    "git bisect reset": (in_progress("bisect", "start"), 0),
    "git add": (in_conflict, 0),
}
"""What prevents a commit, and which of the commands in the message is taken."""


def commands_in(reply: Reply) -> list[str]:
    return COMMAND.findall(reply.err)


def words_of(command: str) -> list[str]:
    """Return the words of a command of git, without the folder that it names."""
    git_word, *words = shlex.split(command)
    return [git_word, *(words[2:] if words[0] == "-C" else words)]


def commit(yard: Yard) -> Reply:
    """Commit for people, from the main worktree."""
    words = yard.commit_arguments()
    return yard.run(*(word for word in words if word != "--json"))


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_refused_commit_advises_makes_it_possible(yard: Yard, name: str) -> None:
    # Given something that prevents a commit, when it is refused,
    arrange, taken = REFUSED[name]
    arrange(yard)
    refused = commit(yard)
    assert refused.code == 1, refused
    # then its advice, pasted in another folder than the worktree, makes the commit possible.
    command = commands_in(refused)[taken]
    assert " ".join(words_of(command)).startswith(name.partition(",")[0])
    done = yard.shell(f"cd / && GIT_EDITOR=true {command}")
    assert done.code == 0, done
    assert commit(yard).code == 0


def test_changes_inside_a_submodule_are_committed_by_the_command_that_is_named(yard: Yard) -> None:
    # Given a submodule with changes, when the step is committed, then that is said,
    inner = yard.linked / "the quarry's"
    git(yard.root, "clone", "--quiet", str(yard.root), str(inner))
    git(yard.linked, "add", "--all")
    git(yard.linked, "commit", "--quiet", "--message", "Link")
    (inner / "stone").write_text("granite\n")
    [command, *_] = commands_in(commit(yard))
    # and the command that is named, and another commit, hold all of it.
    assert words_of(command)[:2] == ["git", "add"]
    assert yard.shell(f"cd / && {command}").code == 0
    assert commit(yard).code == 0
    assert git(yard.linked, "status", "--porcelain") == ""


def test_a_name_that_is_not_committed_is_by_the_command_that_is_named(yard: Yard) -> None:
    # Given the name of a repository, which is written and not committed, and other changes
    (yard.root / "planstate.toml").write_text('repository = "bridge"\n')
    (yard.root / "other").write_text("not yet\n")
    git(yard.root, "add", "other")
    server = ("--store", "postgresql://127.0.0.1:1/plans", "state", "show")
    # when a server is used in another folder, then the command that is named commits it alone.
    command, *_ = commands_in(yard.run(*server, folder=yard.root / "plans"))
    assert yard.shell(f"cd / && {command}").code == 0
    assert git(yard.root, "status", "--porcelain", "other") == "A  other\n"
    assert "cannot be reached" in yard.run(*server).err


def test_what_a_shallow_clone_lacks_is_fetched_by_the_command_that_is_named(yard: Yard) -> None:
    # Given a shallow clone without the commit of a step,
    yard.finish()
    yard.commit()
    git(yard.root, "merge", "--quiet", "ann")
    git(yard.root, "commit", "--quiet", "--allow-empty", "--message=More")
    clone = yard.root.parent / "clone"
    git(yard.root, "clone", "--quiet", "--depth=1", f"file://{yard.root}", str(clone))
    yard.run("state", "init", PLAN, folder=clone)
    # when it is reconciled, then the command that is named gets it.
    [command] = commands_in(yard.run("state", "reconcile", PLAN, folder=clone))
    git(clone, *words_of(command)[1:])
    assert "reconciled 1" in yard.run("state", "reconcile", PLAN, folder=clone).out


def test_advice_for_each_plan_works_once_the_plan_is_filled_in(yard: Yard) -> None:
    # Given a store that a full disk has left empty, when it is asked, then commands are named,
    store = yard.root / ".planstate" / "state.db"
    for file in store.parent.glob("state.db*"):
        file.unlink()
    store.touch()
    restoring = commands_in(yard.run("state", "show"))
    assert [words_of(command)[2] for command in restoring] == ["init", "reconcile"]
    # which work for a plan when the store is moved away, as the one does that a missing one names.
    store.unlink()
    for command in (*COMMAND.findall(yard.run("state", "show").out), *restoring):
        assert yard.run(*shlex.split(command.replace("PLAN", shlex.quote(PLAN)))[1:]).code == 0


TRIED = {
    *(name.partition(",")[0] for name in REFUSED),
    *("git {} {}", "git fetch --unshallow", "git rm --cached"),
}
"""Commands of git that the tests of this file run, and their sisters."""


def named_in(tree: ast.AST) -> Iterator[str]:
    """Yield the commands in the texts of a module, with `{}` for what is filled in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""  # a docstring
        text = ""
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = "" if "\n" in node.value else node.value
        yield from COMMAND.findall(text)


def test_every_command_in_a_message_is_run_by_a_test_or_leaves_a_choice_to_people() -> None:
    # Given all commands that texts of the implementation name,
    found = {
        command: path.name
        for path in IMPL.rglob("*.py")
        for command in named_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    # then each is made from the request, and run here or in the tests of the remedies,
    # or it is one that only people can complete.
    unknown = {
        command: file
        for command, file in found.items()
        if "{" not in command and command.removesuffix(" PLAN") not in FOR_PEOPLE | TRIED
    }
    assert unknown == {}
