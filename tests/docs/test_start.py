"""The start page and the pages of amendments are made from runs."""

import re
from functools import cache

import pytest

from docs.build.checks import BrokenSite
from docs.build.pages.amendments import amendments_page
from docs.build.pages.start import start_page
from docs.build.rendering import escaped
from docs.build.scenarios import (
    holds,
    path_of,
    run_of,
    scenario_file,
    scenarios,
)
from spec.amendments.amendment import Amendment
from spec.catalog import OBSERVABLE_AMENDMENTS
from spec.editions import EDITIONS
from tests.cases import for_each


def test_the_start_page_draws_the_same_requests_without_and_with_a_rule() -> None:
    # When the start page is rendered, then it has a picture of a faulty store and one of the model.
    wrong, right = start_page().split('<desc id="with-desc">')
    assert "ann completes railing → completed" in wrong
    assert "ann completes railing → rejected, E049 ownership_violation" in right
    assert "bob completes railing → completed, as are all steps" in right


def test_a_sentence_of_an_answer_that_does_not_hold_stops_the_build() -> None:
    # Given each fact of each scenario, when it is changed, then it no longer holds,
    found = scenario_file()
    for scenario in found["scenario"]:
        for run in scenario["runs"]:
            path = list(path_of(run["steps"], found["documents"]))
            for _, facts in run["answer"]:
                assert facts
                assert [fact for fact in facts if not holds(fact, path)] == []
                assert [fact for fact in facts if holds(f"{fact}?", path)] == []
    # and an answer with a fact that does not hold is refused.
    [says, facts], *_ = run["answer"]
    with pytest.raises(BrokenSite, match="AGT-9 does not hold"):
        run_of("agents", {**run, "answer": [[says, [*facts, "1 by AGT-9"]]]}, found["documents"])


def test_at_least_25_questions_are_answered_each_asked_in_an_issue() -> None:
    assert len(scenarios()) >= 25
    for each in scenarios():
        assert each["asked"]
        assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", issue) for issue in each["asked"])
        assert 1 <= sum(len(run["answer"]) for run in each["runs"]) <= 4
        assert each["runs"][0]["clauses"]


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
    # then both texts, both replies and a counterexample are in it.
    assert f"**Before {amendment.id}**" in text
    assert f"**Since {amendment.id}**" in text
    assert f">without {amendment.id}</b>" in text
    assert re.search(r"##### .* is violated\n", text)


def test_signs_of_markdown_are_escaped_and_hashes_cut() -> None:
    assert escaped("a|*") == "a&#124;&#42;"
    assert escaped("c" * 40) == "c" * 7
