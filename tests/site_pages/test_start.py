"""The start page and the pages of amendments are made from runs, not typed."""

import re
from dataclasses import replace

import amendments
import pytest
import start
from site_pages.failures import FAILURES, run
from site_pages.sequences import asked, brief, split_diagram
from site_pages.traces import escaped, split_table

from spec.amendments import AMENDMENTS
from spec.editions import CURRENT, ORIGIN


def test_every_failure_is_five_lines_that_end_otherwise_today() -> None:
    # Given the four failures, when they are run at first and today,
    for failure in FAILURES:
        old, new = (start.events(run(failure, edition)) for edition in (ORIGIN, CURRENT))
        # then each is five lines long, and its last line has another answer.
        assert len(old) == len(new) == 5
        assert start.answered(old[-1]) != start.answered(new[-1])


def test_a_failure_that_is_none_stops_the_build() -> None:
    # Given a trace that ends as it always did, when it is to be shown, then it is refused.
    harmless = replace(FAILURES[0], operations=FAILURES[0].operations[:2])
    with pytest.raises(start.NotCured, match="in both editions"):
        start.shown(harmless)


@pytest.mark.parametrize("amendment", AMENDMENTS, ids=lambda each: each.id)
def test_the_page_of_an_amendment_shows_both_texts_a_difference_and_a_counterexample(
    amendment: amendments.Amendment,
) -> None:
    # Given what was measured, when the page of an amendment is written,
    text = amendments.amendment_page(amendment)
    # then both texts, both answers, a diagram and a counterexample are on it.
    assert f"**Before {amendment.id}**" in text
    assert f"**Since {amendment.id}**" in text
    assert f">without {amendment.id}</span>" in text
    assert "```mermaid\nsequenceDiagram\n" in text
    assert re.search(r"### .* is violated\n", text)


def test_a_trace_shows_what_differs_once_for_each_edition() -> None:
    # Given a trace whose last answer differs, when it is shown,
    first = {
        "event": "claim",
        "by": "one",
        "told": "claim p at 0",
        "rules": ["CLM-1"],
    }
    same = {**first, "answer": "Claimed(anchor a)", "then": "", "changed": []}
    other = {**same, "answer": "rejected E048 plan_drift (plan p)"}
    rows = split_table([same, same], [same, other], ("without", "with"), "")
    diagram = split_diagram([same, same], [same, other], ("without", "with"))
    # then the table has three rows, and the diagram both ways on.
    assert len(re.findall(r"^\| (?!---)", rows, re.MULTILINE)) == 1 + 3
    assert "alt without\n" in diagram
    assert "store-->>one: E048 plan_drift" in diagram


def test_words_of_a_trace_are_made_short_and_harmless() -> None:
    # Given an answer, a request and a text with signs of Markdown, when they are shown,
    # then what is not so, hashes and times are left out, and no sign means anything.
    assert brief("Claimed(anchor a, index 0, reclaimed True)") == "Claimed: anchor a, reclaimed"
    assert asked({"told": "new_plan p at 0: max_reviews 0"}) == "new plan max_reviews 0"
    assert escaped("a|*") == "a&#124;&#42;"
    assert escaped("c" * 40) == "c" * 7
