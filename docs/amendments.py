"""Pages of the editions: which amendments each has, and one page for each amendment."""

from typing import Any

from fragments import linked, page, table

from spec.amendments import AMENDMENTS, Amendment
from spec.catalog import properties_of, rules_of
from spec.editions import EDITIONS, Edition

FOLDER = "amendments"
"""Where the pages of the amendments are, seen from the other reference pages."""

PLACE = f"reference/{FOLDER}/"
"""The entry of the navigation that stands for all these pages."""

_UP = "../"


def with_amendments(entry: Any) -> Any:
    """Put the pages of the amendments into an entry of the navigation that asks for them."""
    if isinstance(entry, dict):
        return {title: with_amendments(within) for title, within in entry.items()}
    if isinstance(entry, list):
        return [with_amendments(within) for within in entry]
    if entry != PLACE:
        return entry
    return [{f"{each.id} {each.name}": f"{PLACE}{each.id}.md"} for each in AMENDMENTS]


def amendment_pages() -> dict[str, str]:
    """Give the text of the page of editions and of every amendment, under their file names."""
    return {
        "editions.md": editions_page(),
        **{f"{FOLDER}/{each.id}.md": amendment_page(each) for each in AMENDMENTS},
    }


def editions_page() -> str:
    """Write every edition with what it adds, and every amendment with the rules it changes."""
    introduction = (
        "An edition is a version of the rules: the rules before it, changed by amendments. The "
        f"current edition is `{EDITIONS[-1].name}`."
    )
    predecessors = (None, *EDITIONS[:-1])
    rows = [
        _edition_row(edition, before)
        for before, edition in zip(predecessors, EDITIONS, strict=True)
    ]
    return page(
        "Editions and amendments",
        introduction,
        table(("Edition", "Follows", "Adds"), rows),
        *(_amendment_section(amendment) for amendment in AMENDMENTS),
    )


def _edition_row(edition: Edition, before: Edition | None) -> tuple[str, str, str]:
    """Say which amendments an edition has that the one before has not."""
    added = edition.amendments - (before.amendments if before else frozenset())
    return (
        f"`{edition.name}`",
        f"`{before.name}`" if before else "nothing",
        ", ".join(linked(identifier) for identifier in sorted(added)) or "the first rules",
    )


def _amendment_section(amendment: Amendment) -> str:
    """Write what an amendment says, under the anchor that it had before it had a page."""
    return (
        f"## {amendment.id} {amendment.name} {{ #{amendment.id} }}\n\n"
        f"{amendment.title} ({linked(amendment.id)}).\n\n"
        f"**Without it.** {amendment.failure}"
    )


def amendment_page(amendment: Amendment) -> str:
    """Write all that is known of one amendment."""
    rules = ", ".join(linked(rule.id, _UP) for rule in rules_of(amendment))
    failing = ", ".join(linked(entry.id, _UP) for entry in properties_of(amendment))
    properties = f"Properties that fail without it: {failing}  \n" if failing else ""
    return page(
        f"{amendment.id} {amendment.name} {{ #{amendment.id} }}",
        f"{amendment.title}.",
        f"**Without it.** {linked(amendment.failure, _UP)}",
        f"Rules: {rules}  \n{properties}Source: {amendment.source}",
    )
