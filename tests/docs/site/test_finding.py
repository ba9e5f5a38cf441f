"""What a reader looks for is found: by its anchor, and by searching."""

import pytest
from playwright.sync_api import expect

from tests.docs.site.conftest import Look
from tests.profiles import in_dev_the_first

pytestmark = pytest.mark.xdist_group("site")

INDEXED_IN = 30_000
"""Milliseconds after which the index is given up that a busy machine's browser builds."""


@pytest.mark.parametrize(
    ("path", "anchor"),
    in_dev_the_first(
        [
            ("reference/claims/", "CLM-5"),
            ("reference/rejections/", "E049"),
            ("reference/rejections/", "plan_drift"),
            ("reference/editions/", "A14"),
            ("reference/amendments/A14/", "A14"),
            ("reference/properties/", "STP-5"),
            ("reference/plans/", "document-format"),
        ]
    ),
)
def test_a_permanent_anchor_leads_to_its_place(look: Look, path: str, anchor: str) -> None:
    # Given a link that was kept, when it is opened,
    with look() as visit:
        target = visit.open(f"{path}#{anchor}").locator(f'[id="{anchor}"]')
        # then the reader sees what it names.
        expect(target).to_have_count(1)
        expect(target).to_be_in_viewport()


@pytest.mark.parametrize(
    ("word", "path"),
    in_dev_the_first([("CLM-5", "reference/claims/"), ("E049", "reference/rejections/")]),
)
def test_searching_finds_rules_and_codes(look: Look, word: str, path: str) -> None:
    # Given the start page, when a reader searches for an id,
    with look() as visit:
        page = visit.open("")
        page.locator("input.md-search__input").click()
        # The page searches when a key is released; filling in a text releases none.
        page.locator("input.md-search__input").press_sequentially(word)
        result = f'.md-search-result a[href*="{path}"][href$="#{word}"]'
        # then its own place is among the results, and nobody else was asked.
        expect(page.locator(result).first).to_be_visible(timeout=INDEXED_IN)
        assert visit.complaints == []


def test_a_program_s_error_leads_to_the_page_of_its_code(look: Look) -> None:
    # Given where `planspec explain` says that the site tells more,
    from conformance.traceability.explaining import explanation

    found = explanation("E049")
    assert found is not None
    with look() as visit:
        # when it is opened, then the code stands there.
        page = visit.open(found.page)
        expect(page.locator("#E049")).to_contain_text("Ownership violation")
