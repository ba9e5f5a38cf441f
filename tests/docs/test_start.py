"""The start page and the pages of amendments are made from runs."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from docs.build.diagrams.sequences import requested, split_diagram
from docs.build.examples.failures import FAILURES
from docs.build.pages.amendments import amendments_page
from docs.build.pages.start import NotCured, exchanges, failure_data, start_page
from docs.build.rendering import escaped, message_code, render
from docs.build.traces import split_rows
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import OBSERVABLE_AMENDMENTS, is_observable
from spec.editions import CURRENT, EDITIONS, ORIGIN
from tests.cases import for_each


def test_every_failure_is_five_lines_that_end_otherwise_today() -> None:
    # Given the four failures, when they are run in the first and in the current edition,
    for failure in FAILURES:
        old, new = exchanges(failure, ORIGIN), exchanges(failure, CURRENT)
        # then each has five lines, and the last one has another reply or leads to something else.
        assert len(old) == len(new) == 5
        assert (old[-1]["reply"], old[-1]["then"]) != (new[-1]["reply"], new[-1]["then"])


def test_the_start_page_shows_requests_and_replies_as_json() -> None:
    # Given the four failures, when the start page is rendered,
    page = start_page()
    # then each is on it, with JSON.
    for failure in FAILURES:
        assert f"### {failure.title}\n" in page
    started = (
        '{"operation":"start","plan":"bridge.md","step":"piers","worktree":"ann","now":120000}'
    )
    assert message_code(started) in page
    assert message_code('{"reply":"ok","answer":"started","anchor":"piers"}') in page


def test_a_failure_that_is_none_stops_the_build() -> None:
    # Given a trace that ends as it always did, when it is to be shown, then it is refused.
    harmless = replace(FAILURES[0], operations=FAILURES[0].operations[:3])
    with pytest.raises(NotCured, match="in both editions"):
        failure_data(harmless)


@cache
def sections() -> dict[str, str]:
    """Return the section of each amendment by its id, from the pages of the editions."""
    found = (re.split(r"^## ", amendments_page(each), flags=re.MULTILINE)[1:] for each in EDITIONS)
    return {text.partition(" ")[0]: text for page in found for text in page}


@for_each("amendment", OBSERVABLE_AMENDMENTS)
def test_the_section_of_an_amendment_shows_both_texts_a_difference_and_a_counterexample(
    amendment: Amendment,
) -> None:
    # Given what was measured, when the section of an amendment is rendered,
    text = sections()[amendment.id]
    # then both texts, both replies, a diagram and a counterexample are in it.
    assert f"**Before {amendment.id}**" in text
    assert f"**Since {amendment.id}**" in text
    assert f">without {amendment.id}</span>" in text
    assert "```mermaid\nsequenceDiagram\n" in text
    assert re.search(r"##### .* is violated\n", text)


def test_the_section_of_an_amendment_that_no_operation_shows_says_why() -> None:
    # Given the amendments of what stands around the store, when their sections are rendered,
    around = [each for each in AMENDMENTS if not is_observable(each)]
    assert around
    for amendment in around:
        text = sections()[amendment.id]
        # then each has both texts, and the reason why there is no trace.
        assert f"**Since {amendment.id}**" in text
        assert "No operation of the store shows it, so no property covers it: " in text


REQUEST = {"operation": "claim", "plan": "p", "worktree": "one", "now": 0}
CLAIMED = {"reply": "ok", "answer": "claimed", "anchor": "a"}
DRIFTED = {"reply": "rejected", "code": "E048", "reason": "plan_drift", "details": {"plan": "p"}}


def step(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a claim with a reply."""
    return {
        "event": "claim",
        "sentence": "",
        "request": REQUEST,
        "reply": reply,
        "rules": ["CLM-1"],
        "then": "",
        "changed": [],
    }


def test_a_trace_shows_what_differs_once_for_each_edition() -> None:
    # Given a trace whose last reply differs between two editions, when it is shown,
    same, other = step(CLAIMED), step(DRIFTED)
    rows = list(split_rows([same, same], [same, other]))
    diagram = split_diagram([same, same], [same, other], ("without", "with"))
    # then the table has three rows, and the diagram both replies.
    assert [row["number"] for row in rows] == [1, 2, None]
    assert "alt without\n" in diagram
    assert "store-->>one: E048 plan_drift" in diagram


def test_a_diagram_names_the_fields_that_matter() -> None:
    assert requested({**REQUEST, "operation": "new_plan", "max_reviews": 0}) == (
        "new_plan max_reviews=0"
    )


def test_signs_of_markdown_are_escaped_and_hashes_cut() -> None:
    assert escaped("a|*") == "a&#124;&#42;"
    assert escaped("c" * 40) == "c" * 7


def test_a_name_that_a_template_misspells_stops_the_build() -> None:
    # Given a page without its data, when it is rendered, then that is an error.
    with pytest.raises(Exception, match="'codes' is undefined"):
        render("rejections.md")
