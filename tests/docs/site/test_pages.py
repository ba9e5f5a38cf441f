"""Pages load in a real browser, on a phone too, and ask nobody else for anything.

What a reader looks for is found: by its anchor, and by searching.
"""

from pathlib import Path

import pytest

from conformance.cli.explaining.explanations import explanation
from tests.docs.site.conftest import Look, paths_of, wait_until
from tests.profiles import AT_NIGHT

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


@pytest.mark.parametrize("part", range(PARTS) if AT_NIGHT else [None])
@pytest.mark.parametrize(("width", "palette"), [*WINDOWS, *(AT_NIGHT_TOO if AT_NIGHT else ())])
def test_a_page_fits_has_the_palette_and_does_not_complain(
    look: Look, site: Path, width: int, palette: str, part: int | None
) -> None:
    # Given a window of a width and a palette, when pages of every kind, or all, are opened in it,
    scheme = "slate" if palette == "dark" else "default"
    visit, wrong = look(width, palette), []
    for path in CHOSEN if part is None else paths_of(site)[part::PARTS]:
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


ANCHORS = (
    ("reference/claims/", "CLM-5"),
    ("reference/rejections/", "plan_drift"),
    ("reference/editions/", "A14"),
    ("reference/amendments-2026.1/", "A14"),
    ("reference/properties/", "STP-5"),
    ("reference/plans/", "document-format"),
    # These are folded, and unfold.
    ("reference/evidence/", "histories"),
    ("reference/migrating-2026.2/", "claims-A29"),
    ("reference/traceability/", "witnesses-claims"),
)
IN_VIEW = """
anchor => {
  const place = document.getElementById(anchor).getBoundingClientRect()
  return 0 <= place.bottom && place.top < innerHeight
}
"""


def test_a_permanent_anchor_leads_to_its_place(look: Look) -> None:
    visit = look()
    for path, anchor in ANCHORS:
        # Given a link that was kept, when it is opened, then it names one place,
        page = visit.open(f"{path}#{anchor}")
        assert page.locator(f'[id="{anchor}"]').count() == 1, f"{path}#{anchor}"
        # and the reader is led there.
        wait_until(page, IN_VIEW, anchor)


def test_the_contents_follow_a_jump_to_its_heading(look: Look) -> None:
    # Given a link to a heading, when it is opened,
    page = look().open("reference/claims/#CLM-13")
    # then the entry of that heading is the current one, and not that of the heading above.
    wait_until(
        page,
        "() => [...document.querySelectorAll('.md-sidebar--secondary .md-nav__link--active')]"
        ".at(-1)?.hash === '#CLM-13'",
    )
    assert page.url.endswith("#CLM-13")


def test_searching_finds_rules_and_codes(look: Look) -> None:
    # Given the start page, when a reader searches for an id,
    visit = look()
    page = visit.open("")
    for word, path in (
        ("CLM-5", "reference/claims/"),
        ("E049", "reference/rejections/"),
        ("STP-5", "reference/properties/"),
        ("CLM-13.2", "reference/claims/"),
    ):
        field = page.locator("input.md-search__input")
        field.click()
        # The page searches when a key is released, also for what there is up to a hyphen;
        field.fill(word[:4])
        field.press("End")
        field.press_sequentially(word[4:])
        page.locator(".md-search-result__item").first.wait_for()
        # then its own place is the first result, and nobody else was asked.
        page.locator(f'.exact[href*="{path}"][href$="#{word}"]').wait_for()
        first = page.locator(".md-search-result a").first
        assert str(first.get_attribute("href")).endswith(f"#{word}")
    assert visit.complaints == []


def test_a_question_in_the_reader_s_own_words_finds_its_scenario_first(look: Look) -> None:
    # Given the start page, when a reader searches in words that the rules do not use,
    visit = look()
    page = visit.open("")
    for question, scenario in (
        ("two agents picked the same task", "two-claims-at-once"),
        ("tasks depend on each other in a circle", "dependencies-form-a-cycle"),
        ("the process was killed and its task is stuck", "a-worker-dies"),
    ):
        field = page.locator("input.md-search__input")
        field.click()
        field.fill(question)
        field.press("End")
        # then the first page that is found leads to the scenario first.
        first = page.locator(".md-search-result__item").first
        first.locator(f'a[href*="what-happens-when/"][href$="#{scenario}"]').first.wait_for()
    assert visit.complaints == []


def test_a_program_s_error_leads_to_the_page_of_its_code(look: Look) -> None:
    # Given where `planspec explain` says that the site tells more, when it is opened,
    found = explanation("E049")
    assert found is not None
    page = look().open(found.page)
    # then the code stands there.
    assert "Ownership violation" in page.locator("#E049").inner_text()
