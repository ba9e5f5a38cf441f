"""Reviews in a file: what stands in it, who may write it, and what is no state at all."""

import json
import os
import stat
from pathlib import Path

import pytest

from impl.hooks import state_file
from impl.hooks.review_state import ReviewFolder
from spec.vocabulary import rejections
from spec.vocabulary.review_cycles import ReviewCycle
from tests.rules.builders import PLAN
from tests.rules.reviews import review_builders as r
from tests.rules.reviews.review_folders import DUE, ReviewedFolder


@pytest.fixture
def folder(tmp_path: Path) -> ReviewedFolder:
    return ReviewedFolder(tmp_path)


def test_a_temporary_file_that_was_left_does_no_harm(folder: ReviewedFolder) -> None:
    folder.apply(r.new_plan())
    left = folder.folder / ".state.json.tmp"
    left.write_text('{"max_re')
    assert folder.cycle() == ReviewCycle()
    folder.apply(r.create_tasks())
    assert folder.fields()["phase"] == "create-tasks"
    assert not left.exists()


def test_a_link_in_place_of_the_temporary_file_is_not_written_through(
    folder: ReviewedFolder, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (folder.folder / ".state.json.tmp").symlink_to(elsewhere)
    folder.apply(r.new_plan())
    assert elsewhere.read_text() == "mine"
    assert folder.cycle() == ReviewCycle()


def test_the_permissions_of_the_file_stay(folder: ReviewedFolder) -> None:
    folder.write(DUE)
    folder.file.chmod(0o604)
    folder.apply(r.create_tasks())
    assert stat.S_IMODE(folder.file.stat().st_mode) == 0o604


def test_a_file_that_cannot_be_replaced_stays_as_it_is(
    folder: ReviewedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(DUE)
    before = folder.file.read_bytes()

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        folder.apply(r.create_tasks())
    assert folder.file.read_bytes() == before


def test_a_stop_with_nothing_to_write_makes_no_lock(folder: ReviewedFolder) -> None:
    folder.apply(r.stop())
    folder.write({**DUE, "next_phase": None})
    folder.apply(r.stop())
    folder.apply(r.continue_plan())
    assert [path.name for path in folder.folder.iterdir()] == ["state.json"]


def test_a_folder_that_is_none_is_an_unknown_plan(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("nowhere", "file"):
        answer = ReviewFolder(tmp_path / place).apply(r.create_tasks())
        assert answer == rejections.unknown_plan(PLAN)


NUMBERS = ("0.1000000000000000055511151231257827", "1e400", "-1E+2", "1.50", "9" * 5_000)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:12])
@pytest.mark.parametrize("other", ["é", "half \ud800"], ids=ascii)
def test_numbers_of_fields_that_are_not_known_keep_every_digit(
    folder: ReviewedFolder, number: str, other: str
) -> None:
    folder.write({**DUE, "other": other, "mine": {"deep": ["HERE"]}})
    state = folder.folder / "state.json"
    state.write_text(state.read_text().replace('"HERE"', number))
    folder.apply(r.create_tasks())
    folder.apply(r.create_tasks())
    assert f"{number}\n" in state.read_text()
    assert state_file.read(state) == {
        **json.loads(state.read_text().replace(number, '"HERE"')),
        "mine": {"deep": [state_file.SourceNumber(number)]},
    }
