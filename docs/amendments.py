"""Pages of the editions: which amendments each has, and one page for each amendment."""

from itertools import pairwise
from typing import Any

from fragments import linked, numbered, page, table
from site_pages.sequences import broken_diagram, split_diagram
from site_pages.traces import escaped, split_table, trace_table
from site_pages.verdicts import matrix_page, verdict_cell, verdicts

from evidence import evidence
from spec.amendments import AMENDMENTS, Amendment
from spec.catalog import PROPERTIES, properties_of, rules_of
from spec.editions import EDITIONS, Edition
from spec.rules.rule import Rule

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
    """Give the text of the pages of editions and of every amendment, under their file names."""
    return {
        "editions.md": editions_page(),
        "matrix.md": matrix_page(),
        **{f"{FOLDER}/{each.id}.md": amendment_page(each) for each in AMENDMENTS},
    }


def editions_page() -> str:
    """Write every edition with what it adds, and every amendment with the rules it changes."""
    introduction = (
        "An edition is a version of the rules: the rules before it, changed by amendments. The "
        f"current edition is `{EDITIONS[-1].name}`. [Properties and editions](matrix.md) shows "
        "what holds in which of them."
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
        "## The amendments",
        table(
            ("Amendment", "Changes", "Without it", "Rules"),
            [_amendment_row(amendment) for amendment in AMENDMENTS],
        ),
    )


def _edition_row(edition: Edition, before: Edition | None) -> tuple[str, str, str]:
    """Say which amendments an edition has that the one before has not."""
    added = edition.amendments - (before.amendments if before else frozenset())
    return (
        f"`{edition.name}`",
        f"`{before.name}`" if before else "nothing",
        ", ".join(linked(identifier) for identifier in sorted(added)) or "the first rules",
    )


def _amendment_row(amendment: Amendment) -> tuple[str, str, str, str]:
    """Write what an amendment says, under the anchor that it had before it had a page."""
    return (
        f"**{linked(amendment.id)}**{{ #{amendment.id} }} {amendment.name}",
        amendment.title,
        linked(amendment.failure),
        ", ".join(linked(rule.id) for rule in rules_of(amendment)),
    )


def amendment_page(amendment: Amendment) -> str:
    """Write all that is known of one amendment."""
    editions = ", ".join(f"`{each.name}`" for each in EDITIONS if each.has(amendment))
    return page(
        f"{amendment.id} {amendment.name} {{ #{amendment.id} }}",
        f"**{amendment.title}.**",
        f"In force in {editions}. Source: {linked(amendment.source, _UP)}.",
        f"## What goes wrong without it\n\n{linked(amendment.failure, _UP)}",
        "## The rules, before and after",
        *(_sides(rule, amendment) for rule in rules_of(amendment)),
        *_difference(amendment),
        *_counterexamples(amendment),
        "## Properties and editions",
        _verdicts(amendment),
    )


def _sides(rule: Rule, amendment: Amendment) -> str:
    """Put the texts of a rule before and after its amendment side by side."""
    before = numbered(rule.before, folder=_UP) if rule.before else "There was no such rule."
    after = numbered(rule.sentences, folder=_UP)
    return (
        f"### {linked(rule.id, _UP)} {rule.title}\n\n"
        '<div class="sides" markdown>\n'
        f'<div class="before" markdown>\n\n**Before {amendment.id}**\n\n{before}\n\n</div>\n'
        f'<div class="after" markdown>\n\n**Since {amendment.id}**\n\n{after}\n\n</div>\n'
        "</div>"
    )


def measured(amendment: Amendment) -> tuple[dict[str, Any], str] | None:
    """Find what comparing editions has shown of an amendment, and the command that did it."""
    for before, edition in pairwise(EDITIONS):
        found = evidence(f"diff-{before.name}-{edition.name}")
        for change in found.result["amendments"] if found else ():
            if change["id"] == amendment.id:
                editions = change["editions"]
                return change, f"planspec diff {editions['a']} {editions['b']}"
    return None


def _difference(amendment: Amendment) -> tuple[str, ...]:
    """Show the shortest trace that is answered differently, as a table and as a diagram."""
    found = measured(amendment)
    if found is None or not found[0]["differs"]:
        return ()
    change, command = found
    sides = change["told"]["a"], change["told"]["b"]
    names = f"without {amendment.id}", f"with {amendment.id}"
    count = len(change["trace"])
    return (
        "## The shortest trace that tells the difference",
        f"{count} event{'s' * (count > 1)}, in the scope `{change['scope']}`, where no shorter "
        f"sequence is answered differently. To see it again: `{command}`.",
        split_table(*sides, names, _UP),
        split_diagram(*sides, names),
    )


def _counterexamples(amendment: Amendment) -> tuple[str, ...]:
    """Show the shortest counterexample to each property that fails without the amendment."""
    found = measured(amendment)
    own = {entry.id for entry in properties_of(amendment)}
    broken: dict[str, dict[str, Any]] = {}
    for entry in found[0]["properties"] if found else ():
        if entry["id"] in own and entry["a"] == "violated":
            shortest = broken.get(entry["id"])
            if shortest is None or len(entry["told"]) < len(shortest["told"]):
                broken[entry["id"]] = entry
    if found is None or not broken:
        return ()
    edition = found[0]["editions"]["a"]
    return (
        "## The shortest counterexample without it",
        *(_counterexample(entry, edition) for entry in broken.values()),
    )


def _counterexample(entry: dict[str, Any], edition: str) -> str:
    """Show one counterexample."""
    [sentence] = (each.sentence for each in PROPERTIES if each.id == entry["id"])
    command = f"planspec explore --edition {edition} --scope {entry['scope']}"
    return "\n\n".join(
        (
            f"### {linked(entry['id'], _UP)} is violated\n\n{linked(sentence, _UP)}",
            trace_table(entry["told"], _UP),
            f'<span class="wrong">What is wrong:</span> {escaped(entry["problem"])}.',
            f"To see it again: `{command} --property {entry['id']}`.",
            broken_diagram(entry["told"], f"{entry['id']}: {entry['problem']}"),
        )
    )


def _verdicts(amendment: Amendment) -> str:
    """Show what became of the amendment's properties, edition by edition, and with it alone."""
    found = measured(amendment)
    changed = found[0]["properties"] if found else ()
    own = [entry.id for entry in properties_of(amendment)]
    ids = dict.fromkeys((*own, *(entry["id"] for entry in changed)))
    known = {edition.name: verdicts(edition) for edition in EDITIONS}
    alone = {entry["id"]: (entry["a"], entry["b"]) for entry in changed}
    rows = [
        (
            linked(identifier, _UP),
            *(verdict_cell(known[edition.name].get(identifier)) for edition in EDITIONS),
            *(verdict_cell(verdict) for verdict in alone.get(identifier, (None, None))),
        )
        for identifier in ids
    ]
    header = (
        "Property",
        *(f"`{edition.name}`" for edition in EDITIONS),
        f"without {amendment.id}",
        f"with {amendment.id}",
    )
    note = (
        f"The last two columns are about editions that differ in nothing but {amendment.id}; a "
        "property whose verdict is the same in both has none there."
    )
    return f"{table(header, rows)}\n\n{note}" if rows else "No property changes its verdict."
