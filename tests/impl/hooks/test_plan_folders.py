"""Which plan a hook is about: the folder whose files were changed last."""

import os
from pathlib import Path

import pytest

from impl.hooks import plan_folders


def make(root: Path, name: str, changed: int) -> Path:
    """Create a file below the plans, with a given modification time."""
    path = root / plan_folders.PLANS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    os.utime(path, ns=(changed, changed))
    return path


def test_the_folder_with_the_newest_file_is_found(tmp_path: Path) -> None:
    make(tmp_path, "old/state.json", 30)
    new = make(tmp_path, "new/plan.md", 40)
    make(tmp_path, "new/state.json", 10)
    assert plan_folders.newest(tmp_path) == new.parent


def test_subfolders_and_dotted_files_do_not_count(tmp_path: Path) -> None:
    make(tmp_path, "quiet/logs/stop-hook.jsonl", 90)
    make(tmp_path, "quiet/.state.lock", 90)
    make(tmp_path, "quiet/state.json", 10)
    busy = make(tmp_path, "busy/state.json", 20)
    assert plan_folders.newest(tmp_path) == busy.parent


def test_a_folder_without_files_is_no_plan_and_neither_is_a_file(tmp_path: Path) -> None:
    make(tmp_path, "a-file", 90)
    make(tmp_path, "empty/.hidden", 90)
    assert plan_folders.newest(tmp_path) is None


@pytest.mark.parametrize("root", ["nowhere", "with\0nul", "half\ud800"])
def test_where_there_are_no_plans_there_is_none(tmp_path: Path, root: str) -> None:
    assert plan_folders.newest(tmp_path / root) is None


def test_a_folder_is_found_by_its_path_or_else_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a plan, and folders of both names in the current folder,
    plan = make(tmp_path, "bridge/plan.md", 10).parent
    here = tmp_path / "here"
    (here / "tunnel").mkdir(parents=True)
    monkeypatch.chdir(here)
    # when a folder is named, then a path counts first, and a name that is nowhere is a plan's.
    assert plan_folders.named("bridge", tmp_path) == plan
    assert plan_folders.named("tunnel", tmp_path) == here / "tunnel"
    assert plan_folders.named("dam", tmp_path) == plan.with_name("dam")
    assert plan_folders.named("./bridge", tmp_path) == here / "bridge"
    assert plan_folders.named(str(plan), tmp_path) == plan
    assert plan_folders.named("..", tmp_path) == tmp_path
