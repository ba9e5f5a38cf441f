"""The page of hermes-agent shows what was measured, with what is to say of each difference."""

import re

import pytest

from docs.build import evidence
from docs.build.pages import peers
from spec.editions import edition_named


@pytest.fixture
def measured() -> evidence.Evidence:
    """Return the measurement of hermes-agent."""
    found = evidence.evidence("hermes-agent", evidence.PEER_FOLDER)
    assert found is not None
    return found


def test_a_measurement_says_how_it_was_made(measured: evidence.Evidence) -> None:
    assert measured.command == " ".join(evidence.PEERS["hermes-agent"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", measured.date)
    assert re.fullmatch(r"[0-9a-f]{7,}", measured.commit)
    assert edition_named(measured.result["edition"])


def test_the_page_shows_each_difference_with_its_saved_trace(measured: evidence.Evidence) -> None:
    # Given the measurement, when the page is made,
    page = peers.hermes_page()
    # then each difference has its clause, its trace, and what is to say of it.
    findings = measured.result["findings"]
    assert findings
    for each in findings:
        assert f"{{ #{each['clause']} }}" in page
        assert each["reduced"]
        assert (evidence.ROOT / each["trace"]).exists()
    assert page.count("without `planspec`:") >= len({each["rule"] for each in findings}) - 1
    assert measured.date in page
    assert measured.result["implementation"]["version"] in page
