"""Plans are known by their path from the main root, wherever one stands and names them from."""

import os
from pathlib import Path

import pytest

from impl.cli.parser import parse
from impl.cli.session import open_store
from impl.git.repository import git
from tests.impl.cli.desk import BRIDGE, NOW, PLAN, Desk, make_repository, refusal


def linked(desk: Desk, folder: Path) -> Path:
    """Add a worktree in which the plan's document is, with another text."""
    git(desk.root, "add", "--all")
    git(desk.root, "commit", "--quiet", "--message", "Begin")
    git(desk.root, "worktree", "add", "--quiet", str(folder))
    (folder / PLAN).write_text(BRIDGE + "\nedited in the linked worktree\n", encoding="utf-8")
    return folder


def registered(desk: Desk, plan: str) -> str:
    """Register a plan under a name, and give its identity."""
    identity = desk.json("state", "init", "--", plan).data["plan_path"]
    assert isinstance(identity, str)
    return identity


def test_a_plan_is_named_from_the_current_folder_or_the_root(desk: Desk) -> None:
    (desk.root / "other").mkdir()
    for folder in (desk.root, desk.root / "plans", desk.root / "other"):
        desk.go(folder)
        for name in (PLAN, str(desk.root / PLAN), os.path.relpath(desk.root / PLAN)):
            assert registered(desk, name) == PLAN


def test_the_current_folder_goes_before_the_root(desk: Desk) -> None:
    desk.write("bridge.md")
    desk.go(desk.root / "plans")
    assert registered(desk, "bridge.md") == PLAN
    assert registered(desk, "../bridge.md") == "bridge.md"


@pytest.mark.parametrize(
    "name", ["-plan.md", "--json", "a plan.md", "ümläut 计划.md", "pl'an\".md", "new\nline.md"]
)
def test_any_name_that_is_text_will_do(desk: Desk, name: str) -> None:
    desk.write(name)
    assert registered(desk, name) == name
    assert desk.json("state", "claim", "--worktree", "ann", "--", name).data["anchor"] == "deck"
    assert desk.text("state", "start", "--worktree=ann", "--", name, "deck").code == 0


def test_a_document_under_two_names_is_one_plan(desk: Desk) -> None:
    (desk.root / "current.md").symlink_to(PLAN)
    (desk.root / "folder").symlink_to("plans")
    for name in ("current.md", "folder/bridge.md", "plans/../plans/./bridge.md"):
        assert registered(desk, name) == PLAN


def test_a_document_outside_the_repository_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text(BRIDGE)
    reply = desk.json("state", "init", str(tmp_path / "plan.md"))
    assert refusal(reply) == ("E047", "unknown_plan")
    assert "is outside the repository" in reply.envelope["issues"][0]["message"]


@pytest.mark.parametrize("place", ["beside", "a bridge, gebrückt/.trees/inside"])
def test_a_linked_worktree_shares_plans_documents_and_store(
    desk: Desk, tmp_path: Path, place: str
) -> None:
    # Given a registered plan, and a linked worktree with a copy that was edited,
    desk.state("init")
    tree = linked(desk, tmp_path / place)
    # when one names that copy, from there or from here,
    for folder, name in ((tree, PLAN), (tree / "plans", "bridge.md"), (desk.root, tree / PLAN)):
        desk.go(folder)
        answer = desk.json("state", "init", str(name)).data
        # then the plan and the document of the main worktree are meant.
        assert (answer["plan_path"], answer["already_initialized"]) == (PLAN, True)
    assert not (tree / ".planstate").exists()


def test_a_document_in_a_submodule_is_a_file_of_the_repository(desk: Desk, tmp_path: Path) -> None:
    other = make_repository(tmp_path / "other")
    (other / "plan.md").write_text(BRIDGE)
    git(other, "add", "--all")
    git(other, "commit", "--quiet", "--message", "Begin")
    add = ("submodule", "--quiet", "add", str(other), "sub")
    git(desk.root, "-c", "protocol.file.allow=always", *add)
    assert registered(desk, "sub/plan.md") == "sub/plan.md"
    desk.go(desk.root / "sub")
    assert registered(desk, "plan.md") == "plan.md"


def test_work_can_be_given_back_when_the_document_is_gone(desk: Desk) -> None:
    desk.held()
    (desk.root / PLAN).unlink()
    desk.go(desk.root / "plans")
    assert desk.state("release", "deck", "--force")["released"]
    assert desk.refused("claim", "--worktree", "ann") == ("E047", "unknown_plan")


def test_the_store_is_where_an_option_or_a_variable_says(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANSTATE_STORE", "by-variable.db")
    desk.state("init")
    desk.state("init", "--store", "by option.db")
    assert (desk.root / "by-variable.db").is_file()
    assert (desk.root / "by option.db").is_file()
    assert not (desk.root / ".planstate").exists()


def test_git_does_not_see_the_store(desk: Desk) -> None:
    desk.state("init")
    assert desk.store.is_file()
    assert git(desk.root, "status", "--porcelain", "--untracked-files=all") == f"?? {PLAN}\n"


@pytest.mark.parametrize(("word", "level"), [("full", 2), ("normal", 1)])
def test_answers_are_as_durable_as_the_option_says(desk: Desk, word: str, level: int) -> None:
    _, options = parse(["state", "init", PLAN, "--synchronous", word])
    with open_store(options, desk.root / "state.db") as store:
        assert store._connection.execute("PRAGMA synchronous").fetchone()[0] == level


def test_a_current_folder_that_was_removed_is_named(desk: Desk) -> None:
    # Given a folder that somebody removes while a shell is in it,
    gone = desk.root / "gone"
    gone.mkdir()
    desk.go(gone)
    gone.rmdir()
    # when a command is run there, then its message says so and what to do.
    reply = desk.json("state", "show")
    desk.go(desk.root)
    [issue] = reply.envelope["issues"]
    assert issue["message"].startswith("the current folder was removed; change to one that exists")
    # There it works.
    desk.write(PLAN)
    desk.state("init")


def test_the_list_of_steps_names_their_holders_and_the_ends_of_leases(desk: Desk) -> None:
    desk.write(PLAN)
    desk.held()
    assert "(held by ann, lease expires in 2 h)" in desk.text("state", "ready", PLAN).out
    desk.at(NOW + 7_260_000)
    assert "(held by ann, lease expired 1 min ago)" in desk.text("state", "ready", PLAN).out
