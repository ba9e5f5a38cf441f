"""The guide to concurrency is made of commands that really run, and of a race that happened."""

from pathlib import Path

import pytest

from docs.build.pages.histories import recorded_picture

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def page(guides: Path) -> str:
    return (guides / "concurrency.md").read_text(encoding="utf-8")


def test_the_race_is_contradicted_and_the_command_explains(page: str) -> None:
    assert "\ncontradicted: no order of the calls follows the rules of 2026.2" in page
    assert "\nsuspected: " in page
    assert "\nexplained: an order follows the rules of 2026.2" in page


def test_the_guide_ends_in_one_command(page: str) -> None:
    ending = page.split("## One command")[1]
    assert ending.count("$ planspec conform --clients 8 --kill") == 1


def test_the_picture_stands_in_the_page_and_is_numbered(page: str) -> None:
    picture = recorded_picture()
    assert picture in page
    assert "Timeline of calls that contradict the rules" in picture
    assert picture.count('class="call needed') >= 2
    # A blank line would end the figure, as Markdown reads it.
    assert "\n\n" not in picture
