"""Every page loads in a real browser, on a phone too, and asks nobody else for anything."""

from pathlib import Path

import pytest

from tests.docs.site.conftest import Look
from tests.docs.site.visits import paths_of
from tests.profiles import PROFILE, in_dev_the_first, requires_ci_profile

pytestmark = pytest.mark.xdist_group("site")

CHOSEN = (
    *("", "reference/claims/", "reference/amendments/A14/", "reference/matrix/", "tutorial/"),
    "reference/migrating-2026.2/",
)
WITH_DIAGRAMS = ("reference/claims/", "reference/amendments/A14/")
LEGIBLE = 0.65
"""Of the natural size of a diagram, whose letters are then of ten pixels."""


def tried(paths: list[str]) -> list[str]:
    """Return all paths, but of the pages of amendments, which are alike, only some in `ci`."""
    amendments = [path for path in paths if path.startswith("reference/amendments/")]
    left_out = set(amendments) - set(amendments[::8] if PROFILE == "ci" else amendments)
    return [path for path in paths if path not in left_out]


@requires_ci_profile
def test_every_page_fits_a_phone_and_loads_without_complaints(look: Look, site: Path) -> None:
    # Given a phone, when every page is opened on it,
    with look(width=390) as visit:
        too_wide = {}
        for path in tried(paths_of(site)):
            visit.open(path)
            too_wide[path] = visit.too_wide()
        # then none has to be scrolled sideways, and none complains or asks another host.
        assert {path: wider for path, wider in too_wide.items() if wider > 0} == {}
        assert visit.complaints == []


WINDOWS = ((1280, "light"), (1280, "dark"), (390, "dark"))


@pytest.mark.parametrize(("width", "palette"), in_dev_the_first(WINDOWS))
def test_pages_of_every_kind_load_in_both_palettes(look: Look, width: int, palette: str) -> None:
    # Given a window of a width and a palette, when pages of every kind are opened in it,
    scheme = "slate" if palette == "dark" else "default"
    with look(width, palette) as visit:
        for path in CHOSEN:
            page = visit.open(path)
            # then they have the reader's palette, fit, and do not complain.
            assert page.locator("body").get_attribute("data-md-color-scheme") == scheme
            assert visit.too_wide() <= 0
        assert visit.complaints == []


@pytest.mark.parametrize("palette", in_dev_the_first(["light", "dark"]))
@pytest.mark.parametrize("path", in_dev_the_first(WITH_DIAGRAMS))
def test_diagrams_are_drawn(look: Look, path: str, palette: str) -> None:
    # Given a page with diagrams, when it is opened,
    with look(palette=palette) as visit:
        drawings = visit.open(path).locator("div.mermaid svg")
        # then there is a drawing with something in it for each.
        assert drawings.count() > 0
        for drawing in drawings.all():
            box = drawing.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) > 50


@requires_ci_profile
def test_a_drawing_follows_the_palette(look: Look) -> None:
    # Given a diagram in the light palette, when the reader switches to the dark one,
    with look() as visit:
        page = visit.open("reference/amendments/A14/")
        text = page.locator("div.mermaid svg text.actor").first
        before = text.evaluate("each => getComputedStyle(each).fill")
        page.get_by_title("Switch to the dark palette").click()
        page.wait_for_selector("body[data-md-color-scheme=slate]")
        # then the diagram's letters have another colour.
        after = text.evaluate("each => getComputedStyle(each).fill")
        assert before != after


def test_only_pages_with_diagrams_load_what_draws_them(look: Look) -> None:
    # Given a page without diagrams, when it is opened,
    with look() as visit:
        page = visit.open("reference/matrix/")
        # then the large script is not there.
        assert page.locator("script[src*=mermaid]").count() == 0


def test_without_scripts_a_page_and_its_traces_can_be_read(look: Look) -> None:
    # Given a browser without scripts, when the page of an amendment is opened,
    with look(width=390, javascript=False) as visit:
        visit.page.goto(visit.address + "reference/amendments/A14/")
        # then its rules, traces and the source of its diagrams can be read.
        for text in ("Before A14", "E049 ownership_violation", "sequenceDiagram"):
            assert visit.page.get_by_text(text).first.is_visible()


@requires_ci_profile
@pytest.mark.parametrize("path", ["reference/recovery/", "reference/amendments/A14/"])
def test_a_diagram_on_a_phone_is_large_enough_to_be_read(look: Look, path: str) -> None:
    # Given a diagram that is wider than a phone, when it is opened on one,
    with look(width=390) as visit:
        for drawing in visit.open(path).locator("div.mermaid svg").all():
            scale = drawing.evaluate("each => each.clientWidth / each.viewBox.baseVal.width")
            # then its letters are not much smaller than those of the text around it.
            assert scale >= LEGIBLE
        assert visit.too_wide() <= 0


@requires_ci_profile
def test_every_letter_of_a_sequence_diagram_is_light_on_dark(look: Look) -> None:
    # Given the dark palette, when a diagram with alternatives is opened,
    with look(palette="dark") as visit:
        drawing = visit.open("reference/amendments/A14/").locator("div.mermaid svg").first
        # then the names of the alternatives are not black.
        for words in drawing.locator(".loopText tspan, .sectionTitle").all():
            assert words.evaluate("each => getComputedStyle(each).fill") != "rgb(0, 0, 0)"
