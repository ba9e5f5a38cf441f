"""The page about migrating: all that an implementer has to change, and nothing else."""

import re

import pytest

from docs.build.pages.migrating import additions_between, migrating_page, words_in
from spec.additions import lacking
from spec.catalog import CLAUSES, area_name, rule, rule_id
from spec.editions import CURRENT, EDITION_2026_1, SEEDS
from tests.profiles import IN_CI, requires_ci_profile

OLDER, NEWER = EDITION_2026_1, CURRENT


@pytest.fixture(scope="module")
def page() -> str:
    if not IN_CI:
        pytest.skip("the dev profile does not build the page; set PLANSPEC_PROFILE=ci")
    return migrating_page(OLDER, NEWER)


def section_of(page: str, anchor: str) -> str:
    """Return the section or the folded part of the page with an anchor, up to the next of these."""
    begins = rf'^(?:(##) [^\n]*{{ #{anchor} }}|<details id="{anchor}" markdown>)$'
    level, rest = re.split(begins, page, flags=re.MULTILINE)[1:]
    ends = "^## " if level else "^(?:## |<details id=)"
    return re.split(ends, rest, maxsplit=1, flags=re.MULTILINE)[0]


def sides(change: str) -> list[str]:
    """Return the clauses on the two sides of a change."""
    return change.split("**No longer**")[1].split("</div>\n</div>")[0].split("**Instead**")


def test_every_clause_that_ends_or_begins_is_shown_on_its_side(page: str) -> None:
    # Given the clauses that only one of the editions has,
    for clause in CLAUSES:
        forces = clause.is_in_force(OLDER), clause.is_in_force(NEWER)
        # when the sections of the amendments that change them are read,
        for amendment in clause.amendments:
            if OLDER.has(amendment) != NEWER.has(amendment) and forces[0] != forces[1]:
                anchor = f"{area_name(rule(rule_id(clause.id)))}-{amendment.id}"
                shown = [f"[{clause.id}](" in side for side in sides(section_of(page, anchor))]
                # then each stands on the side of its edition.
                assert shown == list(forces), (clause.id, amendment.id)


def test_every_field_and_answer_of_the_newer_edition_is_named(page: str) -> None:
    # Given what the older edition lacks, when the page is read, then it is there.
    additions = additions_between(OLDER, NEWER)
    names = {each["owner"] + f".{each['field']}" * bool(each["field"]) for each in additions}
    assert names == lacking(OLDER) - lacking(NEWER)
    for each in additions:
        anchor = "stored" if each["side"] == "stored" else f"in-{each['area'].name}"
        where = section_of(page, anchor)
        assert f"[`{each['owner']}`]" in where
        assert f"`{each['field']}`" in where or not each["field"]


def test_the_words_that_replies_gain_and_lose_are_named() -> None:
    before, after = words_in(OLDER), words_in(NEWER)
    assert after - before >= {"stale_claim", "findings_open"}
    assert before - after == {"hook_active"}


@requires_ci_profile
def test_another_pair_of_editions_has_such_a_page() -> None:
    # Given two other editions, when their page is made, then it is about these.
    page = migrating_page(SEEDS, EDITION_2026_1)
    assert "# Migrating to 2026.1 {" in page
    assert "[CHK-5.4](" in sides(section_of(page, "checklists-A37"))[1]
    assert "A29" not in page
