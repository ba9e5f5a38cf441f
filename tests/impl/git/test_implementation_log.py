"""The implementation log tells every commit, newest first, in the commit itself."""

from pathlib import Path

import pytest

from impl.git.implementation_log import planned
from impl.git.repository import GitError, git
from spec.vocabulary.domains import GREATEST
from tests.impl.git.sites import PLAN, Site

LOG = ".planstate/implementation-log.md"

FIRST = f"""# Implementation log

## 1970-01-01T00:00:00.060Z piers

Poured both.

Plan: {PLAN} (1970-01-01T00:00:00.060Z piers)
"""


def test_the_entry_is_in_the_commit(site: Site) -> None:
    record = site.commit()
    assert LOG in record.made.files
    assert record.made.archive is None
    assert git(site.linked, "show", f"HEAD:{LOG}") == FIRST


def test_the_newest_entry_comes_first(site: Site) -> None:
    site.commit()
    site.commit(step="deck", summary="Laid it.", now=1_700_000_000_007)
    newer = f"""# Implementation log

## 2023-11-14T22:13:20.007Z deck

Laid it.

Plan: {PLAN} (2023-11-14T22:13:20.007Z deck)
"""
    assert site.log.read_text() == newer + FIRST.removeprefix("# Implementation log\n")


def test_a_log_that_is_not_ours_is_kept_below_the_entry(site: Site) -> None:
    site.log.parent.mkdir()
    site.log.write_bytes(b"Notes by hand\xff\r\n")
    site.commit()
    assert site.log.read_bytes() == FIRST.encode() + b"Notes by hand\xff\r\n"


def test_a_log_past_500_lines_is_archived_in_the_same_commit(site: Site) -> None:
    site.commit(summary="x\n" * 490)
    long = site.log.read_bytes()
    record = site.commit(step="deck", summary="Laid it.", now=1_700_000_000_007)
    archived = ".planstate/archive/implementation-log-2023-11-14T22-13-20.007Z.md"
    assert record.made.archive == archived
    assert record.made.files == (archived, LOG)
    assert (site.linked / archived).read_bytes() == long
    assert git(site.linked, "show", f"HEAD:{archived}").encode() == long
    assert site.log.read_text().count("\n") < 10


def test_two_archives_of_one_moment_do_not_overwrite_each_other(site: Site) -> None:
    for summary in ("x\n" * 490, "y\n" * 490, "z"):
        site.write(text=summary)
        record = site.commit(summary=summary)
    assert record.made.archive is not None
    assert record.made.archive.endswith("060Z-2.md")
    assert len(list((site.log.parent / "archive").iterdir())) == 2


@pytest.mark.parametrize("summary", ["one", "x\n" * 490], ids=["kept", "archived"])
def test_a_commit_that_git_refuses_leaves_the_log_as_it_was(site: Site, summary: str) -> None:
    site.commit(summary=summary)
    before = site.log.read_bytes()
    site.hook("pre-commit", "exit 1")
    with pytest.raises(GitError):
        site.commit(step="deck", summary="x\n" * 20)
    assert site.log.read_bytes() == before
    assert not list(site.log.parent.glob("archive/*"))
    assert site.staged() == ""


def test_a_log_that_cannot_be_written_stops_everything(site: Site) -> None:
    site.log.mkdir(parents=True)
    commits, state = site.commits(), site.stored()
    with pytest.raises(OSError, match="Is a directory"):
        site.commit()
    assert site.commits() == commits
    assert site.stored() == state


def test_the_latest_time_that_can_be_stored_can_be_logged(tmp_path: Path) -> None:
    # Given an entry at the greatest time of the vocabulary, when its time is written,
    change = planned(tmp_path, GREATEST, "a", "plan.md", "Work")
    # then it is a year far beyond those that calendars know, and no error.
    assert b"## 146140482-04-24T15:36:27.903Z a\n" in change.after
