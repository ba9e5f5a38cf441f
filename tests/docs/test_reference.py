"""The generated reference holds every rule, clause, code and amendment in its place."""

import re
from pathlib import Path

import pytest

from docs.build import site
from docs.build.rendering import linked
from docs.build.site import write_reference
from spec.catalog import AREAS, RULES
from spec.remedies.errors import error_texts
from spec.rules.rule import Rule
from spec.vocabulary.rejections import REASON_WORDS
from tests.cases import for_each
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.xdist_group("pages")

ROOT = Path(__file__).parents[2]


def anchors(text: str) -> list[str]:
    return re.findall(r"\{ #(\S+) \}", text) + re.findall(r'<span id="(\S+)">', text)


@requires_ci_profile
def test_the_rules_of_an_area_stand_in_order_under_their_anchors_on_its_page(
    reference: dict[str, str],
) -> None:
    for area in AREAS:
        ids = [rule.id for rule in area.rules]
        found = anchors(reference[f"{area.name}.md"])
        assert [anchor for anchor in found if re.fullmatch(rf"{area.prefix}-\d+", anchor)] == ids


@for_each("rule", RULES)
def test_a_rule_is_shown_with_all_it_says(rule: Rule, reference: dict[str, str]) -> None:
    [section] = (
        text.partition(f"{{ #{rule.id} }}")[2].partition("\n### ")[0]
        for text in reference.values()
        if f"### {rule.id} {rule.title} {{ #{rule.id} }}" in text
    )
    # The page of its area has all its clauses, its own page everything else.
    own = reference[f"rules/{rule.id}.md"]
    for clause in rule.clauses:
        assert f"{{ #{clause.id} }} {linked(clause.text)}" in section
        assert linked(clause.source, "../") in own
    for text in (rule.why, rule.source, *rule.operations):
        assert linked(text, "../") in own
    assert all(linked(amendment.id, "../") in own for amendment in rule.amendments)


FOLDED = re.compile(r"<details(?:(?!<details).)*?</details>", re.DOTALL)
"""What is folded, and has nothing folded in it."""


UNSEEN = re.compile(r"\{ #\S+ \}|\]\(\S+\)|<(title|desc)\b.*?</\1>|<[^>]+>", re.DOTALL)
"""Anchors, addresses, tags, and what describes a picture to those who do not see it."""


def in_view(text: str) -> str:
    """Return what a reader of a page sees before anything is unfolded."""
    shown = FOLDED.sub("", text)
    return shown if shown == text else in_view(shown)


def test_a_page_has_at_most_4000_words_in_view_and_that_of_an_area_12000_in_all(
    reference: dict[str, str], guides: Path
) -> None:
    # Given every page,
    by_hand = {path.name: path.read_text(encoding="utf-8") for path in guides.glob("*.md")}
    for name, written in (reference | by_hand).items():
        text = UNSEEN.sub("", in_view(written))
        # then it can be looked through.
        assert len(text.split()) <= 4_000, name
    for area in AREAS:
        assert len(reference[f"{area.name}.md"].split()) <= 12_000, area.name


def test_every_reason_word_has_its_meaning_cause_and_help_in_a_sentence_each() -> None:
    words = [word for words in REASON_WORDS.values() for word in words]
    assert list(error_texts()) == words
    for text in error_texts().values():
        for sentence in (text.means, text.cause, text.helps):
            assert sentence.endswith(".")
            assert len(re.findall(r"[.!?](?=\s|$)", sentence)) == 1
            assert len(sentence.split()) < 25


def test_every_page_is_in_the_navigation_and_every_area_on_the_home_page(
    reference: dict[str, str],
) -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    home = (ROOT / "docs" / "templates" / "index.md").read_text(encoding="utf-8")
    for name in reference:
        folder = name.rpartition("/")[0]  # the pages of rules and operations are linked from others
        entry = f" reference/{folder}/*\n" if folder else f": reference/{name}\n"
        assert entry in navigation
    for area in AREAS:
        assert f"](reference/{area.name}.md)" in home


def test_writing_again_leaves_unchanged_pages_alone_and_removes_stale_ones(
    reference: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Given pages that were written, and one that is no page any more,
    monkeypatch.setattr(site, "reference_pages", lambda: reference)
    write_reference(tmp_path)
    (tmp_path / "stale.md").write_text("# Stale\n")
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    write_reference(tmp_path)
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    del before["stale.md"]
    assert after == before
