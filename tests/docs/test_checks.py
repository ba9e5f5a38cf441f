"""The build stops where the site would be wrong: each time because something was broken for it."""

from dataclasses import replace
from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from conformance.cli.explaining.links import rule_links
from docs.build import hooks, site
from docs.build.checks import BrokenSite, require_links, require_sound
from spec.catalog import RULES

pytestmark = pytest.mark.xdist_group("pages")

RULE = RULES[9]


@pytest.fixture
def pages(reference: dict[str, str]) -> dict[str, str]:
    return reference


def test_the_site_as_it_is_is_sound(pages: dict[str, str]) -> None:
    require_sound(pages, RULES, rule_links())


def test_a_rule_that_is_not_shown_stops_the_build(pages: dict[str, str]) -> None:
    name = next(name for name, text in pages.items() if f"{{ #{RULE.id} }}" in text)
    without = pages | {name: pages[name].replace(f"{{ #{RULE.id} }}", "")}
    with pytest.raises(BrokenSite, match=f"^{RULE.id} is shown 0 times"):
        require_sound(without, RULES, rule_links())


def test_a_rule_that_is_shown_twice_stops_the_build(pages: dict[str, str]) -> None:
    doubled = pages | {"more.md": f"### {RULE.id} {'{'} #{RULE.id} {'}'}\n"}
    with pytest.raises(BrokenSite, match=f"^{RULE.id} is shown 2 times"):
        require_sound(doubled, RULES, rule_links())


def test_an_anchor_that_stands_twice_on_a_page_stops_the_build(pages: dict[str, str]) -> None:
    text = "## One { #here }\n\n## Two { #here }\n"
    with pytest.raises(BrokenSite, match=r"more.md has the anchor here 2 times"):
        require_sound(pages | {"more.md": text}, RULES, rule_links())


@pytest.mark.parametrize(
    ("part", "missing"),
    [
        ("model", "place in the model"),
        ("implementation", "place in the implementation"),
        ("tests", "test"),
    ],
)
def test_an_untraced_rule_stops_the_build(pages: dict[str, str], part: str, missing: str) -> None:
    traced = rule_links()[RULE.id]
    links = replace(
        traced,
        model=[*traced.model],
        implementation=[*traced.implementation],
        tests=[*traced.tests],
    )
    getattr(links, part).clear()
    untraced = rule_links() | {RULE.id: links}
    with pytest.raises(BrokenSite, match=f"^{RULE.id} has no {missing}; name the rule"):
        require_sound(pages, RULES, untraced)


def test_what_is_not_sound_is_not_written_and_mkdocs_says_so(
    pages: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Given a generator that forgets the page of an area, when mkdocs builds the site,
    forgetful = {name: text for name, text in pages.items() if name != "claims.md"}
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
    (folder / "rules").mkdir()
    (folder / "index.html").write_text(f'<h1 id="top">One</h1><a href="{link}">there</a>')
    (folder / "rules" / "index.html").write_text('<h2 id="CLM-1">A rule</h2>')
    return folder


@pytest.mark.parametrize(
    "link",
    ["#top", "rules/", "rules/#CLM-1", "rules/index.html#CLM-1", "https://example.org/#nowhere"],
)
def test_a_link_that_leads_somewhere_is_followed(link: str, tmp_path: Path) -> None:
    require_links(two_pages(tmp_path, link))


@pytest.mark.parametrize("link", ["#bottom", "rules/#CLM-99", "nowhere/", "rules/other.html"])
def test_a_broken_link_stops_the_build(link: str, tmp_path: Path) -> None:
    with pytest.raises(BrokenSite, match=f"^index.html links to {link}, but there is no "):
        require_links(two_pages(tmp_path, link))


def test_mkdocs_says_which_link_is_broken(tmp_path: Path) -> None:
    config = MkDocsConfig()
    config.site_dir = str(two_pages(tmp_path, "rules/#CLM-99"))
    with pytest.raises(PluginError, match=r"index.html links to rules/#CLM-99"):
        hooks.on_post_build(config)
