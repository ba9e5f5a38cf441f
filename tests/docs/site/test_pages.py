"""Pages load in a real browser, on a phone too, and ask nobody else for anything."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.docs.site.conftest import Look
from tests.docs.site.visits import paths_of
from tests.profiles import AT_NIGHT, requires_nightly_profile

pytestmark = pytest.mark.xdist_group("site")

AMENDMENTS = "reference/amendments-2026.1/"
CHOSEN = (
    *("", "reference/claims/", AMENDMENTS, "reference/traceability/", "tutorial/"),
    "reference/migrating-2026.2/",
    *("guides/what-happens-when/", "reference/rejections/", "reference/operations/claim/"),
    "reference/rules/CLM-5/",
)
"""Pages of every kind; all the others are alike."""
WINDOWS = ((390, "light"), (820, "light"), (1280, "dark"))
AT_NIGHT_TOO = ((1280, "light"), (390, "dark"))
PARTS = 8
"""A test opens one of so many parts of all pages: none of them takes long."""
COLOURS = "all => all.map(each => getComputedStyle(each).color)"
LEGIBLE = 0.65
"""Of the natural size of a diagram, whose letters are then of ten pixels."""


@pytest.mark.parametrize(("width", "palette"), [*WINDOWS, *(AT_NIGHT_TOO if AT_NIGHT else ())])
def test_a_page_fits_has_the_palette_and_does_not_complain(
    look: Look, width: int, palette: str
) -> None:
    # Given a window of a width and a palette, when pages of every kind are opened in it,
    # then all fit, have the palette and do not complain.
    assert_fitting(look, width, palette, CHOSEN)


@requires_nightly_profile
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("width", "palette"), WINDOWS)
def test_all_pages_fit_have_the_palette_and_do_not_complain(
    look: Look, site: Path, width: int, palette: str, part: int
) -> None:
    # Given a window of each width, when all pages are opened in it,
    # then all fit, have the palette and do not complain.
    assert_fitting(look, width, palette, paths_of(site)[part::PARTS])


def assert_fitting(look: Look, width: int, palette: str, paths: Sequence[str]) -> None:
    """Assert that pages fit into a window and have its palette."""
    scheme = "slate" if palette == "dark" else "default"
    visit, wrong = look(width, palette), []
    for path in paths:
        page = visit.open(path)
        # then none has to be scrolled sideways, and each has the reader's palette,
        found = page.locator("body").get_attribute("data-md-color-scheme")
        if visit.too_wide() > 0 or found != scheme:
            wrong.append((path, visit.too_wide(), found))
    assert wrong == []
    # none complains, and none asks another host.
    assert visit.complaints == []


def test_diagrams_are_drawn_and_follow_the_palette(look: Look) -> None:
    visit = look()
    for path in ("reference/claims/", "reference/recovery/"):
        # Given a page with diagrams, when it is opened,
        drawings = visit.open(path).locator("div.mermaid svg")
        # then there is a drawing with something in it for each.
        boxes = [drawing.bounding_box() for drawing in drawings.all()]
        assert boxes, path
        assert all(box and min(box["width"], box["height"]) > 50 for box in boxes), path
    # When the reader switches to the dark palette, then the letters have other colours.
    letters = drawings.locator(".nodeLabel")
    before = letters.evaluate_all(COLOURS)
    visit.page.get_by_title("Switch to the dark palette").click()
    visit.page.wait_for_selector("body[data-md-color-scheme=slate]")
    assert before
    assert not set(before) & set(letters.evaluate_all(COLOURS))


def test_without_scripts_a_page_and_its_traces_can_be_read(look: Look) -> None:
    # Given a browser without scripts, when a page of amendments is opened,
    visit = look(width=390, javascript=False)
    visit.page.goto(visit.address + AMENDMENTS)
    # then its rules and traces unfold, and can be read.
    for title, text in (
        ("The rules, before and after", ".before"),
        ("The shortest trace that shows the difference", "ol.trace li"),
    ):
        visit.page.get_by_text(title, exact=True).first.click()
        assert visit.page.locator(text).first.is_visible()


def test_a_diagram_on_a_phone_is_large_enough_to_be_read(look: Look) -> None:
    # Given a diagram that is wider than a phone, when it is opened on one,
    visit = look(width=390, palette="dark")
    drawings = visit.open("reference/recovery/").locator("div.mermaid svg")
    scales = drawings.evaluate_all(
        "all => all.map(each => each.clientWidth / each.viewBox.baseVal.width)"
    )
    # then its letters are not much smaller than those of the text around it.
    assert min(scales) >= LEGIBLE
    assert visit.too_wide() <= 0
