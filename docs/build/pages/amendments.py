"""The pages of the editions: which amendments each has, and what each amendment changes."""

from itertools import pairwise
from typing import Any

from conformance.protocol.links import playground_link
from docs.build.evidence import evidence
from docs.build.pages import migrating
from docs.build.pages.migrating import MIGRATIONS
from docs.build.rendering import render
from docs.build.traces import picture_of, split_rows, trace_rows
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import properties_of, rules_changed_by, why_unobservable
from spec.editions import CURRENT, EDITIONS, Edition, edition_named, introduced_by, toggled
from spec.formats.messages import operation_from_json


def editions_page() -> str:
    """Return the page of editions and amendments."""
    predecessors = (None, *EDITIONS[:-1])
    return render(
        "editions.md",
        editions=[
            {
                "name": edition.name,
                "before": before.name if before else "",
                "added": sorted(edition.amendments - (before.amendments if before else set())),
                "withdrawn": sorted(before.amendments - edition.amendments if before else ()),
            }
            for before, edition in zip(predecessors, EDITIONS, strict=True)
        ],
        amendments=[(each, [rule.id for rule in rules_changed_by(each)]) for each in AMENDMENTS],
        migrations=[(old.name, new.name, migrating.page_name(new)) for old, new in MIGRATIONS],
    )


def amendments_page(edition: Edition) -> str:
    """Return the page of the amendments that an edition added, with a section for each."""
    return render(
        "amendments.md",
        edition=edition.name,
        entries=[amendment_data(each) for each in introduced_by(edition)],
    )


def amendment_data(amendment: Amendment) -> dict[str, Any]:
    """Return what is shown of an amendment."""
    change, command = measured(amendment)
    changed = toggled(amendment)
    sides = (changed, CURRENT) if CURRENT.has(amendment) else (CURRENT, changed)
    return {
        "amendment": amendment,
        "rules": rules_changed_by(amendment),
        "unobservable": why_unobservable(amendment),
        "orders": list(migrating.changed_orders(*sides)),
        "difference": difference(amendment, change) if change.get("differs") else None,
        "command": command,
        "counterexamples": list(counterexamples(amendment, change)),
        "verdicts": verdict_rows(amendment, change),
    }


def measured(amendment: Amendment) -> tuple[dict[str, Any], str]:
    """Return what comparing editions showed of an amendment, and the command that did it."""
    for before, edition in pairwise(EDITIONS):
        found = evidence(f"diff-{before.name}-{edition.name}")
        for change in found.result["amendments"] if found else ():
            if change["id"] == amendment.id:
                editions = change["editions"]
                return change, f"planspec diff {editions['a']} {editions['b']}"
    return {}, ""


def difference(amendment: Amendment, change: dict[str, Any]) -> dict[str, Any]:
    """Return the shortest trace with different replies, as rows and as a picture."""
    sides = change["steps"]["a"], change["steps"]["b"]
    return {
        "count": len(change["trace"]),
        "scope": change["scope"],
        "rows": list(split_rows(*sides)),
        "picture": picture_of(sides[1], amendment.id),
        "link": playground_of(change),
    }


def playground_of(change: dict[str, Any]) -> str:
    """Return the link from an amendment's page to its trace in the playground, in both editions.

    Where the orchestrator takes part there is none: the playground has only the store.
    """
    if any(step["then"] for step in change["steps"]["a"]):
        return ""
    operations = [operation_from_json(each) for each in change["trace"] if "operation" in each]
    editions = change["editions"]
    sides = edition_named(editions["a"]), edition_named(editions["b"])
    return playground_link("../..", operations, *sides) or ""


def counterexamples(amendment: Amendment, change: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the shortest counterexample to each property that fails without the amendment.

    Those of a withdrawn amendment fail with it.
    """
    side = "b" if amendment.withdrawn else "a"
    sentences = {entry.id: entry.sentence for entry in properties_of(amendment)}
    shortest: dict[str, dict[str, Any]] = {}
    for entry in sorted(change.get("properties", ()), key=lambda each: len(each["steps"])):
        if entry["id"] in sentences and entry[side] == "violated":
            shortest.setdefault(entry["id"], entry)
    return [
        {
            **entry,
            "sentence": sentences[identifier],
            "edition": change["editions"][side],
            "rows": trace_rows(entry["steps"]),
            "picture": picture_of(entry["steps"], f"{amendment.id}-{identifier}"),
        }
        for identifier, entry in shortest.items()
    ]


def verdict_rows(amendment: Amendment, change: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the verdicts on an amendment's properties: in each edition, and with it alone."""
    changed = {entry["id"]: (entry["a"], entry["b"]) for entry in change.get("properties", ())}
    ids = dict.fromkeys((*(entry.id for entry in properties_of(amendment)), *changed))
    known = [verdicts(edition) for edition in EDITIONS]
    return [
        {
            "id": identifier,
            "verdicts": [
                *(of_edition.get(identifier) for of_edition in known),
                *changed.get(identifier, (None, None)),
            ],
        }
        for identifier in ids
    ]


def verdicts(edition: Edition) -> dict[str, str]:
    """Return the verdict on each property in an edition, as far as it was explored."""
    found = evidence(f"explore-{edition.name}")
    entries = found.result["properties"] if found else ()
    return {entry["id"]: entry["verdict"] for entry in entries}
