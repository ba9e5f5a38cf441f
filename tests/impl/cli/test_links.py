"""Nothing is written through a symbolic link, such as one that came with a clone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.git.repository import git
from tests.impl.cli.calling import call
from tests.impl.cli.committers import arguments
from tests.impl.cli.desk import PLAN, Desk
from tests.impl.git.sites import Site, build_site
from tests.profiles import AT_NIGHT

OUTSIDE = "not ours\n"


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """Return a folder outside of every repository, in which nothing may change."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_text(OUTSIDE)
    yield folder
    assert [(each.name, each.read_text()) for each in folder.iterdir()] == [("file", OUTSIDE)]


OF_COMMITS = (
    (".planstate", "."),
    (".planstate/.gitignore", "new"),
    (".planstate/implementation-log.md", "file"),
    (".planstate/implementation-log.md", "new"),
    (".planstate/archive", "."),
)


@pytest.mark.parametrize(("link", "target"), OF_COMMITS)
def test_a_commit_writes_no_log_through_a_link(
    site: Site, outside: Path, link: str, target: str
) -> None:
    # Given a link that leads out of the repository, in the place of what a commit writes
    (site.linked / link).parent.mkdir(exist_ok=True)
    (site.linked / link).symlink_to(outside / target)
    before, status = site.commits(), git(site.linked, "status", "--porcelain")
    # When a step is committed, then nothing is, and the link is named.
    called = call(arguments(site), site.root)
    assert called.code == 4
    assert f"{link} is a symbolic link" in called.out
    assert (site.commits(), git(site.linked, "status", "--porcelain")) == (before, status)


OF_STORES = (
    (".planstate", "."),
    (".planstate/.gitignore", "new"),
    *((f".planstate/state.db{ending}", "new") for ending in ("", "-wal", "-shm", "-journal")),
)


@pytest.mark.parametrize(("link", "target"), OF_STORES)
def test_no_store_is_made_through_a_link(desk: Desk, outside: Path, link: str, target: str) -> None:
    (desk.root / link).parent.mkdir(exist_ok=True)
    (desk.root / link).symlink_to(outside / target)
    reply = desk.text("state", "init", PLAN)
    assert (reply.code, reply.out) == (4, "")
    assert f"{link} is a symbolic link; expected a file or folder in its place" in reply.err
    # A store that somebody names is used wherever it is.
    named = desk.root / "named.db"
    assert desk.text("state", "init", PLAN, "--store", str(named)).code == 0


def test_a_store_is_not_read_through_a_link_either(desk: Desk, tmp_path: Path) -> None:
    desk.state("init")
    (desk.root / ".planstate").rename(tmp_path / "moved")
    (desk.root / ".planstate").symlink_to(tmp_path / "moved")
    reply = desk.text("state", "show", PLAN)
    assert reply.code == 4
    assert "remove the link" in reply.err


@pytest.mark.parametrize("target", ["file", "new"])
def test_no_errors_are_logged_through_a_link(desk: Desk, outside: Path, target: str) -> None:
    desk.state("init")
    (desk.root / ".planstate" / "errors.jsonl").symlink_to(outside / target)
    reply = desk.text("iterate", PLAN, given="requires_continuation: false\nwork_remaining: 0\n")
    assert reply.code == 4
    assert "errors.jsonl is a symbolic link" in reply.err


@pytest.mark.parametrize("name", ["errors.jsonl", "state.db"])
def test_nothing_is_written_through_a_hard_link(desk: Desk, tmp_path: Path, name: str) -> None:
    # Given a file of ours that has another name outside of the repository
    desk.state("init")
    other = tmp_path / "other"
    file = desk.root / ".planstate" / name
    file.touch()
    other.hardlink_to(file)
    before = other.read_bytes()
    # When something would be written to it, then nothing is, and the file is named.
    reply = desk.text("iterate", PLAN, given="requires_continuation: false\nwork_remaining: 0\n")
    assert reply.code == 4
    assert f"{name} is a hard link" in reply.err
    assert other.read_bytes() == before
    # What it says to do helps.
    copy = file.with_name("copy")
    copy.write_bytes(before)
    copy.replace(file)
    assert desk.text("state", "claim", PLAN, "--worktree", "ann").code == 0


LINKED_AT = """
import os, sys
from pathlib import Path
from impl.cli.main import main

point, ours, outside = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
writing = {getattr(os, name) for name in ("open", "mkdir", "replace", "unlink")}
reached = 0

def watch(frame, event, called):
    global reached
    if event != "c_call" or called not in writing or not ours.exists():
        return
    if reached == point and not ours.is_symlink():
        sys.setprofile(None)
        ours.rename(ours.with_name("moved"))
        ours.symlink_to(outside)
    reached += 1

sys.setprofile(watch)
code = main(sys.argv[4:])
sys.setprofile(None)
print(reached, file=sys.stderr)
raise SystemExit(code)
"""
MOST_POINTS = 100
STRIDE = 1 if AT_NIGHT else 4


def test_no_log_is_written_through_a_link_that_is_made_meanwhile(
    tmp_path: Path, outside: Path
) -> None:
    # Given somebody who puts a link in the place of our folder while a step is committed,
    for point in range(0, MOST_POINTS, STRIDE):
        folder = tmp_path / str(point)
        folder.mkdir()
        site = build_site(folder)
        ours = str(site.linked / ".planstate")
        command = [sys.executable, "-c", LINKED_AT, str(point), ours, str(outside)]
        words = [*command, *arguments(site)]
        done = subprocess.run(words, cwd=site.root, capture_output=True, check=False)
        # then nothing is written outside, whenever it happens.
        assert [file.name for file in outside.iterdir()] == ["file"], point
        if done.returncode == 0 and int(done.stderr) <= point:
            return
    pytest.fail("the commit had more points than expected")


@pytest.mark.parametrize("pid", [1, 2**30])
def test_the_name_under_which_a_store_was_made_is_no_other_file(desk: Desk, pid: int) -> None:
    # Given a store whose maker still runs, or was killed, before it removed the store's first name
    desk.state("init")
    first = desk.store.with_name(f".state.db.{pid}.1.tmp")
    first.hardlink_to(desk.store)
    # When something is written to it, then it is, and the first name is gone.
    assert desk.text("state", "claim", PLAN, "--worktree", "one").code == 0
    assert not first.exists()
