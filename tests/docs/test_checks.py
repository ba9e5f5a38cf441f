"""The build stops where the site would be wrong: each time because something was broken for it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from conformance.cli.explaining.links import rule_links
from docs.build import hooks, site
from docs.build.checks import BrokenSite, require_links, require_sound
from docs.build.machine_readable import specification
from docs.build.scenarios import run_of, scenario_file
from spec.catalog import RULES
from spec.vocabulary.domains import DEFAULT_LEASE
from tests.cases import for_each
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.xdist_group("pages")

RULE = RULES[9]


UNSOUND = {
    f"{RULE.id} is shown 0 times": ({f"{{ #{RULE.id} }}": ""}, "", ""),
    f"{RULE.id} is shown 2 times": ({}, f"### {RULE.id} {{ #{RULE.id} }}\n", ""),
    "more.md has the anchor here 2 times": ({}, "## One { #here }\n\n## Two { #here }\n", ""),
    f"{RULE.id} has no place in the model; name the rule": ({}, "", "model"),
    f"{RULE.id} has no place in the implementation; name the rule": ({}, "", "implementation"),
    f"{RULE.id} has no test; name the rule": ({}, "", "tests"),
}
"""What is said of a text replaced on a page, one more page, or a rule that is not traced there."""


@requires_ci_profile
@for_each(("message", "broken"), UNSOUND.items())
def test_a_rule_or_an_anchor_that_is_not_as_it_must_be_stops_the_build(
    reference: dict[str, str], message: str, broken: tuple[dict[str, str], str, str]
) -> None:
    # Given pages and links of which one is broken,
    replaced, more, untraced = broken
    pages = {**reference, "more.md": more}
    for text, other in replaced.items():
        pages = {name: page.replace(text, other) for name, page in pages.items()}
    nowhere: dict[str, Any] = {untraced: []} if untraced else {}
    links = replace(rule_links()[RULE.id], **nowhere)
    # when the site is checked, then the build stops.
    with pytest.raises(BrokenSite, match=f"^{message}"):
        require_sound(pages, RULES, rule_links() | {RULE.id: links})


def test_what_is_not_sound_is_not_written_and_mkdocs_says_so(
    reference: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Given a generator that forgets the page of an area, when mkdocs builds the site,
    forgetful = {name: text for name, text in reference.items() if name != "claims.md"}
    monkeypatch.setattr(site, "reference_pages", lambda: forgetful)
    monkeypatch.setattr(site, "PAGES", {})
    # then the build ends with the rules that are missing.
    with pytest.raises(PluginError, match="CLM-1 is shown 0 times"):
        hooks.on_pre_build(MkDocsConfig())
    with pytest.raises(BrokenSite):
        site.write_reference(tmp_path)
    assert list(tmp_path.iterdir()) == []


def two_pages(folder: Path, link: str) -> Path:
    """Write a site of two pages, the first with a link."""
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "index.html").write_text(f'<h1 id="top">One</h1><a href="{link}">there</a>')
    (folder / "rules" / "index.html").write_text('<h2 id="CLM-1">A rule</h2>')
    return folder


LINKS = {
    True: ("#top", "rules/", "rules/#CLM-1", "rules/index.html#CLM-1", "https://example.org/#x"),
    False: ("#bottom", "rules/#CLM-99", "nowhere/", "rules/other.html"),
}
"""Links by whether they lead somewhere."""


def test_a_broken_link_stops_the_build(tmp_path: Path) -> None:
    for leads, links in LINKS.items():
        for link in links:
            site = two_pages(tmp_path, link)
            if leads:
                require_links(site)
                continue
            with pytest.raises(BrokenSite, match=f"^index.html links to {link}, but there is no "):
                require_links(site)


def test_a_sentence_of_an_answer_without_a_clause_stops_the_build() -> None:
    # Given a run with an answer that cites nothing,
    found = scenario_file()
    table = found["scenario"][0]["runs"][0] | {"answer": [["All is well.", ["4 answer=committed"]]]}
    # when it is run, then the build stops; a clause that is not in force is no citation either.
    with pytest.raises(BrokenSite, match="no clause is cited: All is well"):
        run_of("well", table, found["documents"])
    with pytest.raises(BrokenSite, match=r"see CLM-13\.3 does not hold"):
        run_of("well", table | {"answer": [["Ended.", ["see CLM-13.3"]]]}, found["documents"])


def test_programs_read_which_clauses_are_in_force() -> None:
    # Given the specification as JSON, in which 2026.2 has withdrawn A37,
    found = specification()
    clauses = {
        each["id"]: each["editions"]
        for area in found["areas"]
        for rule in area["rules"]
        for each in rule["clauses"]
    }
    # when a program looks for the clauses of 2026.2, then those of A37 are not in force,
    assert "2026.2" not in clauses["CHK-5.4"]
    assert "2026.2" in clauses["CHK-5.5"]
    # and the amendment says that it is withdrawn, and why.
    amendment = next(each for each in found["amendments"] if each["id"] == "A37")
    assert amendment["editions"] == ["2026.1"]
    assert amendment["withdrawn"]


def test_programs_read_the_fields_the_details_and_the_tables_too() -> None:
    # Given the specification as JSON, when a program looks for the fields of an operation,
    found = specification()
    [claim] = [each for each in found["operations"] if each["name"] == "claim"]
    fields = {each["name"]: each for each in claim["fields"]}
    # then it reads which are required, and the defaults of the others,
    assert fields["worktree"]["required"]
    assert fields["lease"]["default"] == DEFAULT_LEASE
    # the details of a rejection, and the tables of which a clause speaks.
    [stale] = [each for each in found["errors"] if each["reason"] == "stale_claim"]
    assert "given" in stale["details"]
    assert found["tables"]["failure_reasons"]["E048 plan drift"] == "drift"
    assert {"sudo", "xargs"} <= set(found["tables"]["programs_that_run_others"])
