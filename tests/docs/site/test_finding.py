"""What a reader looks for is found: by its anchor, and by searching."""

import pytest

from conformance.cli.explaining.explanations import explanation
from tests.docs.site.conftest import Look
from tests.docs.site.visits import wait_until

pytestmark = pytest.mark.xdist_group("site")

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


def test_a_program_s_error_leads_to_the_page_of_its_code(look: Look) -> None:
    # Given where `planspec explain` says that the site tells more, when it is opened,
    found = explanation("E049")
    assert found is not None
    page = look().open(found.page)
    # then the code stands there.
    assert "Ownership violation" in page.locator("#E049").inner_text()
